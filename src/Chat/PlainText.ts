/** Control characters, line and paragraph separators, lone surrogates, and marks that change the writing direction. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\uFEFF]+/gu

/** Any text on one line. */
export const oneLine = (text: string): string => text.replace(unprintable, " ").trim()

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
