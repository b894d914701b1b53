/** The size of a text in the unit of a product's limit. */
export type Measure = (text: string) => number

export const bytes: Measure = (text) => Buffer.byteLength(text)

/** The bytes of a text within JSON, escapes included. */
export const jsonBytes: Measure = (text) => Buffer.byteLength(JSON.stringify(text)) - 2

/** UTF-16 units. A product may count characters instead, which are never more. */
export const units: Measure = (text) => text.length

/** A character, or one that HTML and Slack's markup write as an entity. */
const characters = /&[a-z]+;|[^]/gu

/** The longest beginning of a text that fits, with no character cut in two. */
const beginning = (text: string, most: number, measure: Measure): string => {
  let fitting = ""
  let size = 0
  for (const [character] of text.matchAll(characters)) {
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

/** Control characters, line and paragraph separators, lone surrogates, and marks that change the writing direction. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\uFEFF]+/gu

/** Any text on one line. */
export const oneLine = (text: string): string => text.replace(unseen, " ").trim()

/** Any text on one line of at most `length` characters. */
export const excerpt = (text: string, length: number): string => {
  const line = oneLine(text)
  return line.length <= length ? line : `${oneLine(line.slice(0, length))}…`
}

/**
 * A dot in a domain. A label may end in a sign of a script (`हिन्दी.com`) or a symbol (`💩.la`). Invisible characters may stand beside
 * the dot: some clients drop them before they look for addresses.
 */
const dotOfDomain = /(?<=[\p{L}\p{M}\p{N}\p{S}\p{Default_Ignorable_Code_Point}])\.(?=[\p{L}\p{Default_Ignorable_Code_Point}])/gu

const ipAddress = /\d{1,3}(?:\.\d{1,3}){3}/g

/**
 * Typed text without anything that a chat client renders as markup, a mention or a link: angle brackets, `@`, `://` and the dots of
 * a domain or an IP address become fullwidth characters, which look the same.
 */
export const defused = (text: string): string =>
  oneLine(text)
    .replaceAll("<", "＜")
    .replaceAll(">", "＞")
    .replaceAll("@", "＠")
    .replaceAll("://", "：//")
    .replace(dotOfDomain, "．")
    .replace(ipAddress, (address) => address.replaceAll(".", "．"))

/** The offset of a fullwidth form from its ASCII character. */
const fullwidth = 0xfee0

/**
 * Text without anything that a dialect of markdown renders as markup: these characters become fullwidth, also those that begin a
 * list.
 */
export const withoutMarkup = (text: string): string =>
  text
    .replaceAll(/[!#()*<>[\\\]_`|~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + fullwidth))
    .replace(/^(\s*)([-+=])/, (_, blank: string, mark: string) => blank + String.fromCodePoint((mark.codePointAt(0) ?? 0) + fullwidth))
    .replace(/^(\s*\d+)\./, "$1．")
