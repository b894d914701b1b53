import { Context, Effect, Layer, Redacted } from "effect"
import { withoutCredentials } from "../Domain/CredentialForm.ts"
import { secretsOfAddress, secretsOfHeader, shortestSecret } from "./AddressSecrets.ts"

const redacted = "<redacted>"

const attempt = (encode: (text: string) => string, text: string): ReadonlyArray<string> => {
  try {
    return [encode(text)]
  } catch {
    // A lone surrogate has no form in an address.
    return []
  }
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** JSON with all characters beyond ASCII escaped, which some programs write. */
const inAsciiJson = (text: string): string =>
  inJson(text).replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** Percent escapes may be written in upper or lower case. */
const inBothCases = (
  escaped: string
): ReadonlyArray<string> => [escaped, escaped.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase())]

/** The signs that `encodeURIComponent` leaves, and other programs escape. */
const inStrictAddress = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The same with slashes, as Python has it. */
const inStrictPath = (text: string): string => inStrictAddress(text).replaceAll("%2F", "/")

/** What a text is in the Base64 of a longer one, such as `user:password`, in which it begins at any byte. */
const insideBase64 = (text: string): ReadonlyArray<string> =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    // A character has six bits, and those at both ends have bits of the neighbours.
    return bytes.toString("base64").slice(Math.ceil(before * 8 / 6), Math.floor(bytes.length * 8 / 6))
  })

/** With and without padding, and in the URL alphabet. */
const inBase64 = (text: string): ReadonlyArray<string> =>
  [Buffer.from(text).toString("base64"), ...insideBase64(text)].flatMap((form) => [
    form,
    form.replaceAll("+", "-").replaceAll("/", "_")
  ])

const inHex = (text: string): ReadonlyArray<string> => {
  const hex = Buffer.from(text).toString("hex")
  return [hex, hex.toUpperCase()]
}

/** The forms of a secret in a text: plain, in JSON, in JSON inside JSON, in an address, in a form, in Base64, in hexadecimal digits. */
export const formsOf = (secret: string): ReadonlyArray<string> => {
  const plain = [
    secret,
    ...[encodeURIComponent, encodeURI, inStrictAddress, inStrictPath].flatMap((encode) => attempt(encode, secret).flatMap(inBothCases)),
    ...attempt((text) => new URLSearchParams([["", text]]).toString().slice(1), secret).flatMap(inBothCases),
    ...inBase64(secret),
    ...inHex(secret)
  ]
  return [...plain, ...[inJson, inAsciiJson].flatMap((encode) => [...plain.map(encode), ...plain.map(encode).map(inJson)])]
}

/** Where each form of a secret stands in a text. */
const occurrencesIn = (text: string, forms: Iterable<string>): ReadonlyArray<readonly [start: number, end: number]> => {
  const found: Array<readonly [number, number]> = []
  for (const form of forms) {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) found.push([at, at + form.length])
  }
  return found.sort(([a, longA], [b, longB]) => a - b || longB - longA)
}

/** Removes every occurrence of a form. Overlapping occurrences are removed as one. */
const without = (forms: Iterable<string>, text: string): string => {
  let scrubbed = ""
  let copied = 0
  for (const [start, end] of occurrencesIn(text, forms)) {
    if (start >= copied) scrubbed += text.slice(copied, start) + redacted
    copied = Math.max(copied, end)
  }
  return scrubbed + text.slice(copied)
}

const isSecret = (text: string): boolean => text.length >= shortestSecret

/** Removes secrets from a text, in any of their forms. */
export const scrubber = (secrets: ReadonlyArray<string>): (text: string) => string => {
  const forms = new Set(secrets.filter(isSecret).flatMap(formsOf))
  return (text) => without(forms, text)
}

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
  const forms = new Set<string>()
  const register = (secrets: ReadonlyArray<string>) =>
    Effect.sync(() => {
      for (const form of secrets.filter(isSecret).flatMap(formsOf)) forms.add(form)
    })
  return {
    register: (secret) => register([Redacted.value(secret)]),
    registerAddress: (address) => register(secretsOfAddress(Redacted.value(address))),
    registerHeader: (name, value) => register(secretsOfHeader(name, Redacted.value(value))),
    scrub: (text) => withoutCredentials(without(forms, text), redacted)
  }
})
