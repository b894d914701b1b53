import { Chunk, Stream } from "effect"
import { inTurns } from "../../Concurrency/EventLoop.ts"

/** Few enough that to encode them takes a millisecond or two: as long as another request waits for its turn. */
const itemsAtOnce = 100

/** A JSON array whose items are made chunk by chunk, so that a long one is never whole in memory. */
export const jsonArray = <A, E, R>(items: Stream.Stream<A, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    let separator = ""
    const chunks = Stream.mapChunks(Stream.rechunk(items, itemsAtOnce), (chunk) => {
      if (Chunk.isEmpty(chunk)) return Chunk.empty<string>()
      const text = separator + Chunk.toReadonlyArray(chunk).map((item) => JSON.stringify(item)).join(",")
      separator = ","
      return Chunk.of(text)
    })
    return inTurns(Stream.make("[").pipe(Stream.concat(chunks), Stream.concat(Stream.make("]"))))
  })
