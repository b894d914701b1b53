const longest = 200

/** Escape sequences of terminals. */
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)/g

const plainOf = (line: string): string => line.replace(escapes, "").replace(/[\p{C}\p{Z}]+/gu, " ").trim()

/** The end of what Node prints about an error that nothing catches, after the error itself. */
const isTrace = (line: string): boolean => /^\s/.test(line) || /^Node\.js v|^\}$/.test(line)

/**
 * The sentence in what a program has written to standard error: its last line, as plain text without secrets. They are removed before
 * the sentence is shortened, because a part of one could not be recognized.
 */
export const sentenceIn = (written: string, scrub: (text: string) => string): string => {
  const lines = written.split(/[\r\n]+/).filter((line) => plainOf(line) !== "")
  const line = lines.findLast((line) => !isTrace(line)) ?? lines.at(-1) ?? ""
  const sentence = scrub(plainOf(scrub(line)))
  const letters = [...sentence]
  return letters.length <= longest ? sentence : `${letters.slice(0, longest - 1).join("")}…`
}
