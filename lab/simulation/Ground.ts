import { Cause, Effect, FiberRef, HashSet, Logger, LogLevel, Random } from "effect"
import type { Clock } from "effect"
import { BackupCheckInterval } from "../../src/Backup.ts"
import * as EventLoop from "../../src/Concurrency/EventLoop.ts"
import { CommentInterval, StandingInterval } from "../../src/Http/EventStreams.ts"
import { HeartbeatInterval } from "../../src/Scheduler.ts"

interface GroundOptions {
  readonly clock: Clock.Clock
  /** Called with each log line of level error. */
  readonly onError: (line: string) => void
  readonly seeds: ReadonlyArray<number>
}

/** Pages' ticks and backups are checked nowhere. At their real intervals, they would cause nine of ten wake-ups. */
const heartbeat = "6 hours"

/** Gives one process its time, randomness, logger and event loop. */
export const grounded = ({ clock, onError, seeds }: GroundOptions) => {
  const logger = Logger.make(({ cause, message }) => onError(`${String(message)} ${Cause.isEmpty(cause) ? "" : Cause.pretty(cause)}`))
  const random = Random.make(seeds.join("."))
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    effect.pipe(
      Effect.provideService(HeartbeatInterval, heartbeat),
      Effect.provideService(BackupCheckInterval, heartbeat),
      Effect.provideService(CommentInterval, heartbeat),
      Effect.provideService(StandingInterval, heartbeat),
      // The next task of the simulation's queue acts as the next iteration of the event loop. Each process has its own slices,
      // because the fibers of a killed process never release theirs.
      Effect.provideService(EventLoop.EventLoop, EventLoop.make(Effect.yieldNow())),
      // No exporter reads the spans of a simulated process.
      Effect.withTracerEnabled(false),
      Effect.withRandom(random),
      Effect.withClock(clock),
      Logger.withMinimumLogLevel(LogLevel.Error),
      Effect.locally(FiberRef.currentLoggers, HashSet.make(logger))
    )
}
