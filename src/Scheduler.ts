import { Context, DateTime, Duration, Effect, FiberHandle, Layer, Request } from "effect"
import { ShopClock } from "./Clock.ts"
import { clockWatch } from "./Clock/ClockWatch.ts"
import * as Actor from "./Concurrency/Actor.ts"
import { onOwnBehalf } from "./Concurrency/Actor.ts"
import { Config, type Reloaded } from "./Config.ts"
import type { InvalidConfig } from "./Config/InvalidConfig.ts"
import type { ShopConfig } from "./Config/ShopConfig.ts"
import * as Agenda from "./Domain/Agenda.ts"
import type { Cutoff } from "./Domain/Calendar.ts"
import type { RunResult, Trigger } from "./Domain/Settlement.ts"
import { formatTime } from "./Domain/TimeOfDay.ts"
import { Events, ServerEvent } from "./Events.ts"
import { OutboxBell } from "./Outbox/Bell.ts"
import { makeAsking, type SourceStatus } from "./Scheduler/Asking.ts"
import { makeDriver } from "./Scheduler/Driver.ts"

export interface SchedulerStatus {
  /** Whether the settlement fiber is alive and reads the clock on time. */
  readonly ok: boolean
  readonly cutoff: Cutoff
  readonly nextRun: DateTime.Zoned
  readonly lastRun: DateTime.Zoned | null
  readonly lastResult: RunResult
}

class ReloadCutoff extends Request.TaggedClass("ReloadCutoff")<Reloaded, InvalidConfig, {}> {}

/** Runs the daily job when it is due, in the shop's zone. */
export class Scheduler extends Context.Tag("Scheduler")<Scheduler, {
  /** Reads the configuration again, sets the daily trigger again, and runs one check at once. */
  readonly reloadCutoff: Effect.Effect<Reloaded, InvalidConfig>
  readonly status: Effect.Effect<SchedulerStatus>
  readonly source: Effect.Effect<SourceStatus>
}>() {}

/** The longest time between two readings of the wall clock, because a timer does not notice when the clock is set. */
export class WallClockWatch extends Context.Reference<WallClockWatch>()("WallClockWatch", {
  defaultValue: (): Duration.DurationInput => "1 second"
}) {}

/** How often the open event streams get a tick. */
export class HeartbeatInterval extends Context.Reference<HeartbeatInterval>()("HeartbeatInterval", {
  defaultValue: (): Duration.DurationInput => "30 seconds"
}) {}

/** A settlement may wait this long for a locked database before the scheduler counts as stuck. */
const longestRun = Duration.minutes(2)

const make = Effect.gen(function*() {
  const bell = yield* OutboxBell
  const clock = yield* ShopClock
  const config = yield* Config
  const events = yield* Events
  const watch = yield* clockWatch
  const longestPause = Duration.toMillis(yield* WallClockWatch)

  const settings = yield* config.current
  const asking = yield* makeAsking(longestPause)
  const askingFiber = yield* FiberHandle.make()
  const driver = yield* makeDriver(asking.unanswered, settings)
  const settlement = yield* FiberHandle.make()
  const oneAtATime = yield* Effect.makeSemaphore(1)
  const sleepAgain = FiberHandle.run(settlement, onOwnBehalf(driver.checks))

  /**
   * A timer does not notice that the clock was set. The check then runs at once, and the settlement fiber sleeps again by the new time;
   * also for a day whose source has not answered in time, which the agenda does not know.
   */
  const correction = Effect.suspend(() =>
    driver.isOff()
      ? Effect.zipRight(Effect.zipRight(FiberHandle.clear(settlement), driver.check), sleepAgain)
      : Effect.void
  ).pipe(oneAtATime.withPermits(1))

  yield* Effect.forkScoped(
    Effect.forever(Effect.zipRight(watch.reached(() => driver.isOff() ? -Infinity : Infinity, longestPause), correction))
  )

  /** Applies the cutoff of a reload: runs the job once, then replaces the settlement fiber. */
  const register = (trigger: Trigger, settings: ShopConfig) =>
    Effect.gen(function*() {
      yield* driver.wake
      yield* FiberHandle.clear(settlement)
      yield* FiberHandle.clear(askingFiber)
      const asks = asking.by(settings)
      yield* driver.register(trigger, settings)
      yield* sleepAgain
      yield* driver.rest
      if (asks !== null) yield* FiberHandle.run(askingFiber, onOwnBehalf(asks))
    }).pipe(oneAtATime.withPermits(1), Effect.annotateLogs({ service: "scheduler" }))

  const startedOnce = yield* Effect.cached(register("start", settings))
  // `Effect.cached` keeps the log annotations of the first caller; annotate inside so they do not leak.
  const started = Effect.annotateLogs(startedOnce, { service: "scheduler" })

  const actor = yield* Actor.start<ReloadCutoff, never>("scheduler", {
    ReloadCutoff: () =>
      Effect.gen(function*() {
        yield* started
        const reloaded = yield* config.reload
        // A chat may be new or have a new address.
        yield* bell.ring
        yield* register("reload", reloaded.current)
        yield* Effect.annotateLogs(Effect.logInfo("cutoff registered"), { cutoff_time: formatTime(reloaded.current.cutoff) })
        return reloaded
      })
  })

  yield* Effect.forkScoped(started)
  yield* watch.every(yield* HeartbeatInterval, Effect.flatMap(clock.now, (now) => events.publish(ServerEvent.Tick({ now }))))

  return {
    reloadCutoff: Effect.catchIf(actor.ask(new ReloadCutoff()), Actor.isRefused, Effect.die),
    status: Effect.map(clock.now, (now) => ({
      ok: Math.abs(now.epochMillis - (driver.job().busySince ?? watch.lastReading())) <= longestPause + Duration.toMillis(longestRun),
      cutoff: driver.job().agenda.calendar.cutoff,
      nextRun: Agenda.nextCutoff(now, driver.job().agenda.calendar),
      lastRun: driver.last().at,
      lastResult: driver.last().result
    })),
    source: asking.status
  } satisfies typeof Scheduler.Service
})

export const layer = Layer.scoped(Scheduler, make)
