import { shortestSecret } from "./AddressSecrets.ts"

const mark = "<redacted>"

const attempt = (encode: (text: string) => string, text: string): ReadonlyArray<string> => {
  try {
    return [encode(text)]
  } catch {
    // A lone surrogate has no form in an address.
    return []
  }
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** As writers of JSON do that keep to ASCII. */
const inAsciiJson = (text: string): string =>
  inJson(text).replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** An escape of an address may be written with small letters, too. */
const inBothCases = (
  escaped: string
): ReadonlyArray<string> => [escaped, escaped.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase())]

/** With the padding that some leave out, and in the alphabet of addresses. */
const inBase64 = (text: string): ReadonlyArray<string> => {
  const padded = Buffer.from(text).toString("base64")
  return [padded, padded.replaceAll("=", ""), Buffer.from(text).toString("base64url")]
}

/** How a secret may stand in a text: as it is, within JSON, within JSON in JSON, in an address, in a form, in Base64. */
const formsOf = (secret: string): ReadonlyArray<string> => {
  const plain = [
    secret,
    ...[encodeURIComponent, encodeURI].flatMap((encode) => attempt(encode, secret).flatMap(inBothCases)),
    ...attempt((text) => new URLSearchParams([["", text]]).toString().slice(1), secret).flatMap(inBothCases),
    ...inBase64(secret)
  ]
  return [...plain, ...[inJson, inAsciiJson].flatMap((encode) => [...plain.map(encode), ...plain.map(encode).map(inJson)])]
}

/** The forms of secrets, the longest first, so that none is cut in two by a shorter one. Too short ones are left out. */
export const formsOfAll = (secrets: Iterable<string>): ReadonlyArray<string> =>
  [...new Set([...secrets].filter((secret) => secret.length >= shortestSecret).flatMap(formsOf))].sort((a, b) => b.length - a.length)

export const scrubForms = (forms: ReadonlyArray<string>, text: string): string =>
  forms.reduce((scrubbed, form) => scrubbed.replaceAll(form, mark), text)

/** Takes secrets out of a text, in whatever form they stand in it. */
export const scrubber = (secrets: ReadonlyArray<string>): (text: string) => string => {
  const forms = formsOfAll(secrets)
  return (text) => scrubForms(forms, text)
}
