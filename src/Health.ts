import { Clock, Context, DateTime, Effect, Layer, Option } from "effect"
import { Backup, type BackupFailure, type BackupStatus } from "./Backup.ts"
import { ShopClock } from "./Clock.ts"
import { within } from "./Concurrency/Patience.ts"
import { Database } from "./Database.ts"
import type { SeenReplica } from "./Database/ReplicaRegistry.ts"
import { cutoffInstant, momentOf } from "./Domain/Calendar.ts"
import * as DayBook from "./Domain/DayBook.ts"
import { missingDays } from "./Domain/Figures.ts"
import type { HealthParams, HealthProblemCode } from "./Domain/HealthProblem.ts"
import { isUnsettled } from "./Domain/Lateness.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import { differingKeys } from "./Domain/Replica.ts"
import type { Turnover } from "./Domain/Turnover.ts"
import { AutoImport, type AutoImportOutcome } from "./Import/AutoImport.ts"
import { Ledger } from "./Ledger.ts"
import { Notifier } from "./Notifier.ts"
import type { OutboxStatus } from "./Outbox.ts"
import { Replicas } from "./Replicas.ts"
import { Scheduler, type SchedulerStatus } from "./Scheduler.ts"

/** The state of the service, for people and monitors. */
export interface HealthReport {
  readonly status: "ok" | "degraded" | "down"
  readonly now: DateTime.Zoned
  readonly database: { readonly ok: boolean; readonly kind: string; readonly latencyMillis: number | null }
  readonly scheduler: SchedulerStatus
  /** null while the database does not answer. */
  readonly notifications: OutboxStatus | null
  readonly missingDays: ReadonlyArray<LocalDate>
  /** Stored days in the future, from a time when the clock was ahead. Oldest first, like the backups. */
  readonly futureDays: ReadonlyArray<LocalDate>
  readonly futureBackups: ReadonlyArray<LocalDate>
  readonly autoImport: AutoImportOutcome
  readonly backup: BackupStatus
  /** The processes that serve the database, and which of them this is; none where it is a file. */
  readonly replicas: { readonly own: string | null; readonly seen: ReadonlyArray<SeenReplica> }
  /** Why the status is not ok, a sentence each. Anyone may read them: no path of the machine, nothing of a file or an error's text. */
  readonly problems: ReadonlyArray<HealthProblem>
}

/** Why a person should look: a stable code with its parameters, and a sentence. */
export interface HealthProblem {
  readonly code: HealthProblemCode
  readonly params: HealthParams
  readonly message: string
}

const problem = (code: HealthProblemCode, message: string, params: HealthParams = {}): HealthProblem => ({
  code,
  params,
  message
})

export class Health extends Context.Tag("Health")<Health, { readonly report: Effect.Effect<HealthReport> }>() {}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? " is" : "s are"}`

/** A future day that a person has entered is listed but does not degrade: there is nothing to do about it. */
const clockWasAhead = (days: ReadonlyArray<Turnover>, backups: ReadonlyArray<LocalDate>): ReadonlyArray<HealthProblem> => {
  const generated = days.filter(({ source }) => source === "generated")
  const [day] = generated
  const [backup] = backups
  return [
    ...(day === undefined
      ? []
      : [problem(
        "generated_in_future",
        `${
          counted(generated.length, "generated day")
        } dated in the future, the first ${day.date}: check the clock, and correct each such day.`,
        { count: generated.length, first: day.date }
      )]),
    ...(backup === undefined
      ? []
      : [problem(
        "backup_in_future",
        `${
          counted(backups.length, "daily backup")
        } dated in the future, the first ${backup}: check the clock, and move each such file out of backup_dir.`,
        { count: backups.length, first: backup }
      )])
  ]
}

const amongReplicas = (replicas: ReadonlyArray<SeenReplica>): ReadonlyArray<HealthProblem> => {
  const faulty = replicas.filter(({ configFault }) => configFault !== null).length
  const keys = differingKeys(replicas).join(" ")
  return [
    ...(faulty === 0
      ? []
      : [problem(
        "replica_config",
        `${
          faulty === 1 ? "The configuration file of 1 replica has" : `The configuration files of ${faulty} replicas have`
        } a fault, so earlier settings apply there: correct the file and reload.`,
        { count: faulty }
      )]),
    ...(keys === ""
      ? []
      : [problem(
        "replicas_differ",
        `The replicas have different settings: ${keys}. Give each the same settings, then reload or restart.`,
        { keys }
      )])
  ]
}

const withinPatience = within("2 seconds")
const overdueAfterMillis = 60_000

const backupFailures: Readonly<Record<BackupFailure, HealthProblem>> = {
  folder: problem(
    "backup_folder",
    "The daily backup failed: the folder backup_dir cannot be used. It is tried again in 10 minutes; the log says why."
  ),
  copy: problem(
    "backup_copy",
    "The daily backup failed: no verified copy was made. It is tried again in 10 minutes; the log says why."
  )
}

export const layer = Layer.effect(
  Health,
  Effect.gen(function*() {
    const autoImport = yield* AutoImport
    const backup = yield* Backup
    const clock = yield* ShopClock
    const database = yield* Database
    const ledger = yield* Ledger
    const notifier = yield* Notifier
    const replicas = yield* Replicas
    const scheduler = yield* Scheduler

    const pinged = Effect.gen(function*() {
      const before = yield* Clock.currentTimeNanos
      const answer = yield* withinPatience(database.ping)
      const nanos = (yield* Clock.currentTimeNanos) - before
      return Option.as(answer, Number(nanos / 10_000n) / 100)
    })

    return {
      report: Effect.gen(function*() {
        const now = yield* clock.now
        const latency = yield* pinged
        const status = yield* scheduler.status
        const notifications = Option.getOrNull(Option.isSome(latency) ? yield* withinPatience(notifier.status) : Option.none())
        const seen = notifications === null ? [] : Option.getOrElse(yield* withinPatience(replicas.seen), () => [])
        const book = yield* ledger.book
        const { today } = momentOf(now, status.cutoff)
        const future = DayBook.daysAfter(book, today)
        const backups = yield* backup.status
        const due = cutoffInstant(today, status.cutoff, now.zone)
        const lag = now.epochMillis - due.epochMillis

        const down = [
          ...(notifications === null ? [problem("database_silent", "The database does not answer.")] : []),
          ...(status.ok ? [] : [problem("scheduler_stopped", "The scheduler has stopped reading the clock.")])
        ]
        const degraded = [
          ...(notifications !== null && notifications.failed > 0
            ? [problem(
              "messages_failed",
              `${notifications.failed} ${
                notifications.failed === 1 ? "message" : "messages"
              } could not be delivered: see the reasons on the admin page.`,
              { count: notifications.failed }
            )]
            : []),
          ...(status.lastResult === "failed"
            ? [problem("settlement_failed", "The last settlement failed; it is tried again within a minute.")]
            : []),
          ...(lag > overdueAfterMillis && isUnsettled(book, today, due)
            ? [problem("day_unsettled", `${today} is not settled although its cutoff is past.`, { date: today })]
            : []),
          ...(autoImport.outcome?.ok === false
            ? [problem(autoImport.outcome.code, `The import at start failed: ${autoImport.outcome.detail}`, autoImport.outcome.params)]
            : []),
          ...(backups.failure === null ? [] : [backupFailures[backups.failure]]),
          ...amongReplicas(seen),
          ...clockWasAhead(future, backups.futureDays)
        ]
        return {
          status: down.length > 0 ? "down" : degraded.length > 0 ? "degraded" : "ok",
          now,
          database: { ok: notifications !== null, kind: database.kind, latencyMillis: Option.getOrNull(latency) },
          scheduler: status,
          notifications,
          missingDays: missingDays(book, today),
          futureDays: future.map(({ date }) => date),
          futureBackups: backups.futureDays,
          autoImport: autoImport.outcome,
          backup: backups,
          replicas: { own: replicas.own, seen },
          problems: [...down, ...degraded]
        } satisfies HealthReport
      })
    }
  })
)
