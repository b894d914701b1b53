import { Effect } from "effect"
import type { Server } from "node:http"
import { connectionRefused } from "../../Metrics.ts"
import { descriptorLimit } from "../../Metrics/Process.ts"

/** Descriptors that clients' connections must leave free: for the database, the log, the bot and a backup. */
const most = 64

/** If the limit is too low to keep that many free, this part of it is kept free, so that the service can always store, log and send. */
const reserved = (limit: number): number => Math.min(most, Math.ceil(limit * 0.6))

/**
 * How many connections are accepted. Without a free descriptor, the system closes new connections without notifying the process,
 * and no file can be opened. The bound keeps some descriptors free, and Node reports each connection that it refuses.
 */
export const connectionBound = (connections: number, limit: number | undefined): number =>
  limit === undefined ? connections : Math.max(1, Math.min(connections, limit - reserved(limit)))

/** After this time without a refused connection, the service logs that connections are accepted again. */
const quietAfter = "1 minute"

/** Sets the bound, counts refused connections, and logs once when refusals begin and once when they end. */
export const boundConnections = (server: Server, connections: number) =>
  Effect.gen(function*() {
    const limit = descriptorLimit()
    const bound = connectionBound(connections, limit)
    server.maxConnections = bound
    const latch = yield* Effect.makeLatch(false)
    const refused = connectionRefused()
    let count = 0
    server.on("drop", () => {
      count++
      refused.update(1)
      latch.unsafeOpen()
    })
    const untilQuiet: Effect.Effect<void> = Effect.suspend(() => {
      const before = count
      return Effect.zipRight(Effect.sleep(quietAfter), Effect.suspend(() => count === before ? Effect.void : untilQuiet))
    })
    const why = bound === connections
      ? "as many are open as the service takes"
      : "as many are open as its file descriptors allow, raise that limit (ulimit -n, LimitNOFILE)"
    const follow = latch.await.pipe(
      Effect.zipRight(Effect.annotateLogs(Effect.logWarning(`connections are refused: ${why}`), {
        connections: bound,
        ...(limit === undefined ? {} : { descriptors: limit })
      })),
      Effect.zipRight(untilQuiet),
      Effect.zipRight(Effect.suspend(() => {
        const total = count
        count = 0
        latch.unsafeClose()
        return Effect.annotateLogs(Effect.logInfo("connections are no longer refused"), { refused: total })
      })),
      Effect.annotateLogs({ service: "http" })
    )
    yield* Effect.forkScoped(Effect.forever(follow))
  })
