import { Effect, Stream } from "effect"
import * as Permit from "./FairLock.ts"

/**
 * Lets the event loop take in what has come meanwhile. Effect's own yield stays within one of its turns: whoever has
 * much to write and a fast reader would keep every other request waiting.
 */
export const nextTurn: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Enough for an answer that comes in pieces, each of which is read on a turn of its own. */
const turnsToRead = 10

/**
 * Lets what lies in the sockets be read. After the event loop was blocked, a late timer runs before anything that came
 * in the meantime: who ends a wait by a timer asks for this before calling it a timeout.
 */
export const takeIn: Effect.Effect<void> = Effect.repeatN(nextTurn, turnsToRead - 1)

/** There is one event loop, and so one line of those who wait for it. */
const line = Permit.make()

/**
 * Waits for a turn of the event loop that nobody else who asks for one has: of two hundred long answers at once each
 * takes longer, and another request waits no longer than for one of them.
 */
export const ownTurn: Effect.Effect<void> = line.hold(() => nextTurn)

/** A long text as bytes, one piece a turn. */
export const inTurns = <E, R>(pieces: Stream.Stream<string, E, R>): Stream.Stream<Uint8Array, E, R> =>
  pieces.pipe(Stream.tap(() => ownTurn), Stream.encodeText)
