import { Chunk, Stream } from "effect"

/** A JSON array whose items are made chunk by chunk, so that a long one is never whole in memory. */
export const jsonArray = <A, E, R>(items: Stream.Stream<A, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    let separator = ""
    const chunks = Stream.mapChunks(items, (chunk) => {
      if (Chunk.isEmpty(chunk)) return Chunk.empty<string>()
      const text = separator + Chunk.toReadonlyArray(chunk).map((item) => JSON.stringify(item)).join(",")
      separator = ","
      return Chunk.of(text)
    })
    return Stream.make("[").pipe(Stream.concat(chunks), Stream.concat(Stream.make("]")), Stream.encodeText)
  })
