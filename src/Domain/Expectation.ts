import { ParseResult, Schema } from "effect"

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

/** Every way in which an input can be at fault; a code keeps its meaning, so that a page can say it in its own words. */
export const FaultCode = Schema.Literal(
  "required",
  "invalid",
  "one_only",
  "date",
  "date_from",
  "date_until",
  "date_range",
  "time",
  "zone",
  "amount",
  "decimals",
  "same_amount",
  "amount_range",
  "whole_number",
  "truth",
  "one_of",
  "text",
  "address",
  "folder",
  "pairs",
  "hosts",
  "proxies",
  "file",
  "json",
  "json_object",
  "whole_body",
  "exact_numbers",
  "http",
  "two_columns",
  "columns",
  "quotes",
  "charset",
  "encoding",
  "workbook",
  "idempotency_key",
  "key_reused",
  "day_without_figure"
)
export type FaultCode = typeof FaultCode.Type

export type FaultParams = Readonly<Record<string, string | number>>

/** What is wrong with a value: a stable code with its parameters, and a sentence. */
export interface Complaint {
  readonly code: FaultCode
  readonly params: FaultParams
  readonly message: string
}

/** One thing that is wrong with an input: the name of the member, and what is wrong with it. */
export interface Fault extends Complaint {
  readonly field: string
}

/** The complaint about a value that was found in the place of what is expected. */
export const complaint = (code: FaultCode, expected: string, found: unknown, params: FaultParams = {}): Complaint => ({
  code,
  params: { ...params, found: shown(found) },
  message: expectedGot(expected, found)
})

export const missing: Complaint = { code: "required", params: {}, message: "is required, got nothing" }

export const faultAt = (field: string, about: Complaint): Fault => ({ field, ...about })

/** What no sentence begins with. */
const packed = "\u0001"

/** A complaint as the one text that Effect's formatter carries from a schema to `faultsOf`. */
export const pack = ({ code, message, params }: Complaint): string => packed + JSON.stringify([code, params, message])

/** The complaint that a formatted issue carries; a message of Effect's own has no code. */
export const unpack = (text: string): Complaint => {
  if (!text.startsWith(packed)) return { code: "invalid", params: {}, message: text }
  const [code, params, message] = JSON.parse(text.slice(packed.length)) as [FaultCode, FaultParams, string]
  return { code, params, message }
}

const replaceIssue = (about: (found: unknown) => Complaint) => ({
  message: (issue: ParseResult.ParseIssue) => ({ message: pack(about(issue.actual)), override: true })
})

/** Schema annotation that replaces Effect's tree of issues by one complaint. */
export const expecting = (code: FaultCode, expected: string, params: FaultParams = {}) =>
  replaceIssue((found) => complaint(code, expected, found, params))

/** The same for a secret: what was found is never shown. */
export const expectingSecret = (code: FaultCode, expected: string) =>
  replaceIssue(() => ({ code, params: {}, message: `expected ${expected}, got something else (not shown: it is a secret)` }))

/** The fault of a formatted issue. */
export const faultOfIssue = ({ _tag, message, path }: Pick<ParseResult.ArrayFormatterIssue, "_tag" | "message" | "path">): Fault =>
  faultAt(path.join("."), _tag === "Missing" ? missing : unpack(message))

/** Every fault of a refused input, in the order of its members. */
export const faultsOf = (error: ParseResult.ParseError): ReadonlyArray<Fault> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(faultOfIssue)
