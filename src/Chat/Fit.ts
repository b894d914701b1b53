/** The size of a text in the unit of a product's limit. */
export type Measure = (text: string) => number

export const bytes: Measure = (text) => Buffer.byteLength(text)

/** The bytes of a text within JSON, escapes included. */
export const jsonBytes: Measure = (text) => Buffer.byteLength(JSON.stringify(text)) - 2

/** UTF-16 units. A product may count characters instead, which are never more. */
export const units: Measure = (text) => text.length

/** The longest beginning of a text that fits, with no character cut in two. */
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

/** The text if it fits into `most`; otherwise its beginning and an ellipsis. */
export const fitted = (text: string, most: number, measure: Measure): string =>
  measure(text) <= most ? text : beginning(text, most - measure(ellipsis), measure) + ellipsis

/**
 * As many whole lines as fit, because markup must not be cut in two. An ellipsis stands for the rest.
 * @param between the separator of two lines
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
