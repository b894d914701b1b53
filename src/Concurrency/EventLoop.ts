import { Array as Chunks, Context, Effect } from "effect"
import * as FairLock from "./FairLock.ts"

/** How fibers yield to the event loop, so that it can handle other requests. */
interface EventLoopAccess {
  /** Continues in a later iteration of the event loop; several fibers may continue in the same one. */
  readonly yield: Effect.Effect<void>
  /** Continues in an iteration that no other caller of `ownSlice` continues in. */
  readonly ownSlice: Effect.Effect<void>
}

/** @param yieldOnce waits until the event loop has run once */
export const make = (yieldOnce: Effect.Effect<void>): EventLoopAccess => {
  const slices = FairLock.make()
  return { yield: yieldOnce, ownSlice: slices.hold(() => yieldOnce) }
}

const nodeEventLoop = make(Effect.async((resume) => {
  setImmediate(() => resume(Effect.void))
}))

/** The event loop of the process: Node's, unless a simulation provides its own. */
export class EventLoop extends Context.Reference<EventLoop>()("EventLoop", {
  defaultValue: (): EventLoopAccess => nodeEventLoop
}) {}

/** Lets other requests run. Effect's own yield is a microtask: it does not let the event loop accept a request. */
export const yieldToEventLoop: Effect.Effect<void> = Effect.flatMap(EventLoop, (loop) => loop.yield)

/** Enough for a response that arrives in pieces: each piece is read in its own iteration. */
const iterationsToRead = 10

/** Lets other requests run. Effect's own yield is a microtask, which does not let the event loop accept a request. */
export const readArrivedData: Effect.Effect<void> = Effect.repeatN(yieldToEventLoop, iterationsToRead - 1)

/** Runs `work` on slices of `items`, one after another, and yields to the event loop between two of them. */
export const forEachSlice = <A, E, R>(
  items: ReadonlyArray<A>,
  size: number,
  work: (slice: ReadonlyArray<A>) => Effect.Effect<unknown, E, R>
): Effect.Effect<void, E, R> =>
  Effect.forEach(
    Chunks.chunksOf(items, size),
    (slice, index) => index === 0 ? work(slice) : Effect.zipRight(yieldToEventLoop, work(slice)),
    { discard: true }
  )

/** Runs a generator to its end, and yields to the event loop wherever it yields. */
export const runInSlices = <A>(work: Generator<undefined, A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const { done, value } = work.next()
    return done === true ? Effect.succeed(value) : Effect.zipRight(yieldToEventLoop, runInSlices(work))
  })

/**
 * Waits for a slice of the event loop that no other long response uses. With two hundred long responses at once, each
 * takes longer, but other requests wait for one slice only.
 */
export const ownSlice: Effect.Effect<void> = Effect.flatMap(EventLoop, (loop) => loop.ownSlice)
