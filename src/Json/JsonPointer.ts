/** The names and indexes that lead to a value (RFC 6901); empty for the whole document. */
export type JsonPointer = ReadonlyArray<string>

const form = /^(?:\/(?:[^~/]|~[01])*)*$/

/** undefined for a text that is no pointer. */
export const parsePointer = (text: string): JsonPointer | undefined =>
  form.test(text)
    // `~1` is decoded before `~0`: `~01` means `~1`.
    ? text.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    : undefined

export const formatPointer = (pointer: JsonPointer): string =>
  pointer.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

const index = /^(?:0|[1-9]\d{0,9})$/

/** The member of an object or list; undefined if there is none. Inherited properties are not members. */
export const memberOf = (value: unknown, token: string): unknown => {
  if (typeof value !== "object" || value === null) return undefined
  if (Array.isArray(value) && !index.test(token)) return undefined
  return Object.hasOwn(value, token) ? (value as Readonly<Record<string, unknown>>)[token] : undefined
}
