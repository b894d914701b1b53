import { Array as Chunks, Effect, Stream } from "effect"
import { ownSlice } from "../../Concurrency/EventLoop.ts"
import type { DayBook } from "../../Domain/DayBook.ts"
import type { Turnover } from "../../Domain/Turnover.ts"
import { csvHeader, csvRow, sourcedCsvHeader, sourcedCsvRow } from "../../Import/Csv.ts"
import { byteOrderMark } from "../../Import/CsvLine.ts"

const rowsPerPiece = 500

const encoder = new TextEncoder()
const mark = encoder.encode(byteOrderMark)

interface Form {
  readonly header: Uint8Array
  readonly row: (day: Turnover) => string
}

const plain: Form = { header: encoder.encode(csvHeader), row: ({ cents, date }) => csvRow(date, cents) }
const sourced: Form = { header: encoder.encode(sourcedCsvHeader), row: sourcedCsvRow }

interface Wanted {
  readonly bom: boolean
  /** Whether to add a column of sources: always, or if one of the days was generated. */
  readonly source?: "always" | "generated" | undefined
}

/** The final days of a book as CSV, oldest first. Each part is encoded once per book and form, in a separate slice of the event loop. */
export const csvExport = () => {
  const encoded = { plain: new WeakMap<DayBook, Array<Uint8Array>>(), sourced: new WeakMap<DayBook, Array<Uint8Array>>() }

  return (book: DayBook, { bom, source }: Wanted): Stream.Stream<Uint8Array> =>
    Stream.suspend(() => {
      const days = book.days.filter(({ isFinal }) => isFinal)
      const isSourced = source === "always" || (source === "generated" && days.some((day) => day.source === "generated"))
      const form = isSourced ? sourced : plain
      const kept = isSourced ? encoded.sourced : encoded.plain
      const pieces = kept.get(book) ?? []
      kept.set(book, pieces)
      const rows = Chunks.chunksOf(days, rowsPerPiece)
      return Stream.concat(
        Stream.make(...bom ? [mark] : [], form.header),
        Stream.mapEffect(Stream.fromIterable(rows.keys()),
          (index) => Effect.map(ownSlice, () => pieces[index] ??= encoder.encode((rows[index] ?? []).map(form.row).join(""))))
      )
    })
}
