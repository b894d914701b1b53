import { Context, Effect, Layer, Redacted } from "effect"
import { secretsOfAddress, secretsOfHeader } from "./AddressSecrets.ts"
import { formsOfAll, scrubForms } from "./Scrub.ts"

/** Values that no log line may show, wherever they come from. A registered secret is never removed. */
export class Secrets extends Context.Tag("Secrets")<Secrets, {
  readonly register: (secret: Redacted.Redacted<string>) => Effect.Effect<void>
  /** Every credential within an address. */
  readonly registerAddress: (address: Redacted.Redacted<string>) => Effect.Effect<void>
  /** Every credential in the value of a header. */
  readonly registerHeader: (name: string, value: Redacted.Redacted<string>) => Effect.Effect<void>
  readonly scrub: (text: string) => string
}>() {}

export const layer: Layer.Layer<Secrets> = Layer.sync(Secrets, () => {
  const known = new Set<string>()
  let forms: ReadonlyArray<string> = []
  const learn = (secrets: ReadonlyArray<string>) =>
    Effect.sync(() => {
      const unknown = secrets.filter((secret) => !known.has(secret))
      if (unknown.length === 0) return
      for (const secret of unknown) known.add(secret)
      forms = formsOfAll(known)
    })
  return {
    register: (secret) => learn([Redacted.value(secret)]),
    registerAddress: (address) => learn(secretsOfAddress(Redacted.value(address))),
    registerHeader: (name, value) => learn(secretsOfHeader(name, Redacted.value(value))),
    scrub: (text) => scrubForms(forms, text)
  }
})
