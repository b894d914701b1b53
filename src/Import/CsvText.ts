/** A quote that is not closed, or text after a closing quote. */
export type Misquoted = "closing_quote" | "after_quote"

/** One record of CSV text, with at least one field that is not empty. */
export interface CsvRecord {
  /** Physical line on which the record starts, from 1. */
  readonly line: number
  /** The trimmed fields. Of those after the requested ones, only the first with content is kept, so that a hostile row stays small. */
  readonly fields: ReadonlyArray<string>
  /** How many fields the row has, including empty ones. */
  readonly count: number
  /** How many fields it has without the empty ones at its end. */
  readonly used: number
  /** Which of `fields` have content without quotes around it: a comma may have split them. */
  readonly bare: ReadonlyArray<boolean>
  readonly misquoted: Misquoted | undefined
}

const quote = 34
const carriageReturn = 13
const lineFeed = 10
const longestQuoted = 1000
/** Characters to read between two yields: some 800 days, or a millisecond or two. */
const charactersAtOnce = 16 * 1024

const isLineEnd = (code: number): boolean => code === lineFeed || code === carriageReturn

/** Space, tab, no-break space, ideographic space. */
const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 0xa0 || code === 0x3000

/** Index of the separator or line end that ends the unquoted text at `at`. */
const unquotedEnd = (text: string, at: number, separator: number): number => {
  let end = at
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === separator || isLineEnd(code)) break
  }
  return end
}

/** Index of the quote that closes the quoted text at `at`; -1 if there is none. A doubled quote is an escaped one. */
const closingQuote = (text: string, at: number): number => {
  let close = text.indexOf("\"", at)
  while (close !== -1 && text.charCodeAt(close + 1) === quote) close = text.indexOf("\"", close + 2)
  return close
}

/** The quoted text, trimmed. A text longer than any date or amount is cut and marked before its quotes are unescaped. */
const unquoted = (text: string, from: number, to: number): string =>
  text.slice(from, Math.min(to, from + longestQuoted)).replaceAll("\"\"", "\"").trim() + (to - from > longestQuoted ? "…" : "")

const lineEndsWithin = (text: string, from: number, to: number): number => {
  let count = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) count++
  }
  return count
}

/**
 * Reads the records of RFC 4180 text in one pass and leaves out blank ones. Lines end in CRLF, LF or CR; quoted text may span
 * lines; spaces around a quoted field are ignored. A quote that is never closed extends to the end of the text. Keeps the first
 * `kept` fields of a record. Yields undefined between parts of the work.
 */
export function* readRecords(text: string, delimiter: string, kept: number): Generator<CsvRecord | undefined, void> {
  const separator = delimiter.charCodeAt(0)
  let at = 0
  let line = 1
  let pausedAt = 0
  while (at < text.length) {
    if (at - pausedAt >= charactersAtOnce) {
      pausedAt = at
      yield undefined
    }
    if (isLineEnd(text.charCodeAt(at))) {
      at += text.startsWith("\r\n", at) ? 2 : 1
      line++
      continue
    }
    const startLine = line
    const fields: Array<string> = []
    let count = 0
    let used = 0
    const bare: Array<boolean> = []
    let misquoted: Misquoted | undefined
    for (let more = true; more;) {
      if (at - pausedAt >= charactersAtOnce) {
        pausedAt = at
        yield undefined
      }
      let start = at
      while (isBlank(text.charCodeAt(at)) && text.charCodeAt(at) !== separator) at++
      let field = ""
      const isBare = text.charCodeAt(at) !== quote
      if (!isBare) {
        const open = at + 1
        const close = closingQuote(text, open)
        if (close === -1) misquoted ??= "closing_quote"
        start = close === -1 ? text.length : close + 1
        field = unquoted(text, open, close === -1 ? text.length : close)
        line += lineEndsWithin(text, open, start)
        at = unquotedEnd(text, start, separator)
        if (text.slice(start, at).trim() !== "") misquoted ??= "after_quote"
      } else {
        at = unquotedEnd(text, at, separator)
        field = text.slice(start, at).trim()
      }
      count++
      if (field !== "") used = count
      if (fields.length < kept || (fields.length === kept && field !== "")) {
        fields.push(field)
        bare.push(isBare && field !== "")
      }
      more = text.charCodeAt(at) === separator
      if (more) at++
    }
    if (used > 0 || misquoted !== undefined) yield { line: startLine, fields, count, used, bare, misquoted }
    if (at < text.length) {
      at += text.startsWith("\r\n", at) ? 2 : 1
      line++
    }
  }
}
