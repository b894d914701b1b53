import { Cause, Context, DateTime, Duration, Effect, Exit, FiberHandle, Layer, Ref, Request, Schedule } from "effect"
import { ShopClock } from "./Clock.ts"
import * as Actor from "./Concurrency/Actor.ts"
import { Config, type Reloaded } from "./Config.ts"
import type { InvalidConfig } from "./Config/InvalidConfig.ts"
import type { ShopConfig } from "./Config/ShopConfig.ts"
import { DutyLease } from "./Database/DutyLease.ts"
import * as Agenda from "./Domain/Agenda.ts"
import { type Cutoff, formatCutoff, type Moment, momentOf } from "./Domain/Calendar.ts"
import type { RunResult } from "./Domain/RunResult.ts"
import { resultOf, type Trigger } from "./Domain/Settlement.ts"
import { Events, ServerEvent } from "./Events.ts"
import { ForeignWritePoll, Ledger } from "./Ledger.ts"
import { settlementRan } from "./Metrics.ts"
import { Replicas } from "./Replicas.ts"

export interface SchedulerStatus {
  /** Whether the settlement fiber is alive and reads the clock on time. */
  readonly ok: boolean
  readonly cutoff: Cutoff
  readonly nextRun: DateTime.Zoned
  readonly lastRun: DateTime.Zoned | null
  readonly lastResult: RunResult
}

class ReloadCutoff extends Request.TaggedClass("ReloadCutoff")<Reloaded, InvalidConfig, {}> {}
/** Another replica has requested the reload of that number. */
class FollowReload extends Request.TaggedClass("FollowReload")<void, never, { readonly number: number }> {}

/** Runs the daily job when it is due, in the shop's zone. */
export class Scheduler extends Context.Tag("Scheduler")<Scheduler, {
  /**
   * Reads the configuration again, registers the daily trigger again and runs one check at once. Other replicas on the
   * database do the same with their own files within about a second; the check has its effect once.
   */
  readonly reloadCutoff: Effect.Effect<Reloaded, InvalidConfig>
  readonly status: Effect.Effect<SchedulerStatus>
}>() {}

/** The longest time between two readings of the wall clock: a pending timer does not notice that the clock was set. */
export class WallClockWatch extends Context.Reference<WallClockWatch>()("WallClockWatch", {
  defaultValue: (): Duration.DurationInput => "1 second"
}) {}

/** How often the open event streams get a tick. */
export class HeartbeatInterval extends Context.Reference<HeartbeatInterval>()("HeartbeatInterval", {
  defaultValue: (): Duration.DurationInput => "30 seconds"
}) {}

/** A settlement may wait this long for a locked database before the scheduler counts as stuck. */
const longestRun = Duration.minutes(2)
/** A larger difference means that the clock was set, or that the machine was suspended. */
const clockShiftNoticed = Duration.seconds(5)

const make = Effect.gen(function*() {
  const clock = yield* ShopClock
  const config = yield* Config
  const events = yield* Events
  const ledger = yield* Ledger
  const lease = yield* DutyLease
  const replicas = yield* Replicas
  const watch = Duration.decode(yield* WallClockWatch)

  const lastRun = yield* Ref.make<{ readonly at: DateTime.Zoned | null; readonly result: RunResult }>({
    at: null,
    result: "never_run"
  })
  const settings = yield* config.current
  const agenda = yield* Ref.make(Agenda.start(yield* clock.now, settings.cutoff, settings.remindMinutes))
  const settlement = yield* FiberHandle.make()

  /** One run of the daily job. Returns false if the settlement failed. */
  const settle = (trigger: Trigger, moment: Moment, id: string | null): Effect.Effect<boolean> =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(ledger.settle(trigger, moment, id))
      const result = Exit.isSuccess(exit) ? resultOf(exit.value) : "failed"
      yield* Ref.set(lastRun, { at: yield* clock.now, result })
      yield* settlementRan(result)
      yield* Exit.isFailure(exit)
        ? Effect.logError("settlement failed, will retry within a minute", Cause.pretty(exit.cause))
        : result === "before_cutoff" || result === "settled"
        ? Effect.logDebug("settlement checked")
        : Effect.logInfo("settlement ran")
      // The cutoff or the hour has passed, so pages reload the figures whatever the job did.
      yield* events.publish(ServerEvent.ForceRefresh())
      return Exit.isSuccess(exit)
    })

  /** Returns false if the reminder failed. */
  const remind = (moment: Moment): Effect.Effect<boolean> =>
    Effect.matchCauseEffect(ledger.remind(moment), {
      onFailure: (cause) => Effect.as(Effect.logError("reminder failed, will retry within a minute", Cause.pretty(cause)), false),
      onSuccess: (reminded) => Effect.as(reminded ? Effect.logInfo("reminder queued") : Effect.logDebug("reminder checked"), true)
    })

  const runDue = (due: Agenda.DueRun) => {
    const { id, moment, trigger } = due
    return Effect.flatMap(trigger === "reminder" ? remind(moment) : settle(trigger, moment, id), (succeeded) =>
      succeeded
        ? Effect.void
        : Effect.flatMap(clock.now, (now) => Ref.update(agenda, (current) => Agenda.failed(current, due, now)))).pipe(
        Effect.annotateLogs({ trigger, date: moment.today })
      )
  }

  const noticeShift = (before: DateTime.Zoned, now: DateTime.Zoned) => {
    const shift = now.epochMillis - before.epochMillis
    const longest = Duration.toMillis(watch) + Duration.toMillis(clockShiftNoticed)
    return shift < -Duration.toMillis(clockShiftNoticed) || shift > longest
      ? Effect.logWarning("the wall clock moved, or the machine slept").pipe(Effect.annotateLogs({ by_ms: shift }))
      : Effect.void
  }

  const checkClock = Effect.gen(function*() {
    const now = yield* clock.now
    const before = yield* Ref.get(agenda)
    const advanced = Agenda.advance(before, now)
    yield* Ref.set(agenda, advanced.agenda)
    yield* noticeShift(before.lastReading, now)
    yield* Effect.forEach(advanced.due, runDue, { discard: true })
    // Not interruptible: the due runs are already removed from the agenda.
  }).pipe(Effect.uninterruptible, Effect.catchAllCause((cause) => Effect.logError("scheduler check failed, will retry", cause)))

  const untilDue = Effect.gen(function*() {
    const { epochMillis } = yield* clock.now
    const current = yield* Ref.get(agenda)
    const elapsed = epochMillis - current.lastReading.epochMillis
    const remaining = Agenda.millisUntilDue(current) - elapsed
    return Duration.millis(Math.min(Duration.toMillis(watch), Math.max(1, remaining)))
  })

  const settlementFiber = Effect.schedule(checkClock, Schedule.delayedEffect(Schedule.forever, () => untilDue))

  /** Registers the cutoff: runs the job once, then forks a settlement fiber in place of the current one. */
  const register = (trigger: Trigger, { cutoff, remindMinutes }: ShopConfig, id: string | null) =>
    Effect.gen(function*() {
      yield* FiberHandle.clear(settlement)
      const now = yield* clock.now
      yield* Ref.update(agenda, (current) => Agenda.restart(current, now, cutoff, remindMinutes))
      yield* runDue({ trigger, moment: momentOf(now, cutoff), id })
      yield* FiberHandle.run(settlement, settlementFiber)
    }).pipe(Effect.annotateLogs({ service: "scheduler" }))

  /** The service starts once in each term, however many processes join it. */
  const startOfService = Effect.map(lease.epoch, (epoch) => epoch === null ? null : `start ${epoch}`)

  const startedOnce = yield* Effect.cached(Effect.flatMap(startOfService, (id) => register("start", settings, id)))
  // `Effect.cached` keeps the log annotations of the first caller; annotate inside so they do not leak.
  const started = Effect.annotateLogs(startedOnce, { service: "scheduler" })

  /** The newest reload that this replica has carried out, its own or another's. */
  let newestReload = yield* replicas.reloads

  const registerReload = ({ current }: Reloaded, number: number | null) =>
    Effect.zipRight(register("reload", current, number === null ? null : `reload ${number}`),
      Effect.annotateLogs(Effect.logInfo("cutoff registered"), { cutoff_time: formatCutoff(current.cutoff) }))

  const actor = yield* Actor.start<ReloadCutoff | FollowReload, never>("scheduler", {
    ReloadCutoff: () =>
      Effect.gen(function*() {
        yield* started
        const { apply } = yield* config.read
        const number = yield* replicas.requestReload
        // After one of another replica that is not carried out yet, the file is read once more for that.
        if (number === newestReload + 1) newestReload = number
        const reloaded = yield* apply
        yield* registerReload(reloaded, number)
        return reloaded
      }),
    FollowReload: ({ number }) =>
      Effect.gen(function*() {
        yield* started
        if (number <= newestReload) return
        newestReload = number
        yield* registerReload(yield* config.reload, number)
      }).pipe(Effect.catchTag("InvalidConfig", ({ message }) =>
        Effect.annotateLogs(Effect.logError("configuration not reloaded, earlier settings stay"), { faults: message })))
  })

  const followReloads = Effect.gen(function*() {
    const number = yield* replicas.reloads
    if (number > newestReload) yield* actor.ask(new FollowReload({ number }))
    // A database that does not answer is in the log and in health already.
  }).pipe(Effect.catchAllCause(() => Effect.void))
  if (replicas.own !== null) yield* Effect.forkScoped(Effect.schedule(followReloads, Schedule.spaced(yield* ForeignWritePoll)))

  yield* Effect.forkScoped(started)
  yield* Effect.forkScoped(Effect.schedule(
    Effect.flatMap(clock.now, (now) => events.publish(ServerEvent.Tick({ now }))),
    Schedule.spaced(yield* HeartbeatInterval)
  ))

  return {
    reloadCutoff: Effect.catchIf(actor.ask(new ReloadCutoff()), Actor.isStopped, Effect.die),
    status: Effect.gen(function*() {
      const now = yield* clock.now
      const { cutoff, lastReading } = yield* Ref.get(agenda)
      const last = yield* Ref.get(lastRun)
      return {
        ok: Math.abs(now.epochMillis - lastReading.epochMillis) <= Duration.toMillis(Duration.sum(watch, longestRun)),
        cutoff,
        nextRun: Agenda.nextCutoff(now, cutoff),
        lastRun: last.at,
        lastResult: last.result
      }
    })
  } satisfies typeof Scheduler.Service
})

export const layer = Layer.scoped(Scheduler, make)
