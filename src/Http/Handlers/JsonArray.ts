import { Chunk, Stream } from "effect"

/** Items of a JSON array as bytes, without brackets. */
export const jsonItems = (items: ReadonlyArray<unknown>): Uint8Array => Buffer.from(items.map((item) => JSON.stringify(item)).join(","))

const [opening, comma, closing] = ["[", ",", "]"].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array, Uint8Array]

/** A JSON array of encoded items, written piece by piece, so that a long array is never in memory as a whole. */
export const jsonArray = <E, R>(pieces: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> => {
  const joined = pieces.pipe(
    Stream.filter(({ length }) => length > 0),
    Stream.mapAccum(true, (isFirst, piece) => [false, Chunk.fromIterable(isFirst ? [piece] : [comma, piece])]),
    Stream.flattenChunks
  )
  return Stream.make(opening).pipe(Stream.concat(joined), Stream.concat(Stream.make(closing)))
}
