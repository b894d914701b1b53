import { Effect, Stream } from "effect"

/**
 * Lets the event loop take in what has come meanwhile. Effect's own yield stays within one of its turns: whoever has
 * much to write and a fast reader would keep every other request waiting.
 */
export const nextTurn: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** A long text as bytes, one piece a turn. */
export const inTurns = <E, R>(pieces: Stream.Stream<string, E, R>): Stream.Stream<Uint8Array, E, R> =>
  pieces.pipe(Stream.tap(() => nextTurn), Stream.encodeText)
