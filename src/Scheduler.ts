import { Context, DateTime, Duration, Effect, FiberHandle, Layer, Request, Schedule, ScheduleDecision, ScheduleInterval } from "effect"
import { EarliestTime, ShopClock } from "./Clock.ts"
import { clockWatch } from "./Clock/ClockWatch.ts"
import * as Actor from "./Concurrency/Actor.ts"
import { onOwnBehalf } from "./Concurrency/Actor.ts"
import { Config, type Reloaded } from "./Config.ts"
import type { InvalidConfig } from "./Config/InvalidConfig.ts"
import type { ShopConfig } from "./Config/ShopConfig.ts"
import * as Agenda from "./Domain/Agenda.ts"
import { type Cutoff, dateOf, endOfDay, momentOf } from "./Domain/Calendar.ts"
import { theService } from "./Domain/Command.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import type { RunResult, Trigger } from "./Domain/Settlement.ts"
import { formatTime } from "./Domain/TimeOfDay.ts"
import { Events, ServerEvent } from "./Events.ts"
import { Ledger } from "./Ledger.ts"
import { OutboxBell } from "./Outbox/Bell.ts"
import { makeAsking, type SourceStatus } from "./Scheduler/Asking.ts"
import { makeRuns } from "./Scheduler/Runs.ts"

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

/**
 * The instants of the daily job as a schedule: each time, the agenda's next cutoff, hour, reminder, report or retry. The agenda is
 * read when the next instant is needed, after the check before it.
 */
const dueInstants = (agenda: () => Agenda.Agenda): Schedule.Schedule<number> =>
  Schedule.makeWithState(undefined, () =>
    Effect.sync(() => {
      const { lastReading } = agenda()
      const due = lastReading.epochMillis + Agenda.millisUntilDue(agenda())
      return [undefined, due, ScheduleDecision.continueWith(ScheduleInterval.after(due))]
    }))

/** A settlement may wait this long for a locked database before the scheduler counts as stuck. */
const longestRun = Duration.minutes(2)

const make = Effect.gen(function*() {
  const bell = yield* OutboxBell
  const clock = yield* ShopClock
  const earliest = yield* EarliestTime
  const config = yield* Config
  const events = yield* Events
  const ledger = yield* Ledger
  const watch = yield* clockWatch
  const longestPause = Duration.toMillis(yield* WallClockWatch)

  const asking = yield* makeAsking(longestPause)
  const askingFiber = yield* FiberHandle.make()
  /** The day whose `unanswered` run has begun. */
  let unansweredRun: LocalDate | null = null

  const settings = yield* config.current
  let agenda = Agenda.start(yield* clock.now, ledger.calendar(), settings.remindMinutes, settings.reports)
  const runs = yield* makeRuns(asking.unanswered, (report) => {
    agenda = Agenda.untold(agenda, report)
  })
  const settlement = yield* FiberHandle.make()
  /** When the settlement fiber began its present check; null while it sleeps. */
  let busySince: number | null = watch.lastReading()
  /** The number of clock movements that the settlement fiber has handled. */
  let movesSeen = watch.moves()
  /** Carries out one due run. */
  const runDue = (due: Agenda.DueRun) => {
    const { moment, trigger } = due
    return Effect.flatMap(runs.carryOut(due), (failure) =>
      failure === null ? Effect.void : Effect.map(clock.now, (now) => {
        agenda = Agenda.failed(agenda, due, now, failure.why)
      })).pipe(
        Effect.annotateLogs({ trigger, date: moment.today })
      )
  }

  const isClockWrong = Effect.map(clock.now, ({ epochMillis }) => epochMillis < earliest)

  /** Whether the ledger's days begin as these settings say, or will from a known day on. */
  let isDayStartAdopted = false
  /**
   * The clock decides on which day a change takes effect. If the clock is wrong, or the database takes no changes, the next reading
   * tries again.
   */
  const adoptDayStart = Effect.gen(function*() {
    if (isDayStartAdopted || (yield* isClockWrong)) return
    const isChange = yield* ledger.carryOut({ _tag: "StartDays" }, theService)
    isDayStartAdopted = true
    if (!isChange) return
    const next = ledger.calendar().starts.at(-1)
    yield* Effect.annotateLogs(Effect.logInfo("day start registered"), {
      from: next?.from,
      at: next === undefined ? "00:00" : formatTime(next.at)
    })
  }).pipe(Effect.catchAllCause((cause) => Effect.logDebug("day start not registered, will retry", cause)))

  const isUnansweredDue = () => asking.unanswered() !== unansweredRun && asking.unanswered() !== null

  /** The run of a day whose source has not answered in time. After that day has ended, the run is due as of the day's last instant. */
  const dueUnanswered = (now: DateTime.Zoned): ReadonlyArray<Agenda.DueRun> => {
    const date = asking.unanswered()
    if (date === null || !isUnansweredDue()) return []
    const { calendar } = agenda
    const isToday = date === dateOf(now, calendar)
    const instant = isToday ? now : DateTime.subtract(endOfDay(date, calendar), { millis: 1 })
    return [{ trigger: "unanswered", moment: momentOf(instant, calendar), id: null }]
  }

  const checkClock = Effect.gen(function*() {
    busySince = watch.lastReading()
    yield* adoptDayStart
    const now = yield* clock.now
    // Another process may have changed when days begin. The cutoff stays that of the agenda's settings.
    const before = { ...agenda, calendar: { ...ledger.calendar(), cutoff: agenda.calendar.cutoff } }
    movesSeen = watch.moves()
    const advanced = Agenda.advance(before, now)
    const isWrong = now.epochMillis < earliest
    agenda = isWrong ? Agenda.unread(advanced.agenda) : advanced.agenda
    const unanswered = isWrong ? [] : dueUnanswered(now)
    // The day begins now. At midnight or another full hour, an hourly check is due and announces the day; otherwise no run does.
    const isNewDay = dateOf(before.lastReading, before.calendar) !== dateOf(now, before.calendar)
    if (isNewDay && advanced.due.length === 0) yield* events.publish(ServerEvent.Change())
    yield* Effect.forEach(isWrong ? [] : [...advanced.due, ...unanswered], runDue, { discard: true })
    // A machine that slept over the full hour reads the clock at another minute.
    if (advanced.onTheHour) yield* events.publish(Agenda.isOnTheHour(now) ? ServerEvent.ForceRefresh() : ServerEvent.Change())
    if (unanswered.length > 0) unansweredRun = unanswered[0]?.moment.today ?? null
    // Not interruptible: the due runs are already removed from the agenda.
  }).pipe(
    Effect.uninterruptible,
    Effect.catchAllCause((cause) => Effect.logError("scheduler check failed, will retry", cause)),
    Effect.ensuring(Effect.sync(() => {
      busySince = null
    }))
  )

  /** The settlement fiber: a check at each instant of the agenda. */
  const settlementFiber = Effect.schedule(checkClock, dueInstants(() => agenda)).pipe(Effect.annotateLogs({ service: "scheduler" }))

  /** Whether the settlement fiber runs by the registered settings; not yet before the start. */
  let isRegistered = false
  const oneAtATime = yield* Effect.makeSemaphore(1)
  const isOff = () => isRegistered && (watch.moves() !== movesSeen || isUnansweredDue())

  /**
   * A timer does not notice that the clock was set. The check then runs at once, and the settlement fiber sleeps again by the new time;
   * also for a day whose source has not answered in time, which the agenda does not know.
   */
  const correction = Effect.gen(function*() {
    if (!isOff()) return
    yield* FiberHandle.clear(settlement)
    yield* Effect.annotateLogs(checkClock, { service: "scheduler" })
    yield* FiberHandle.run(settlement, onOwnBehalf(settlementFiber))
  }).pipe(oneAtATime.withPermits(1))

  yield* Effect.forkScoped(
    Effect.forever(Effect.zipRight(watch.reached(() => isOff() ? -Infinity : Infinity, longestPause), correction))
  )

  /** Applies the cutoff of a reload: runs the job once, then replaces the settlement fiber. */
  const register = (trigger: Trigger, settings: ShopConfig) =>
    Effect.gen(function*() {
      const { remindMinutes, reports } = settings
      busySince = watch.lastReading()
      yield* FiberHandle.clear(settlement)
      yield* FiberHandle.clear(askingFiber)
      const asks = asking.by(settings)
      unansweredRun = null
      isDayStartAdopted = false
      yield* adoptDayStart
      const now = yield* clock.now
      const calendar = { ...ledger.calendar(), cutoff: settings.cutoff }
      agenda = Agenda.restart(agenda, now, calendar, remindMinutes, reports)
      // The first reading of the right clock does what this run would have done.
      if (yield* isClockWrong) agenda = Agenda.unread(agenda)
      else yield* runDue({ trigger, moment: momentOf(now, calendar), id: null })
      yield* FiberHandle.run(settlement, onOwnBehalf(settlementFiber))
      isRegistered = true
      busySince = null
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
      ok: Math.abs(now.epochMillis - (busySince ?? watch.lastReading())) <= longestPause + Duration.toMillis(longestRun),
      cutoff: agenda.calendar.cutoff,
      nextRun: Agenda.nextCutoff(now, agenda.calendar),
      lastRun: runs.last().at,
      lastResult: runs.last().result
    })),
    source: asking.status
  } satisfies typeof Scheduler.Service
})

export const layer = Layer.scoped(Scheduler, make)
