/** The names and indexes on the way to a value (RFC 6901); none for the whole document. */
export type JsonPointer = ReadonlyArray<string>

const form = /^(?:\/(?:[^~/]|~[01])*)*$/

/** undefined for a text that is no pointer. */
export const parsePointer = (text: string): JsonPointer | undefined =>
  form.test(text)
    // `~01` is `~1`: the slashes come first.
    ? text.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    : undefined

export const formatPointer = (pointer: JsonPointer): string =>
  pointer.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

const index = /^(?:0|[1-9]\d{0,9})$/

/** The member of an object or list; undefined where there is none. What objects inherit is no member. */
export const memberOf = (value: unknown, token: string): unknown => {
  if (typeof value !== "object" || value === null) return undefined
  if (Array.isArray(value) && !index.test(token)) return undefined
  return Object.hasOwn(value, token) ? (value as Readonly<Record<string, unknown>>)[token] : undefined
}
