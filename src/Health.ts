import { SqlClient } from "@effect/sql"
import { Array as Chunks, Clock, Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { Backup, type BackupFailure, type BackupStatus } from "./Backup.ts"
import { ShopClock } from "./Clock.ts"
import type { HealthParams, HealthProblemCode } from "./Codes/HealthProblem.ts"
import { writeFaults } from "./Codes/WriteFault.ts"
import * as Deadline from "./Concurrency/Deadline.ts"
import { within } from "./Concurrency/Patience.ts"
import { differingKeys } from "./Config/Fingerprint.ts"
import { Database } from "./Database.ts"
import { isOutdated } from "./Database/Migrate.ts"
import { migrations } from "./Database/Migrations.ts"
import type { SeenReplica } from "./Database/ReplicaRegistry.ts"
import { Unfit } from "./Database/Unfit.ts"
import type { ChainHead } from "./Domain/Audit.ts"
import { cutoffInstant, momentOf } from "./Domain/Calendar.ts"
import { inWords, isApart } from "./Domain/ClockDifference.ts"
import * as DayBook from "./Domain/DayBook.ts"
import { missingDays } from "./Domain/Figures.ts"
import { isUnsettled } from "./Domain/Lateness.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import type { Turnover } from "./Domain/Turnover.ts"
import { AutoImport, type AutoImportOutcome } from "./Import/AutoImport.ts"
import { ForeignWritePoll, Ledger } from "./Ledger.ts"
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
  /** null while the database does not respond. */
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

/** A problem for a person: a stable code with its parameters, and a sentence. */
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

/** A stored day in the future means that the clock is behind, or was ahead: no amount is generated until that is settled. */
const clockWasAhead = (days: ReadonlyArray<Turnover>, backups: ReadonlyArray<LocalDate>): ReadonlyArray<HealthProblem> => {
  const [day] = days
  const [backup] = backups
  return [
    ...(day === undefined
      ? []
      : [problem(
        "days_in_future",
        `${
          counted(days.length, "day")
        } dated in the future, the first ${day.date}, so no amount is generated: set the clock if it is behind, or withdraw each such day.`,
        { count: days.length, first: day.date }
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

const changesLost = (lost: ChainHead | null): ReadonlyArray<HealthProblem> =>
  lost === null ?
    [] :
    [problem("changes_lost",
      `The database has lost acknowledged changes: audit record ${lost.id} is not there any more, as after a failover. Compare the days with the newest messages in the group, enter again what is missing, then restart the service.`,
      { record: lost.id })]

const withinPatience = within("2 seconds")
const pingPatience = "1500 millis"

const silent = problem("database_silent", "The database does not answer.")
const busy = problem("database_busy",
  "The database answers, but its tables do not within 2 s: another connection keeps them locked, or it is overloaded.")
const standby = problem("database_standby", "The database is a standby, which takes no writes: DATABASE_URL has to lead to the primary.")
const commitsMadeDurable = problem("synchronous_commit_off",
  "synchronous_commit is off on the database's server. The service turns it on for its changes, and does not start again like this: set it on.")

const commitsWait = problem("commits_wait",
  "The database's server waits for a synchronous standby with each commit, so changes are refused, and one that was refused may be stored later: start the standby, or clear synchronous_standby_names.")

/** What is wrong with a server that still serves reads. */
const servingUnfit: Partial<Record<Unfit["code"], HealthProblem>> = { durable_by_service: commitsMadeDurable, commits_wait: commitsWait }

/** The actual reason why nothing can be read or stored. */
const notServing = (unfit: Unfit | "silent" | "busy" | null): HealthProblem => {
  if (unfit === null || unfit === "silent") return silent
  if (unfit === "busy" || unfit.code === "busy") return busy
  const { settings } = unfit
  return unfit.code === "standby" ?
    standby :
    problem("database_not_durable", `The database would lose acknowledged changes: ${settings} off on its server, expected on.`, {
      settings
    })
}

const overdueAfterMillis = 60_000
const failingNoticed = 10_000
/** By how many milliseconds the age of the book may exceed the poll interval, within which a server's listener hints twice. */
const behindNoticed = 500

const stale = (behindMillis: number, pollMillis: number): ReadonlyArray<HealthProblem> => {
  if (behindMillis <= pollMillis + behindNoticed) return []
  const seconds = Math.round(behindMillis / 1_000)
  return [
    problem("figures_stale", `The figures of this process may be ${seconds} s old: it cannot read what other processes store.`, { seconds })
  ]
}

/** Why messages wait although the bot may be well. */
const notSending = (vacantMillis: number, failingMillis: number): ReadonlyArray<HealthProblem> => {
  const problems: Array<HealthProblem> = []
  if (vacantMillis > 0) {
    const seconds = Math.round(vacantMillis / 1_000)
    problems.push(problem(
      "duties_vacant",
      `No process has had the duties for ${seconds} s, so no message is sent: \`turnover doctor\` says why the lease cannot be taken.`,
      { seconds }
    ))
  }
  if (failingMillis > failingNoticed) {
    const seconds = Math.round(failingMillis / 1_000)
    problems.push(
      problem("sending_fails",
        `This process has failed to read or mark messages for ${seconds} s, so none is sent: the log and \`turnover doctor\` say why.`, {
        seconds
      })
    )
  }
  return problems
}

/** The fix is the same in both directions, but the direction helps to find the cause. */
const clockApart = (ahead: number): ReadonlyArray<HealthProblem> => {
  if (!isApart(ahead)) return []
  return [problem(
    ahead > 0 ? "clock_ahead" : "clock_behind",
    `The clock of this process is ${inWords(ahead)} the database server's, so it settles, sends and changes nothing: set both by NTP.`,
    { seconds: Math.round(Math.abs(ahead) / 1_000) }
  )]
}

const outdated = problem("process_outdated",
  "A newer version of the service has upgraded the database, so this process sends nothing: stop it, and start the new version in its place.")

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
    const pollMillis = Duration.toMillis(yield* ForeignWritePoll)
    const replicas = yield* Replicas
    const scheduler = yield* Scheduler
    const sql = yield* SqlClient.SqlClient

    const schemaIsNewer = Effect.provideService(isOutdated(migrations), SqlClient.SqlClient, sql)

    /** In how many milliseconds the database responds, or why it cannot be used. */
    const pinged = Effect.gen(function*() {
      const before = yield* Clock.currentTimeNanos
      // Shorter than the patience, so that a wait for a connection fails with its own reason.
      const inTime = yield* Deadline.orWithin(pingPatience)
      const ping = Effect.matchEffect(database.ping, {
        onSuccess: () => Effect.succeed<Unfit | null>(null),
        onFailure: (error) => error instanceof Unfit ? Effect.succeed(error) : Effect.fail(error)
      })
      const found = yield* withinPatience(inTime(ping))
      const nanos = (yield* Clock.currentTimeNanos) - before
      const unfit = Option.getOrElse(found, () => "silent" as const)
      const responds = unfit === null || unfit !== "silent" && servingUnfit[unfit.code] !== undefined
      return { unfit, responds, latencyMillis: responds ? Number(nanos / 10_000n) / 100 : null }
    })

    return {
      report: Effect.gen(function*() {
        const now = yield* clock.now
        const { latencyMillis, responds, unfit } = yield* pinged
        const status = yield* scheduler.status
        const notifications = Option.getOrNull(responds ? yield* withinPatience(notifier.status) : Option.none())
        const seen = notifications === null ? [] : Option.getOrElse(yield* withinPatience(replicas.seen), () => [])
        const ahead = notifications === null ? 0 : Option.getOrElse(yield* withinPatience(database.clockAhead), () => 0)
        const isOld = notifications !== null && database.replicas !== null &&
          Option.getOrElse(yield* withinPatience(schemaIsNewer), () => false)
        const vacant = yield* replicas.vacantFor
        const failingFor = yield* notifier.failingFor
        const book = yield* ledger.book
        const { today } = momentOf(now, status.cutoff)
        const future = DayBook.daysAfter(book, today)
        const backups = yield* backup.status
        const due = cutoffInstant(today, status.cutoff, now.zone)
        const lag = now.epochMillis - due.epochMillis

        const down = [
          ...(notifications === null ? [notServing(responds ? "busy" : unfit)] : []),
          ...(status.ok ? [] : [problem("scheduler_stopped", "The scheduler has stopped reading the clock.")])
        ]
        const trouble = yield* database.writes.trouble
        const degraded = [
          ...(notifications === null || unfit === null || unfit === "silent"
            ? []
            : Chunks.fromNullable(servingUnfit[unfit.code])),
          ...changesLost(ledger.lost()),
          ...(trouble === null || notifications === null
            ? []
            : [problem(`writes_${trouble.fault}`, `No change can be stored: ${writeFaults[trouble.fault]}.`)]),
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
          ...stale(ledger.behindMillis(), pollMillis),
          // A fault that prevents every change also prevents marking messages.
          ...notSending(vacant, trouble === null ? failingFor : 0),
          ...(isOld ? [outdated] : []),
          ...clockApart(ahead),
          ...amongReplicas(seen),
          ...clockWasAhead(future, backups.futureDays)
        ]
        return {
          status: down.length > 0 ? "down" : degraded.length > 0 ? "degraded" : "ok",
          now,
          database: { ok: notifications !== null, kind: database.kind, latencyMillis },
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
