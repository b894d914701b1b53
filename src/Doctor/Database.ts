import { SqlError } from "@effect/sql"
import { Cause, DateTime, Effect, Either, Layer } from "effect"
import { existsSync } from "node:fs"
import { byToday, madeIn } from "../Backup/Plan.ts"
import { EarliestTime } from "../Clock.ts"
import { type Check, failed, type Problem, warning } from "../Codes/HealthProblem.ts"
import { chatsOf, type ShopConfig } from "../Config/ShopConfig.ts"
import { Database } from "../Database.ts"
import * as DatabaseUrl from "../Database/DatabaseUrl.ts"
import { isDamage } from "../Database/Sqlite/File.ts"
import { calendarOf, dateOf } from "../Domain/Calendar.ts"
import * as DayBook from "../Domain/DayBook.ts"
import { problemsOf } from "../Health/Problems.ts"
import { knownStarts } from "../Ledger/FirstStarts.ts"
import * as LedgerStore from "../Ledger/Store.ts"
import { lineReports } from "../Notifier.ts"
import * as Outbox from "../Outbox.ts"
import { messageOf } from "../Wording.ts"

const restoring = "stop the service and put a backup in its place: `turnover restore FILE`"
// A restore is not advised: the file may be intact, and a restore would lose days.
const reaching = "the file itself may be whole: stop the program that holds it, and run doctor again as the user of the service"

/** What health would list if the service ran, as the settings and the database have it. */
const problemsIn = (settings: ShopConfig, zone: DateTime.TimeZone.Named) =>
  Effect.gen(function*() {
    const database = yield* Database
    const store = yield* LedgerStore.LedgerStore
    const notifications = yield* (yield* Outbox.Outbox).status
    const now = DateTime.setZone(yield* DateTime.now, zone)
    const calendar = { ...calendarOf(zone, settings.cutoff), starts: yield* knownStarts(store, settings.dayStartsAt) }
    const { backupDir } = settings
    const made = backupDir === null || !existsSync(backupDir) ? [] : madeIn(backupDir, null)
    return problemsOf({
      now,
      calendar,
      book: DayBook.withWeek(yield* store.book, settings.closedWeekdays),
      earliest: yield* EarliestTime,
      firstStart: yield* store.firstStart,
      settings,
      isCommitWaiting: false,
      clockAhead: database.clockAhead,
      trouble: null,
      scheduler: { ok: true, lastResult: "never_run" },
      notifications: {
        ...notifications,
        lines: lineReports(notifications, chatsOf(settings).map(({ name }) => ({ name, kind: null, mutedUntil: null })))
      },
      sendingFailsMillis: 0,
      source: { lastFault: null },
      autoImport: null,
      backup: { failure: null, futureDays: byToday(made, dateOf(now, calendar)).future }
    })
  })

/** The problems of a service that does not run. Its database is neither created nor upgraded; one that cannot be read is the fault. */
export const storedProblems = (
  url: string,
  settings: ShopConfig,
  zone: DateTime.TimeZone.Named
): Effect.Effect<Either.Either<ReadonlyArray<Problem>, Check>> => {
  const file = Either.getOrUndefined(Either.map(DatabaseUrl.parse(url), DatabaseUrl.DatabaseUrl.$match({
    Sqlite: ({ filename }) => filename,
    Postgres: () => undefined
  })))
  if (file === DatabaseUrl.memory)
    return Effect.succeed(Either.left(warning("database", "is in memory: every stop loses all days", "set DATABASE_URL to a file")))
  if (file !== undefined && !existsSync(file))
    return Effect.succeed(
      Either.left(warning("database", `${file} is not there`, "the first start creates it; otherwise check DATABASE_URL"))
    )
  const unreached = file === undefined ? "the service does not start without it" : reaching
  return problemsIn(settings, zone).pipe(
    Effect.provide(Layer.provideMerge(Layer.mergeAll(LedgerStore.layer, Outbox.layer), Database.layer(url, "refuse"))),
    Effect.map((problems) => Either.right(problems)),
    Effect.catchTag("DatabaseUnavailable",
      ({ isDamaged, message }) => Effect.succeed(Either.left(failed("database", message, isDamaged === true ? restoring : unreached)))),
    Effect.catchAllCause((cause) => {
      const error = Cause.squash(cause)
      return Effect.succeed(Either.left(
        error instanceof SqlError.SqlError && isDamage(error.cause)
          ? failed("database", "is damaged, and cannot be read to its end", restoring)
          : failed("database", `cannot be read to its end: ${messageOf(error)}`, unreached)
      ))
    })
  )
}
