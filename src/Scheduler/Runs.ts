import { Cause, type DateTime, Effect, Exit, Option } from "effect"
import { ShopClock } from "../Clock.ts"
import { unavailableReasonOf } from "../Database/Write.ts"
import { debugLine } from "../DebugLine.ts"
import type { DueRun } from "../Domain/Agenda.ts"
import type { Moment } from "../Domain/Calendar.ts"
import { type ReportResult, theService } from "../Domain/Command.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { DueReport } from "../Domain/ReportTimes.ts"
import { resultOf, type RunResult, type Trigger } from "../Domain/Settlement.ts"
import { Events, ServerEvent } from "../Events.ts"
import { Ledger } from "../Ledger.ts"
import { settlementRan } from "../Metrics.ts"

interface Failure {
  readonly why: "no database" | "unknown"
  /** Whether the reason differs from that of the run before. */
  readonly isNews: boolean
}

/**
 * Carries out what is due: settlements, reminders and reports, one after another.
 * @param unanswered the day whose source was asked in vain until patience was over
 * @param untold notes a report whose period has no counted day yet
 */
export const makeRuns = (unanswered: () => LocalDate | null, untold: (report: DueReport) => void) =>
  Effect.gen(function*() {
    const clock = yield* ShopClock
    const events = yield* Events
    const ledger = yield* Ledger

    let lastRun: { readonly at: DateTime.Zoned | null; readonly result: RunResult } = { at: null, result: "never_run" }
    /** Whether the log already says that the database accepts no writes. */
    let hasNoDatabase = false

    /** Logs a failure once: while the database accepts no writes, the run is retried each second. */
    const noticeFailure = (what: string, cause: Cause.Cause<unknown>): Effect.Effect<Failure> => {
      const why = Option.isSome(unavailableReasonOf(Cause.squash(cause))) ? "no database" : "unknown"
      const isNews = why === "unknown" || !hasNoDatabase
      hasNoDatabase = why === "no database"
      return Effect.as(isNews ? Effect.logError(`${what} failed, will retry within a minute`, Cause.pretty(cause)) : Effect.void, {
        why,
        isNews
      })
    }

    /** One run of the daily job. Returns why the settlement failed; null if it did not. */
    const settle = (
      trigger: Trigger,
      moment: Moment,
      id: string | null
    ): Effect.Effect<Failure | null> =>
      Effect.gen(function*() {
        const isUnanswered = unanswered() === moment.today
        const run = ledger.carryOut({ _tag: "Settle", trigger, moment, id, unanswered: isUnanswered }, theService)
        const exit = yield* Effect.exit(run)
        if (Exit.isSuccess(exit)) yield* debugLine("settlement decided", { decision: exit.value._tag })
        const result = Exit.isSuccess(exit) ? resultOf(exit.value) : "failed"
        lastRun = { at: yield* clock.now, result }
        const failure = Exit.isFailure(exit) ? yield* noticeFailure("settlement", exit.cause) : null
        if (failure?.isNews === false) return failure
        yield* settlementRan(result)
        if (failure === null) {
          yield* result === "before_cutoff" || result === "settled"
            ? Effect.logDebug("settlement checked")
            : Effect.logInfo("settlement ran")
        }
        // The cutoff has passed or the settings have changed, so pages load the figures again, whatever the job did.
        if (trigger !== "hourly") yield* events.publish(ServerEvent.Change())
        return failure
      })

    /** Returns why the reminder failed; null if it did not. */
    const remind = (moment: Moment): Effect.Effect<Failure | null> =>
      Effect.matchCauseEffect(ledger.carryOut({ _tag: "Remind", moment }, theService), {
        onFailure: (cause) => noticeFailure("reminder", cause),
        onSuccess: (reminded) => Effect.as(reminded ? Effect.logInfo("reminder queued") : Effect.logDebug("reminder checked"), null)
      })

    const logReport: Readonly<Record<ReportResult, Effect.Effect<void>>> = {
      queued: Effect.logInfo("report queued"),
      sent_before: Effect.logDebug("report checked"),
      left_out: Effect.logWarning("report left out: its time was more than 24 hours ago"),
      nothing_to_tell: Effect.logDebug("report checked")
    }

    /** Returns why the report failed; null if it did not. */
    const report = (due: DueReport): Effect.Effect<Failure | null> =>
      Effect.matchCauseEffect(ledger.carryOut({ _tag: "Report", due }, theService), {
        onFailure: (cause) => noticeFailure("report", cause),
        onSuccess: (result) => {
          if (result === "nothing_to_tell") untold(due)
          return Effect.as(logReport[result], null)
        }
      }).pipe(Effect.annotateLogs({ report: due.period.name }))

    const run = ({ id, moment, report: due, trigger }: DueRun) => {
      if (due !== undefined) return report(due)
      return trigger === "reminder" || trigger === "report" ? remind(moment) : settle(trigger, moment, id)
    }

    return {
      /** Returns why the run failed; null if it did not. */
      carryOut: (due: DueRun) =>
        Effect.tap(run(due), (failure) => {
          if (failure === null) hasNoDatabase = false
        }),
      /** The last settlement, and when it ended. */
      last: () => lastRun
    }
  })
