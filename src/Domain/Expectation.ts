import { ParseResult } from "effect"

const longestShown = 80

/** A few kilobytes of brackets nest deeper than the engine can write them again. */
const asJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return "something that is nested too deep"
  }
}

/** A value as an error sentence may show it: JSON, on one line, at most 80 characters. */
export const shown = (value: unknown): string => {
  if (value === undefined) return "nothing"
  // JSON writes null for a number beyond its range, such as the 1e400 of a request.
  if (typeof value === "number") return String(value)
  const text = asJson(value)
  if (text.length <= longestShown) return text
  const cutWithinCharacter = (text.codePointAt(longestShown - 1) ?? 0) > 0xffff
  return `${text.slice(0, cutWithinCharacter ? longestShown - 1 : longestShown)}…`
}

/** The sentence of every refused value: what is expected, what was found. */
export const expectedGot = (expected: string, found: unknown): string => `expected ${expected}, got ${shown(found)}`

const replaceIssue = (sentence: (found: unknown) => string) => ({
  message: (issue: ParseResult.ParseIssue) => ({ message: sentence(issue.actual), override: true })
})

/** Schema annotation that replaces Effect's tree of issues by one sentence of `expectedGot`. */
export const expecting = (expected: string) => replaceIssue((found) => expectedGot(expected, found))

/** The same for a secret: what was found is never shown. */
export const expectingSecret = (expected: string) =>
  replaceIssue(() => `expected ${expected}, got something else (not shown: it is a secret)`)

/** One thing that is wrong with an input: the name of the member, and a sentence. */
export interface Fault {
  readonly field: string
  readonly message: string
}

/** Every fault of a refused input, in the order of its members. */
export const faultsOf = (error: ParseResult.ParseError): ReadonlyArray<Fault> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map((issue) => ({
    field: issue.path.join("."),
    message: issue._tag === "Missing" ? "is required, got nothing" : issue.message
  }))
