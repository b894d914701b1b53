import { ParseResult } from "effect"
import { type Fault, type FaultArgument, faultAt, type FaultCode, missing, saying } from "../Codes/Fault.ts"

const longestShown = 80

/** `JSON.stringify` overflows the stack on a few kilobytes of nested brackets. */
const asJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return "something that is nested too deep"
  }
}

/** A value as an error sentence shows it: JSON on one line, at most 80 characters. */
export const shown = (value: unknown): string => {
  if (value === undefined) return "nothing"
  // JSON writes null for a number beyond the range of doubles, such as 1e400.
  if (typeof value === "number") return String(value)
  const text = asJson(value)
  if (text.length <= longestShown) return text
  const cutWithinCharacter = (text.codePointAt(longestShown - 1) ?? 0) > 0xffff
  return `${text.slice(0, cutWithinCharacter ? longestShown - 1 : longestShown)}…`
}

/** The sentence for any refused value: what is expected, and what was found. */
export const expectedGot = (expected: string, found: unknown): string => `expected ${expected}, got ${shown(found)}`

/** The fault of a value that differs from what is expected. */
export const wrong = <Code extends FaultCode>(
  code: Code,
  expected: string,
  found: unknown,
  ...params: FaultArgument<Code>
): Fault => withFound(saying(code, expectedGot(expected, found), ...params), found)

const withFound = (about: Fault, found: unknown): Fault =>
  found === undefined ? about : { ...about, params: { ...about.params, found: shown(found) } }

/** A prefix that no other message has. */
const packed = "\u0001"

/**
 * A fault as text, because text is all that Effect's formatter carries from a schema to `faultsOf`. HttpApi drops annotations:
 * it keeps only the path of a faulty parameter and this text.
 */
export const pack = ({ code, message, params }: Fault): string => packed + JSON.stringify([code, params, message])

/** The fault in the text of a formatted issue. A message that Effect wrote has no code. */
const unpack = (text: string): Fault => {
  if (!text.startsWith(packed)) return saying("invalid", text)
  const [code, params, message] = JSON.parse(text.slice(packed.length)) as [FaultCode, Fault["params"], string]
  return { field: "", code, params, message }
}

const replaceIssue = (about: (found: unknown) => Fault, override = true) => ({
  message: (issue: ParseResult.ParseIssue) => ({ message: pack(about(issue.actual)), override })
})

/** A schema annotation that replaces Effect's tree of issues by one fault. */
export const expecting = <Code extends FaultCode>(code: Code, expected: string, ...params: FaultArgument<Code>) =>
  replaceIssue((found) => wrong(code, expected, found, ...params))

/** The same for a list or an object as a whole. Faults of its members are kept. */
export const expectingKind = <Code extends FaultCode>(code: Code, expected: string, ...params: FaultArgument<Code>) =>
  replaceIssue((found) => wrong(code, expected, found, ...params), false)

/** The same for a secret: the value that was found is never shown. */
export const expectingSecret = <Code extends FaultCode>(code: Code, expected: string, ...params: FaultArgument<Code>) =>
  replaceIssue((found) =>
    saying(code, `expected ${expected}, got ${found === "" ? "an empty text" : "something else (not shown: it is a secret)"}`, ...params)
  )

export const faultOfIssue = ({ _tag, message, path }: Pick<ParseResult.ArrayFormatterIssue, "_tag" | "message" | "path">): Fault =>
  faultAt(path.join("."), _tag === "Missing" ? missing : unpack(message))

/** Every fault of a refused input, in the order of its members. */
export const faultsOf = (error: ParseResult.ParseError): ReadonlyArray<Fault> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(faultOfIssue)
