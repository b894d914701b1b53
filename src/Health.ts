import { Clock, Context, DateTime, Effect, Either, Layer, Option } from "effect"
import { Backup, type BackupStatus } from "./Backup.ts"
import { ShopClock } from "./Clock.ts"
import { writeFaults } from "./Codes/WriteFault.ts"
import * as Deadline from "./Concurrency/Deadline.ts"
import { within } from "./Concurrency/Patience.ts"
import { Config } from "./Config.ts"
import { type AmountSource, inTheEnd, isAsked, patienceMinutes } from "./Config/AmountSource.ts"
import { moneyOf } from "./Config/ShopConfig.ts"
import { Database } from "./Database.ts"
import { momentOf } from "./Domain/Calendar.ts"
import { counted } from "./Domain/Counted.ts"
import * as DayBook from "./Domain/DayBook.ts"
import { missingDays } from "./Domain/Figures.ts"
import { type AwaitedDay, awaitedDays, isUnsettled } from "./Domain/Lateness.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import { pushedToday } from "./Domain/SoFar.ts"
import {
  awaitingFigures,
  backupFailures,
  clockApart,
  clockWasAhead,
  commitsWait,
  type HealthProblem,
  notSending,
  ofSource,
  problem,
  silentTill,
  waitingIn
} from "./Health/Problem.ts"
import { AutoImport, type AutoImportOutcome } from "./Import/AutoImport.ts"
import { Ledger } from "./Ledger.ts"
import { Notifier, type NotifierStatus } from "./Notifier.ts"
import { Scheduler, type SchedulerStatus } from "./Scheduler.ts"
import type { SourceStatus } from "./Scheduler/Asking.ts"

export interface HealthReport {
  readonly status: "ok" | "degraded" | "down"
  readonly now: DateTime.Zoned
  readonly database: { readonly ok: boolean; readonly kind: string; readonly latencyMillis: number | null }
  readonly scheduler: SchedulerStatus
  /** null while the database does not respond. */
  readonly notifications: NotifierStatus | null
  readonly missingDays: ReadonlyArray<LocalDate>
  /** The days for which a person has to enter a figure, because none is generated. Oldest first. */
  readonly awaiting: ReadonlyArray<AwaitedDay>
  /** The source of the settings, and the results of asking it. */
  readonly source: SourceStatus & { readonly kind: AmountSource["kind"] }
  /** Stored days in the future, from a time when the clock was ahead. Oldest first, like the backups. */
  readonly futureDays: ReadonlyArray<LocalDate>
  readonly futureBackups: ReadonlyArray<LocalDate>
  readonly autoImport: AutoImportOutcome
  readonly backup: BackupStatus
  /**
   * Why the status is not ok, as one sentence each. Everyone may read them, so they contain no path of the machine, no content of a
   * file and no text of an error.
   */
  readonly problems: ReadonlyArray<HealthProblem>
}

export class Health extends Context.Tag("Health")<Health, { readonly report: Effect.Effect<HealthReport> }>() {}

const withinPatience = within("2 seconds")
const pingPatience = "1500 millis"

const overdueAfterMillis = 60_000

export const layer = Layer.effect(
  Health,
  Effect.gen(function*() {
    const autoImport = yield* AutoImport
    const backup = yield* Backup
    const clock = yield* ShopClock
    const config = yield* Config
    const database = yield* Database
    const ledger = yield* Ledger
    const notifier = yield* Notifier
    const scheduler = yield* Scheduler

    /** How many milliseconds the database takes to respond; null if it does not. */
    const pinged = Effect.gen(function*() {
      const before = yield* Clock.currentTimeNanos
      // Shorter than the patience, so that a wait for a connection fails with a reason of its own.
      const inTime = yield* Deadline.orWithin(pingPatience)
      const found = yield* withinPatience(inTime(Effect.either(database.ping)))
      const nanos = (yield* Clock.currentTimeNanos) - before
      return Option.isSome(found) && Either.isRight(found.value) ? Number(nanos / 10_000n) / 100 : null
    })

    return {
      report: Effect.gen(function*() {
        const now = yield* clock.now
        // The COMMIT holds the connection, so a ping would only wait behind it.
        const isCommitWaiting = database.isCommitWaiting()
        const latencyMillis = isCommitWaiting ? null : yield* pinged
        const status = yield* scheduler.status
        const notifications = Option.getOrNull(latencyMillis !== null ? yield* withinPatience(notifier.status) : Option.none())
        const failingFor = yield* notifier.failingFor
        const book = yield* ledger.book
        const calendar = { ...ledger.calendar(), cutoff: status.cutoff }
        const moment = momentOf(now, calendar)
        const { today } = moment
        const future = DayBook.daysAfter(book, today)
        const backups = yield* backup.status
        const due = moment.cutoff
        const lag = now.epochMillis - due.epochMillis
        const settings = yield* config.current
        const { amountSource, feedSilenceMinutes } = settings
        const without = inTheEnd(amountSource)
        const patience = isAsked(amountSource) ? patienceMinutes(amountSource) : null
        const awaiting = awaitedDays(book, now, { calendar, patienceMinutes: patience, without })
        const asked = yield* scheduler.source

        const down = [
          ...(notifications === null && !isCommitWaiting ? [problem("database_silent", "The database does not answer.")] : []),
          ...(status.ok ? [] : [problem("scheduler_stopped", "The scheduler has stopped reading the clock.")])
        ]
        const trouble = yield* database.writes.trouble
        const degraded = [
          ...(isCommitWaiting ? [commitsWait] : []),
          ...clockApart(database.clockAhead),
          ...(trouble === null || notifications === null
            ? []
            : [
              problem(`writes_${trouble.fault}`, `No change can be stored: ${writeFaults[trouble.fault]}.`)
            ]),
          ...(notifications !== null && notifications.failed > 0
            ? [problem(
              "messages_failed",
              `${counted(notifications.failed, "message")} could not be delivered: see the reasons on the admin page.`,
              { count: notifications.failed }
            )]
            : []),
          ...(notifications === null ? [] : waitingIn(notifications.lines, now.epochMillis)),
          ...(status.lastResult === "failed"
            ? [problem("settlement_failed", "The last settlement failed; it is tried again within a minute.")]
            : []),
          ...awaitingFigures(awaiting),
          ...ofSource(asked, book, moneyOf(settings)),
          ...silentTill(pushedToday(book, moment), feedSilenceMinutes),
          ...(without === "generate" && lag > overdueAfterMillis + patienceMinutes(amountSource) * 60_000 &&
              isUnsettled(book, today, due) &&
              awaiting.every(({ date }) => date !== today)
            ? [problem("day_unsettled", `${today} is not settled although its cutoff is past.`, { date: today })]
            : []),
          ...(autoImport.outcome?.ok === false
            ? [problem(autoImport.outcome.code, `The import at start failed: ${autoImport.outcome.detail}`, autoImport.outcome.params)]
            : []),
          ...(backups.failure === null ? [] : [backupFailures[backups.failure]]),
          // A fault that prevents every change also prevents updates of messages.
          ...notSending(trouble === null ? failingFor : 0),
          ...clockWasAhead(future, backups.futureDays)
        ]
        return {
          status: down.length > 0 ? "down" : degraded.length > 0 ? "degraded" : "ok",
          now,
          database: { ok: notifications !== null, kind: database.kind, latencyMillis },
          scheduler: status,
          notifications,
          missingDays: missingDays(book, today),
          awaiting,
          source: { ...asked, kind: amountSource.kind },
          futureDays: future.map(({ date }) => date),
          futureBackups: backups.futureDays,
          autoImport: autoImport.outcome,
          backup: backups,
          problems: [...down, ...degraded]
        } satisfies HealthReport
      })
    }
  })
)
