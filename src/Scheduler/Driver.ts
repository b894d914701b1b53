import { Effect, Schedule, ScheduleDecision, ScheduleInterval } from "effect"
import { EarliestTime, ShopClock } from "../Clock.ts"
import { clockWatch } from "../Clock/ClockWatch.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import * as Agenda from "../Domain/Agenda.ts"
import { theService } from "../Domain/Command.ts"
import * as DailyJob from "../Domain/DailyJob.ts"
import { Event } from "../Domain/DailyJob.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { Trigger } from "../Domain/Settlement.ts"
import { formatTime } from "../Domain/TimeOfDay.ts"
import { Events, ServerEvent } from "../Events.ts"
import { Ledger } from "../Ledger.ts"
import { makeRuns } from "./Runs.ts"

/**
 * The instants of the daily job as a schedule: each time, the agenda's next cutoff, hour, reminder, report or retry. The agenda is
 * read when the next instant is needed, after the check before it.
 */
const dueInstants = (nextCheck: () => number): Schedule.Schedule<number> =>
  Schedule.makeWithState(undefined, () =>
    Effect.sync(() => {
      const due = nextCheck()
      return [undefined, due, ScheduleDecision.continueWith(ScheduleInterval.after(due))]
    }))

/**
 * The clock decides on which day a change of the days' start takes effect. Returns whether the ledger has it: if the database takes
 * no changes, the next reading tries again.
 */
const adoptDayStart = (ledger: typeof Ledger.Service) =>
  Effect.gen(function*() {
    const isChange = yield* ledger.carryOut({ _tag: "StartDays" }, theService)
    if (!isChange) return true
    const next = ledger.calendar().starts.at(-1)
    return yield* Effect.annotateLogs(Effect.as(Effect.logInfo("day start registered"), true), {
      from: next?.from,
      at: next === undefined ? "00:00" : formatTime(next.at)
    })
  }).pipe(Effect.catchAllCause((cause) => Effect.as(Effect.logDebug("day start not registered, will retry", cause), false)))

/** Drives the pure `DailyJob`: passes it what happens, and does what it asks for. */
export const makeDriver = (unanswered: () => LocalDate | null, settings: ShopConfig) =>
  Effect.gen(function*() {
    const clock = yield* ShopClock
    const earliest = yield* EarliestTime
    const events = yield* Events
    const ledger = yield* Ledger
    const watch = yield* clockWatch

    const agenda = Agenda.start(yield* clock.now, ledger.calendar(), settings.remindMinutes, settings.reports)
    let job = DailyJob.begin(agenda, watch.lastReading(), watch.moves())
    const actionsAfter = (event: DailyJob.Event) => {
      const [next, actions] = DailyJob.after(job, event)
      job = next
      return actions
    }
    const runs = yield* makeRuns(unanswered, (report) => {
      actionsAfter(Event.HadNothingToTell({ report }))
    })

    const run = (due: Agenda.DueRun): Effect.Effect<void> =>
      Effect.flatMap(runs.carryOut(due), (failure) =>
        failure === null
          ? Effect.void
          : Effect.flatMap(clock.now, (now) => on(Event.RunFailed({ due, now, why: failure.why })))).pipe(
          Effect.annotateLogs({ trigger: due.trigger, date: due.moment.today })
        )

    const on = (event: DailyJob.Event): Effect.Effect<void> =>
      Effect.forEach(actionsAfter(event), DailyJob.Action.$match({
        Run: ({ due }) => run(due),
        Announce: ({ event }) => events.publish(ServerEvent[event]())
      }), { discard: true })

    const reading = Effect.map(clock.now, (now) => ({ now, calendar: ledger.calendar(), isClockWrong: now.epochMillis < earliest }))

    const dayStart = Effect.gen(function*() {
      if (job.isDayStartAdopted || (yield* reading).isClockWrong) return
      if (yield* adoptDayStart(ledger)) yield* on(Event.DayStartAdopted())
    })

    const wake = Effect.suspend(() => on(Event.Woke({ at: watch.lastReading() })))
    const rest = Effect.suspend(() => on(Event.Rested()))

    const check = Effect.gen(function*() {
      yield* wake
      yield* dayStart
      yield* on(Event.ClockRead({ ...yield* reading, moves: watch.moves(), unanswered: unanswered() }))
      // Not interruptible: the due runs are already removed from the agenda.
    }).pipe(
      Effect.uninterruptible,
      Effect.catchAllCause((cause) => Effect.logError("scheduler check failed, will retry", cause)),
      Effect.ensuring(rest),
      Effect.annotateLogs({ service: "scheduler" })
    )

    return {
      check,
      /** A check at each instant of the agenda. */
      checks: Effect.schedule(check, dueInstants(() => DailyJob.nextCheck(job))),
      /** Replaces the settings, and runs the job once. */
      register: (trigger: Trigger, { cutoff, remindMinutes, reports }: ShopConfig) =>
        Effect.gen(function*() {
          yield* on(Event.Replaced())
          yield* dayStart
          const { calendar, ...read } = yield* reading
          yield* on(Event.Registered({ ...read, calendar: { ...calendar, cutoff }, trigger, remindMinutes, reports }))
        }),
      wake,
      rest,
      isOff: () => DailyJob.isOff(job, { moves: watch.moves(), unanswered: unanswered() }),
      job: () => job,
      last: runs.last
    }
  })
