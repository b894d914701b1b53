import { Reactivity } from "@effect/experimental"
import { SqlClient, SqlError } from "@effect/sql"
import { Cause, Effect, Layer, Ref } from "effect"
import { existsSync } from "node:fs"
import { type Check, failed, passed, warning } from "../Codes/Check.ts"
import { newestOf, schemaOf, writtenByNewer } from "../Database/Migrate.ts"
import { migrations } from "../Database/Migrations.ts"
import * as Sqlite from "../Database/Sqlite/Client.ts"
import { isDamage } from "../Database/Sqlite/File.ts"
import * as SteadyClock from "../Database/SteadyClock.ts"
import { type Calendar, type Moment, momentOf } from "../Domain/Calendar.ts"
import { counted } from "../Domain/Counted.ts"
import * as DayBook from "../Domain/DayBook.ts"
import { newestStart } from "../Domain/DayStart.ts"
import { missingDays } from "../Domain/Figures.ts"
import { isAwaited, isUnsettled } from "../Domain/Lateness.ts"
import type { WithoutFigure } from "../Domain/Settlement.ts"
import * as AuditTrail from "../Ledger/AuditTrail.ts"
import { knownStarts } from "../Ledger/FirstStarts.ts"
import * as LedgerStore from "../Ledger/Store.ts"
import * as Outbox from "../Outbox.ts"
import * as PeopleStore from "../People/Store.ts"
import { datedInFuture, messageOf } from "../Wording.ts"
import { checkTokens } from "./Tokens.ts"

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

/** The moment of an examination, and what a day without a record gets at its cutoff; `generate` by default. */
export interface Examined extends Moment {
  /** The calendar by the settings; the database stores when business days begin. */
  readonly calendar?: Calendar
  /** Receives the calendar with the stored starts of the days. */
  readonly learned?: Ref.Ref<Calendar | undefined>
  readonly withoutFigure?: WithoutFigure
}

const checkDays = ({ calendar, learned, withoutFigure, ...moment }: Examined) =>
  Effect.gen(function*() {
    const store = yield* LedgerStore.LedgerStore
    const book = yield* store.book
    const actual = calendar && { ...calendar, starts: yield* knownStarts(store, newestStart(calendar.starts)) }
    if (learned !== undefined) yield* Ref.set(learned, actual)
    const { cutoff, pastCutoff, today } = actual === undefined ? moment : momentOf(moment.now, actual)
    const future = DayBook.daysAfter(book, today)
    if (future.length > 0) {
      return warning("days", datedInFuture(future.map(({ date }) => date)),
        "no amount is generated meanwhile: set the clock if it is behind, or withdraw each such day with `turnover withdraw DATE --reason WHY`")
    }
    const missing = missingDays(book, today)
    if (missing.length > 0) {
      return warning("days", `missing: ${missing.join(" ")}`,
        "enter what was counted with `turnover correct DATE AMOUNT`, or mark a day on which the shop was closed with `turnover close DATE`; no amount is invented")
    }
    if (pastCutoff && withoutFigure === "wait" && isAwaited(book, today)) {
      return warning("days", `${today} awaits its figure, and none is generated`,
        `\`turnover correct ${today} AMOUNT\`, or \`turnover close ${today}\``)
    }
    if (pastCutoff && isUnsettled(book, today, cutoff)) {
      return warning("days", `${today} is not settled although its cutoff is past`, "start the service, or `turnover settle`")
    }
    return passed("days", `${counted(book.days.length, "day")}, none of the last 31 is missing`)
  })

const checkMessages = Effect.gen(function*() {
  const outbox = yield* Outbox.Outbox
  const { failed: undelivered, pending } = yield* outbox.status
  const [last] = undelivered === 0 ? [] : yield* outbox.list({ limit: 1, state: "failed" })
  return undelivered === 0
    ? passed("messages", pending === 0 ? "none is waiting" : `${pending} waiting for the service to send them`)
    : warning("messages", `${undelivered} could not be delivered, the last because: ${last?.failure ?? "the reason is not known"}`,
      "see why on the admin page, and send them again there")
})

/** The content of a database of the service. The days and messages of an older schema can be read only after its upgrade. */
export const checkContents = (moment: Examined) => (isUpToDate: boolean) =>
  Effect.provide(
    Effect.all([checkAudit, ...(isUpToDate ? [checkDays(moment), checkMessages, checkTokens] : [])]),
    Layer.mergeAll(AuditTrail.layer, LedgerStore.layer, Outbox.layer, PeopleStore.layer, SteadyClock.layer)
  )

/** Checks the database and its content, without creating or upgrading it. */
export const checkDatabase = (file: string, moment: Examined): Effect.Effect<ReadonlyArray<Check>> => {
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
    if (schema > known) return [failed("database", writtenByNewer(schema, known), "install that version again")]
    const whole = schema === known
      ? passed("database", `${file} is whole, schema ${schema}`)
      : warning("database", `${file} is whole, its schema ${schema} is older than ${known}`,
        "start the service, which upgrades it after a backup")
    return [whole, ...yield* Effect.provide(checkContents(moment)(schema === known), database)]
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
