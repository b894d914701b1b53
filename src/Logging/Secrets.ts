import { Context, Effect, Layer, Redacted } from "effect"
import { withoutCredentials } from "../Domain/CredentialForm.ts"
import { secretsOfAddress, secretsOfHeader } from "./AddressSecrets.ts"
import { makeScrubber, mark } from "./Scrub.ts"

/** Values that no log line and no trace may show. A registered secret is never forgotten. */
export class Secrets extends Context.Tag("Secrets")<Secrets, {
  readonly register: (secret: Redacted.Redacted<string>) => Effect.Effect<void>
  /** Registers every credential in an address. */
  readonly registerAddress: (address: Redacted.Redacted<string>) => Effect.Effect<void>
  /** Registers every credential in the value of a header. */
  readonly registerHeader: (name: string, value: Redacted.Redacted<string>) => Effect.Effect<void>
  /** Removes registered secrets, and the tokens, codes and cookies that the service issues. */
  readonly scrub: (text: string) => string
}>() {}

export const layer: Layer.Layer<Secrets> = Layer.sync(Secrets, () => {
  const { learn, scrub } = makeScrubber()
  const register = (secrets: ReadonlyArray<string>) => Effect.sync(() => secrets.forEach(learn))
  return {
    register: (secret) => register([Redacted.value(secret)]),
    registerAddress: (address) => register(secretsOfAddress(Redacted.value(address))),
    registerHeader: (name, value) => register(secretsOfHeader(name, Redacted.value(value))),
    scrub: (text) => withoutCredentials(scrub(text), mark)
  }
})
