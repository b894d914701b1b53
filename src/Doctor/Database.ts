import { Reactivity } from "@effect/experimental"
import { SqlClient, SqlError } from "@effect/sql"
import { Cause, Clock, Effect, Layer, Ref } from "effect"
import { existsSync } from "node:fs"
import { EarliestTime } from "../Clock.ts"
import { type Check, failed, passed, printed, warning } from "../Codes/HealthProblem.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { newestOf, refusalOf, schemaOf } from "../Database/Migrate.ts"
import { migrations } from "../Database/Migrations.ts"
import * as Sqlite from "../Database/Sqlite/Client.ts"
import { isDamage } from "../Database/Sqlite/File.ts"
import type { Calendar } from "../Domain/Calendar.ts"
import * as DayBook from "../Domain/DayBook.ts"
import { newestStart } from "../Domain/DayStart.ts"
import { dayMillis } from "../Domain/LocalDate.ts"
import { counted } from "../Domain/Text.ts"
import { type DaysState, problemsOfDays } from "../Health/Days.ts"
import { messagesFailed } from "../Health/Problems.ts"
import * as AuditTrail from "../Ledger/AuditTrail.ts"
import { knownStarts } from "../Ledger/FirstStarts.ts"
import * as LedgerStore from "../Ledger/Store.ts"
import * as Outbox from "../Outbox.ts"
import { stateOf } from "../People/Expiry.ts"
import * as PeopleStore from "../People/Store.ts"
import type { TokenRow } from "../People/Store.ts"
import { messageOf } from "../Wording.ts"

const restoring = "stop the service and put a backup in its place: `turnover restore FILE`"
// A restore is not advised: the file may be intact, and a restore would lose days.
const reaching = "the file itself may be whole: stop the program that holds it, and run doctor again as the user of the service"

const checkAudit = Effect.gen(function*() {
  const audit = yield* AuditTrail.AuditTrail
  const { firstBrokenId, mismatch, records } = yield* audit.examine
  if (firstBrokenId !== null) {
    return failed("audit", `the chain does not hold at record ${firstBrokenId}`, "the history was changed: compare it with a backup")
  }
  return mismatch === null
    ? passed("audit", `the chain holds, and every day is as its record says (${counted(records, "record")})`)
    : failed("audit", `${mismatch.date} is not as its newest record says`, "see `turnover audit verify`, then `turnover correct` the day")
})

/** What decides on the stored days. The database has the starts of business days that the settings lack. */
export interface Examined extends Omit<DaysState, "book" | "earliest" | "firstStart"> {
  readonly settings: DaysState["settings"] & Pick<ShopConfig, "closedWeekdays">
  /** Receives the calendar with the stored starts of the days. */
  readonly learned?: Ref.Ref<Calendar>
}

const checkDays = ({ calendar, learned, now, settings }: Examined) =>
  Effect.gen(function*() {
    const store = yield* LedgerStore.LedgerStore
    const book = DayBook.withWeek(yield* store.book, settings.closedWeekdays)
    const actual = { ...calendar, starts: yield* knownStarts(store, newestStart(calendar.starts)) }
    if (learned !== undefined) yield* Ref.set(learned, actual)
    const found = problemsOfDays({
      now,
      settings,
      book,
      calendar: actual,
      earliest: yield* EarliestTime,
      firstStart: yield* store.firstStart
    })
    return found.length > 0
      ? found.map(printed("days"))
      : [passed("days", `${counted(book.days.length, "day")}, none of the last 31 is missing`)]
  })

const checkMessages = Effect.gen(function*() {
  const outbox = yield* Outbox.Outbox
  const { failed, pending } = yield* outbox.status
  const problems = messagesFailed(failed)
  if (problems.length === 0)
    return [passed("messages", pending === 0 ? "none is waiting" : `${pending} waiting for the service to send them`)]
  const [last] = yield* outbox.list({ limit: 1, state: "failed" })
  const why = `the last because: ${last?.failure ?? "the reason is not known"}`
  return problems.map((problem) => printed("messages")({ ...problem, sentence: `${problem.sentence}, ${why}` }))
})

const unusedDays = 90

const isUnused = (now: number) => (token: TokenRow): boolean =>
  stateOf(token, now) === "active" && (token.last_used_at ?? token.created_at) < now - unusedDays * dayMillis

/** Names the tokens that have not been used for a long time: each is a key that could be revoked. */
export const checkTokens: Effect.Effect<Check, never, PeopleStore.PeopleStore> = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  const all = yield* (yield* PeopleStore.PeopleStore).tokens(now)
  const unused = all.filter(isUnused(now)).map(({ name }) => name)
  return unused.length === 0
    ? passed("tokens", `${all.filter(({ revoked_at }) => revoked_at === null).length} named, none unused for ${unusedDays} days`)
    : warning("tokens", `unused for ${unusedDays} days: ${unused.join(", ")}`,
      "revoke those that are no longer needed: `turnover token revoke NAME`")
})

/**
 * The content of a database of the service. The days and messages of an older schema can be read only after its upgrade, and days
 * are judged only by settings that can be read.
 */
export const checkContents = (examined: Examined | undefined) => (isUpToDate: boolean) =>
  Effect.provide(
    Effect.map(
      Effect.all([
        checkAudit,
        ...(isUpToDate ? [...(examined === undefined ? [] : [checkDays(examined)]), checkMessages, checkTokens] : [])
      ]),
      (found) => found.flat()
    ),
    Layer.mergeAll(AuditTrail.layer, LedgerStore.layer, Outbox.layer, PeopleStore.layer)
  )

/** Checks the database and its content, without creating or upgrading it. */
export const checkDatabase = (file: string, examined: Examined | undefined): Effect.Effect<ReadonlyArray<Check>> => {
  if (!existsSync(file)) {
    return Effect.succeed([warning("database", `${file} is not there`, "the first start creates it; otherwise check DATABASE_URL")])
  }
  return Effect.gen(function*() {
    const { sql } = yield* Sqlite.make(file)
    const database = Layer.succeed(SqlClient.SqlClient, sql)
    const [integrity] = yield* sql.unsafe<{ readonly integrity_check: string }>("PRAGMA integrity_check(1)")
    if (integrity?.integrity_check !== "ok") return [failed("database", `is damaged: ${integrity?.integrity_check}`, restoring)]
    const schema = yield* Effect.provide(schemaOf, database)
    const known = newestOf(migrations)
    if (schema === null || schema === 0) return [failed("database", `${file} is not a database of this service`, "check DATABASE_URL")]
    const refusal = refusalOf(schema, migrations)
    if (refusal !== undefined) return [failed("database", refusal.why, refusal.remedy)]
    const whole = schema === known
      ? passed("database", `${file} is whole, schema ${schema}`)
      : warning("database", `${file} is whole, its schema ${schema} is older than ${known}`,
        "start the service, which upgrades it after a backup")
    return [whole, ...yield* Effect.provide(checkContents(examined)(schema === known), database)]
  }).pipe(
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.catchTag("DatabaseUnavailable",
      ({ isDamaged, message }) => Effect.succeed([failed("database", message, isDamaged === true ? restoring : reaching)])),
    Effect.catchAllCause((cause) => {
      const error = Cause.squash(cause)
      return Effect.succeed([
        error instanceof SqlError.SqlError && isDamage(error.cause)
          ? failed("database", "is damaged, and cannot be read to its end", restoring)
          : failed("database", `cannot be read to its end: ${messageOf(error)}`, reaching)
      ])
    })
  )
}
