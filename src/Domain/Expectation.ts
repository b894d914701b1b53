import type { ParseResult } from "effect"

const longestShown = 80

/** A value as an error sentence may show it: JSON, on one line, at most 80 characters. */
export const shown = (value: unknown): string => {
  if (value === undefined) return "nothing"
  let text: string
  try {
    text = JSON.stringify(value) ?? String(value)
  } catch {
    text = String(value)
  }
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`
}

/** The sentence of every refused value: what is expected, what was found. */
export const expectedGot = (expected: string, found: unknown): string => `expected ${expected}, got ${shown(found)}`

/** Schema annotation that replaces Effect's tree of issues by one sentence of `expectedGot`. */
export const expecting = (expected: string) => ({
  message: (issue: ParseResult.ParseIssue) => ({ message: expectedGot(expected, issue.actual), override: true })
})
