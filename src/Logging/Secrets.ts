import { Context, Effect, Layer, Redacted } from "effect"

const mark = "<redacted>"

// Shorter ones would blot out ordinary text, and are no secrets.
const shortestSecret = 4

const uriEncoded = (encode: (text: string) => string, secret: string): string => {
  try {
    return encode(secret)
  } catch {
    return secret
  }
}

/** How a secret may stand in a text: as it is, within JSON, within a URL. */
const formsOf = (secret: string): ReadonlyArray<string> => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  uriEncoded(encodeURIComponent, secret),
  uriEncoded(encodeURI, secret)
]

/** `text` with each of `forms`, the longest first, put out of sight. */
const scrubForms = (forms: ReadonlyArray<string>, text: string): string =>
  forms.reduce((scrubbed, form) => scrubbed.replaceAll(form, mark), text)

/**
 * A last line of defence: values that no log line may show, wherever they came into it. The token within a webhook's
 * address is registered by itself. What was once a secret stays one.
 */
export class Secrets extends Context.Tag("Secrets")<Secrets, {
  readonly register: (secret: Redacted.Redacted<string>) => Effect.Effect<void>
  readonly scrub: (text: string) => string
}>() {}

export const layer: Layer.Layer<Secrets> = Layer.sync(Secrets, () => {
  let forms: ReadonlyArray<string> = []
  return {
    register: (secret) =>
      Effect.sync(() => {
        const value = Redacted.value(secret)
        if (value.length < shortestSecret) return
        forms = Array.from(new Set([...forms, ...formsOf(value)])).sort((a, b) => b.length - a.length)
      }),
    scrub: (text) => scrubForms(forms, text)
  }
})
