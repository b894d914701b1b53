/** Control characters, line and paragraph ends, lone surrogates, and marks that turn the direction of writing. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu

/** Any text on one line. */
export const oneLine = (text: string): string => text.replace(unprintable, " ").trim()

/** Any text on one line of at most `length` characters. */
export const excerpt = (text: string, length: number): string => {
  const line = oneLine(text)
  return line.length <= length ? line : `${oneLine(line.slice(0, length))}…`
}

/**
 * What a person typed, so that no chat client reads markup, a mention or a link in it: angle brackets, `@`, `://` and
 * the dots of a domain become their fullwidth twins, which read the same.
 */
export const defused = (text: string): string =>
  oneLine(text)
    .replaceAll("<", "＜")
    .replaceAll(">", "＞")
    .replaceAll("@", "＠")
    .replaceAll("://", "：//")
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, "．")
