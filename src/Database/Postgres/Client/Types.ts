import type { CustomTypesConfig, types as PgTypes } from "pg"

/** Object identifiers of types, which no version of PostgreSQL changes (`pg_type.dat`). */
const int8 = 20
const int8Array = 1016
const textArray = 1009
/** Dates and decimals are left as text, which is exact: as local midnight or a float, they would change. */
const asText: ReadonlySet<number> = new Set([1082, 1700])
const asTextArray: ReadonlySet<number> = new Set([1182, 1231])

type Parse = (text: string) => unknown

/** Sums and counts are int8. Whole cents fit 2^53; anything larger would be rounded, so it is refused. */
const wholeNumber = (text: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`expected an integer within 2^53, got ${text}`)
  return number
}

const wholeNumbers = (texts: unknown): unknown =>
  Array.isArray(texts) ? texts.map(wholeNumbers) : typeof texts === "string" ? wholeNumber(texts) : texts

/** Parsers that change no value that the server sends; `known` are the parsers of `pg`. */
export const makeTypes = (known: typeof PgTypes): CustomTypesConfig => {
  // `pg` declares parsers only for the types that it knows by name, but returns one for each type.
  const knownParser = known.getTypeParser as (oid: number, format: string) => Parse
  const parserOf = (oid: number, format: "text" | "binary" = "text"): Parse => {
    const parse = knownParser(oid, format)
    if (format === "binary") return parse
    if (oid === int8) return wholeNumber
    if (oid === int8Array) return (text) => wholeNumbers(parse(text))
    if (asTextArray.has(oid)) return knownParser(textArray, format)
    return asText.has(oid) ? (text) => text : parse
  }
  return { getTypeParser: parserOf as CustomTypesConfig["getTypeParser"] }
}
