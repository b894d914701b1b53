import { Chunk, Stream } from "effect"
import { inSlices } from "../../Concurrency/EventLoop.ts"

/** Encoding this many takes a millisecond or two, which bounds how long other requests wait. */
const itemsAtOnce = 100

/** A JSON array, encoded chunk by chunk, so that a long one is never in memory as a whole. */
export const jsonArray = <A, E, R>(items: Stream.Stream<A, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    let separator = ""
    const chunks = Stream.mapChunks(Stream.rechunk(items, itemsAtOnce), (chunk) => {
      if (Chunk.isEmpty(chunk)) return Chunk.empty<string>()
      const text = separator + Chunk.toReadonlyArray(chunk).map((item) => JSON.stringify(item)).join(",")
      separator = ","
      return Chunk.of(text)
    })
    return inSlices(Stream.make("[").pipe(Stream.concat(chunks), Stream.concat(Stream.make("]"))))
  })
