import { Array as Chunks, Effect, Stream } from "effect"
import { ownSlice } from "../../Concurrency/EventLoop.ts"
import type { DayBook } from "../../Domain/DayBook.ts"
import { byteOrderMark, csvHeader, csvRow } from "../../Import/Csv.ts"

const rowsPerPiece = 500

const encoder = new TextEncoder()
const mark = encoder.encode(byteOrderMark)
const header = encoder.encode(csvHeader)

/** The final days of a book as CSV, oldest first. Each piece is encoded once a book, in a slice of the event loop of its own. */
export const csvExport = () => {
  const encoded = new WeakMap<DayBook, Array<Uint8Array>>()

  return (book: DayBook, bom: boolean): Stream.Stream<Uint8Array> =>
    Stream.suspend(() => {
      const pieces = encoded.get(book) ?? []
      encoded.set(book, pieces)
      const rows = Chunks.chunksOf(book.days.filter(({ isFinal }) => isFinal), rowsPerPiece)
      return Stream.concat(
        Stream.make(...bom ? [mark] : [], header),
        Stream.mapEffect(Stream.fromIterable(rows.keys()), (index) =>
          Effect.map(ownSlice, () =>
            pieces[index] ??= encoder.encode((rows[index] ?? []).map(({ cents, date }) => csvRow(date, cents)).join(""))))
      )
    })
}
