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

/** With and without padding, and in the URL alphabet. */
const inBase64 = (text: string): ReadonlyArray<string> => {
  const padded = Buffer.from(text).toString("base64")
  return [padded, padded.replaceAll("=", ""), Buffer.from(text).toString("base64url")]
}

/** The forms of a secret in a text: plain, in JSON, in JSON inside JSON, in an address, in a form, in Base64. */
export const formsOf = (secret: string): ReadonlyArray<string> => {
  const plain = [
    secret,
    ...[encodeURIComponent, encodeURI].flatMap((encode) => attempt(encode, secret).flatMap(inBothCases)),
    ...attempt((text) => new URLSearchParams([["", text]]).toString().slice(1), secret).flatMap(inBothCases),
    ...inBase64(secret)
  ]
  return [...plain, ...[inJson, inAsciiJson].flatMap((encode) => [...plain.map(encode), ...plain.map(encode).map(inJson)])]
}
