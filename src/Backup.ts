import { Cause, Context, Data, DateTime, type Duration, Effect, Exit, Layer, Ref } from "effect"
import { rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { removeHead } from "./Backup/BackupFile.ts"
import { BackupMaker } from "./Backup/BackupThread.ts"
import { backupName, byToday, due, madeIn, superfluous } from "./Backup/Plan.ts"
import { copySettings, settingsName } from "./Backup/SettingsCopy.ts"
import { EarliestTime, ShopClock } from "./Clock.ts"
import { clockWatch } from "./Clock/ClockWatch.ts"
import { Config } from "./Config.ts"
import { Environment } from "./Config/Environment.ts"
import { Database } from "./Database.ts"
import { dateOf, momentOf } from "./Domain/Calendar.ts"
import * as DayBook from "./Domain/DayBook.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import { Events } from "./Events.ts"
import { makeFolder } from "./Folder.ts"
import { Ledger } from "./Ledger.ts"
import { messageOf } from "./Wording.ts"

/** `folder`: `backup_dir` cannot be created, listed or cleared. `copy`: no verified copy of the database was made. */
export type BackupFailure = "folder" | "copy"

export interface BackupStatus {
  readonly enabled: boolean
  /** When the newest daily backup up to today was made, by this process or one before it; milliseconds since 1970. */
  readonly lastBackupAt: number | null
  /** Days of backups that are dated in the future, oldest first. */
  readonly futureDays: ReadonlyArray<LocalDate>
  /** Why the last backup failed; null if it succeeded. The log has the details, with file paths. */
  readonly failure: BackupFailure | null
}

/** Makes a backup after each settlement, and keeps the newest `backup_keep` of them. */
export class Backup extends Context.Tag("Backup")<Backup, { readonly status: Effect.Effect<BackupStatus> }>() {}

/** The longest time between two checks for a backup that is due. */
export class BackupCheckInterval extends Context.Reference<BackupCheckInterval>()("BackupCheckInterval", {
  defaultValue: (): Duration.DurationInput => "30 seconds"
}) {}

const retryBackupMillis = 10 * 60_000

interface FailedBackup {
  readonly folder: string
  readonly failure: BackupFailure
  readonly at: number
}

const daysIn = (folder: string, database: string | null): ReadonlyArray<LocalDate> => {
  makeFolder(folder)
  return madeIn(folder, database)
}

const backupsIn = (folder: string, database: string | null, today: LocalDate): Pick<BackupStatus, "lastBackupAt" | "futureDays"> => {
  const { future, past } = byToday(daysIn(folder, database), today)
  const newest = past.at(-1)
  return { lastBackupAt: newest === undefined ? null : statSync(join(folder, backupName(newest))).mtimeMs, futureDays: future }
}

const unknownState: ReturnType<typeof backupsIn> = { lastBackupAt: null, futureDays: [] }

class FolderFailed extends Data.TaggedError("FolderFailed")<{ readonly message: string }> {}

const inFolder = <A>(folder: string, job: () => A): Effect.Effect<A, FolderFailed> =>
  Effect.try({
    try: job,
    catch: (error) => new FolderFailed({ message: `${folder}: ${messageOf(error)}` })
  })

const make = Effect.gen(function*() {
  const clock = yield* ShopClock
  const earliest = yield* EarliestTime
  const config = yield* Config
  const { configFile } = yield* Environment
  const database = yield* Database
  const ledger = yield* Ledger
  const backUp = yield* BackupMaker
  const failed = yield* Ref.make<FailedBackup | null>(null)

  const dueIn = (folder: string) =>
    Effect.gen(function*() {
      const made = yield* inFolder(folder, () => daysIn(folder, database.file))
      const { cutoff, now, pastCutoff, today } = momentOf(yield* clock.now, ledger.calendar())
      return due({
        today,
        pastCutoff,
        todayIsSettled: DayBook.finalOn(yield* ledger.book, today) !== undefined,
        sinceCutoffMillis: now.epochMillis - cutoff.epochMillis,
        made
      })
    })

  const backUpDay = (source: string, folder: string, keep: number, day: LocalDate) =>
    Effect.gen(function*() {
      const target = join(folder, backupName(day))
      const { bytes, verified, warnings } = yield* backUp({ source, target, replace: false })
      const today = dateOf(yield* clock.now, ledger.calendar())
      yield* inFolder(folder, () => {
        for (const name of superfluous(daysIn(folder, source), keep, today)) {
          const path = join(folder, name)
          rmSync(path, { force: true })
          removeHead(path)
          rmSync(settingsName(path), { force: true })
        }
      })
      for (const warning of [...warnings, ...copySettings(configFile, target)]) yield* Effect.logWarning(warning)
      yield* Effect.logInfo("backup made").pipe(Effect.annotateLogs({ file: target, bytes, days: verified.days }))
      if (verified.mismatch !== null) {
        yield* Effect.logWarning("a day differs from its audit record: run `turnover audit verify`").pipe(
          Effect.annotateLogs({ date: verified.mismatch.date })
        )
      }
    })

  const check = Effect.gen(function*() {
    const settings = yield* config.current
    const source = database.file
    const folder = settings.backupDir
    if (folder === null || source === null) return yield* Ref.set(failed, null)
    const before = yield* Ref.get(failed)
    const now = DateTime.toEpochMillis(yield* clock.now)
    if (now < earliest || before !== null && before.folder === folder && Math.abs(now - before.at) < retryBackupMillis) return
    const exit = yield* Effect.exit(
      Effect.flatMap(dueIn(folder), (day) => day === undefined ? Effect.void : backUpDay(source, folder, settings.backupKeep, day))
    )
    if (Exit.isSuccess(exit)) return yield* Ref.set(failed, null)
    const error = Cause.squash(exit.cause)
    const reason = messageOf(error)
    yield* Effect.logError(`backup failed, will retry in 10 minutes: ${reason}`)
    const failure: BackupFailure = error instanceof FolderFailed ? "folder" : "copy"
    yield* Ref.set(failed, { folder, failure, at: now })
  }).pipe(
    Effect.catchAllCause((cause) => Effect.logError("backup check failed, will retry", cause)),
    Effect.annotateLogs({ service: "backup" })
  )

  if (database.kind === "postgres" && (yield* config.current).backupDir !== null) {
    yield* Effect.annotateLogs(Effect.logWarning("backup_dir has no effect on PostgreSQL: make backups with pg_dump"), {
      service: "backup"
    })
  }

  // A change may be the settlement that the day's backup waits for. The interval is for retries, and for days without a settlement.
  const events = yield* (yield* Events).subscribe
  const watch = yield* clockWatch
  const checkNow = yield* watch.every(yield* BackupCheckInterval, check)
  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(events.take, ({ _tag }) => _tag === "Tick" ? Effect.void : checkNow)))

  return {
    status: Effect.gen(function*() {
      const { backupDir } = yield* config.current
      const enabled = backupDir !== null && database.file !== null
      const failure = yield* Ref.get(failed)
      const today = dateOf(yield* clock.now, ledger.calendar())
      return {
        enabled,
        ...(enabled
          ? yield* Effect.orElseSucceed(inFolder(backupDir, () => backupsIn(backupDir, database.file, today)), () => unknownState)
          : unknownState),
        failure: failure?.failure ?? null
      }
    })
  } satisfies typeof Backup.Service
})

export const layer = Layer.scoped(Backup, make)
