/** The size of a text in a product's own unit. */
export type Measure = (text: string) => number

export const bytes: Measure = (text) => Buffer.byteLength(text)

/** The bytes of a text within JSON, which has escapes. */
export const jsonBytes: Measure = (text) => Buffer.byteLength(JSON.stringify(text)) - 2

/** UTF-16 units: never less than the characters that a product may count instead. */
export const units: Measure = (text) => text.length

/** The longest beginning of a text that fits, without half a character. */
const beginning = (text: string, most: number, measure: Measure): string => {
  let fitting = ""
  let size = 0
  for (const character of text) {
    size += measure(character)
    if (size > most) break
    fitting += character
  }
  return fitting
}

const ellipsis = "…"

/** A text of at most `most`; a longer one ends with an ellipsis. */
export const fitted = (text: string, most: number, measure: Measure): string =>
  measure(text) <= most ? text : beginning(text, most - measure(ellipsis), measure) + ellipsis

/**
 * As many whole lines as fit, so that no markup is cut in two; the rest becomes an ellipsis.
 * @param between what stands between two lines
 */
export const fittedLines = (lines: ReadonlyArray<string>, most: number, measure: Measure, between = "\n"): string => {
  const whole = lines.join(between)
  if (measure(whole) <= most) return whole
  let text = ""
  for (const line of lines) {
    const longer = text === "" ? line : text + between + line
    if (measure(longer + between + ellipsis) > most) break
    text = longer
  }
  return text === "" ? fitted(lines[0] ?? "", most, measure) : text + between + ellipsis
}
