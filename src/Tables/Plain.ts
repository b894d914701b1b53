import { decimalsOf } from "../Domain/Decimals.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { toDate } from "./DateReading.ts"
import { nothingRead, type Outcome, type ReadOptions, type TableDay } from "./Outcome.ts"

const header = /^(?:\u00ef\u00bb\u00bf)?date,amount\r?\n/
const row = /(20\d\d)-(\d\d)-(\d\d),(?:(\d{1,10})(?:\.(\d{1,2}))?|(closed))(?:\r?\n|$)/y

/** Bytes to read between two yields, about a millisecond. */
const bytesAtOnce = 64 * 1024

const lineFeed = 10

/**
 * The days of `date,amount` as it is specified, and of the closed days that the import page sends; null for any other text, which
 * the whole reader reads. It gives what that reader gives, in a fifth of the time and in slices.
 */
export function* plainOutcome(bytes: Uint8Array, { answers: { closed: way, ...others }, currency, known, today }: ReadOptions): Generator<
  undefined,
  Outcome | null
> {
  if (Object.keys(others).length > 0 || (way !== undefined && way !== "closed")) return null
  const days = new Map<string, TableDay>()
  const closed = new Set<LocalDate>()
  for (let from = 0, line = 1; from < bytes.length;) {
    const cut = bytes.indexOf(lineFeed, from + bytesAtOnce)
    const end = cut < 0 ? bytes.length : cut + 1
    // Only ASCII can match, whatever the charset.
    const text = new TextDecoder("latin1").decode(bytes.subarray(from, end))
    row.lastIndex = from > 0 ? 0 : header.exec(text)?.[0].length ?? 0
    if (from === 0 && row.lastIndex === 0) return null
    while (row.lastIndex < text.length) {
      line++
      const match = row.exec(text)
      if (match === null) return null
      const [, year, month, day, whole, decimals = "", isClosed] = match
      const date = toDate(Number(year), Number(month), Number(day))
      if (date === undefined || (isClosed !== undefined && way === undefined)) return null
      const cents = Number(`${whole}${decimals.padEnd(2, "0")}`)
      if (decimalsOf(currency) === 0 && cents % 100 !== 0) return null
      if (date > today && (isClosed !== undefined || known.get(date) !== cents)) return null
      const before = days.get(date)
      if (isClosed !== undefined) closed.add(date)
      else if (before === undefined) days.set(date, { date, cents, lines: [line] })
      else if (before.cents !== cents) return null
    }
    from = end
    yield
  }
  if (days.size + closed.size === 0) return null
  return {
    ...nothingRead,
    days: [...days.values()].sort((a, b) => a.date < b.date ? -1 : 1),
    closed: [...closed].filter((date) => !days.has(date)).sort()
  }
}
