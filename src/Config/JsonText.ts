import { Either } from "effect"
import { type Fault, faultAt, saying } from "../Codes/Fault.ts"
import { shown } from "../Domain/Fault.ts"
import { endOfJson, repeatedKey } from "../Json.ts"
import { InvalidConfig } from "./InvalidConfig.ts"

/** The type of a value that should be an object. Its content may be a secret and is not shown. */
const kindOf = (value: unknown): string => value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`

/** No setting is nested more deeply. Deeper nesting would overflow the stack of each function that walks through it. */
const mostLevels = 32

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" && value !== null && (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)))

/** The members of a file named `origin` that is one JSON object. */
export const parseJson = (origin: string, text: string): Either.Either<Readonly<Record<string, unknown>>, InvalidConfig> => {
  const refused = (about: Fault, field = "") =>
    Either.left(new InvalidConfig({ faults: [faultAt(field, about)].map((fault) => ({ origin, ...fault })) }))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The engine's own message quotes the text around the fault, which may contain a secret.
    const place = endOfJson(text)
    return refused(
      place === undefined
        ? saying("json", "expected JSON, got a text that is not JSON")
        : saying("json_until", `expected JSON, got a text that is not JSON from line ${place.line}, column ${place.column} on`, {
          ...place
        })
    )
  }
  if (isDeeper(value, mostLevels)) return refused(saying("json", `expected JSON of at most ${mostLevels} levels, got more`))
  const twice = repeatedKey(text)
  if (twice !== undefined) return refused(saying("one_only", "expected one value, got more: the key stands twice"), twice)
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Either.right(Object.fromEntries(Object.entries(value)))
    : refused(saying("json_object", `expected a JSON object, got ${kindOf(value)}`))
}

/** The warning about a key that has no effect. */
export const unknownKey = (origin: string) => (key: string): string => `${origin}: ${shown(key)}: unknown key, ignored`
