import type { FileSystem } from "@effect/platform"
import { Effect, Either, Redacted } from "effect"
import { createHash } from "node:crypto"
import type { SqlSource } from "../Config/AmountSource/Sql.ts"
import { databaseOf } from "../Config/SourceTexts.ts"
import * as DatabaseUrl from "../Database/DatabaseUrl.ts"
import { readPostgres } from "../Database/Postgres/PostgresReading.ts"
import type { ReadingFailed, ReadingQuery, ReadRows } from "../Database/Reading.ts"
import { readSqlite } from "../Database/Sqlite/SqliteReading.ts"
import type { DayBounds } from "../Domain/Calendar.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { dayValues } from "../Domain/Template.ts"
import { daySum, notCounted } from "./Cents.ts"
import { centsOf } from "./Decimal.ts"
import type { Figure } from "./Figure.ts"
import { described } from "./Json.ts"
import { faultOf, type SourceFault } from "./SourceFault.ts"

const placeholder = /\{([\w.]+)\}/g

/** The query with its placeholders as parameters. Other braces, and all dollars, belong to SQL. */
export const readingQuery = (query: string, days: Readonly<Record<string, string>>): ReadingQuery => {
  const values = Array.from(query.matchAll(placeholder), ([, name = ""]) => days[name]).filter((value) => value !== undefined)
  return {
    values,
    text: (mark) => {
      let number = 0
      return query.replace(placeholder, (found, name: string) => days[name] === undefined ? found : mark(++number))
    }
  }
}

const refused = (reason: string): SourceFault => faultOf("query", `the query has no answer: ${reason}`, { reason })

/** One row with one column. Any other result suggests that the query is not the one that was meant. */
export const oneValue = ({ rows }: ReadRows): Either.Either<string, SourceFault> => {
  const [row = [], second] = rows
  const value = row[0]
  if (second === undefined && row.length === 1 && typeof value === "string") return Either.right(value)
  const found = rows.length === 0 ? "no row" : second !== undefined ? "more rows" : row.length === 1 ? "NULL" : `${row.length} columns`
  return Either.left(faultOf("one_value", `expected one row with one value, got ${found}`, { found }))
}

const databaseIn = ({ url, variables }: SqlSource): Either.Either<DatabaseUrl.DatabaseUrl, string> =>
  Either.mapLeft(DatabaseUrl.parse(databaseOf(url, Redacted.value(variables))), (message) => message.replace(/^DATABASE_URL: /, ""))

export const askSql = (
  source: SqlSource,
  date: LocalDate,
  days: DayBounds
): Effect.Effect<Figure, SourceFault, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const query = readingQuery(source.query, dayValues(date, days))
    const millis = source.timeoutSeconds * 1000
    const database = yield* Either.mapLeft(databaseIn(source), refused)
    const read: Effect.Effect<ReadRows, ReadingFailed, FileSystem.FileSystem> = database._tag === "Postgres"
      ? readPostgres(database.address, query, millis)
      : readSqlite(database.filename, query, millis)
    const value = yield* oneValue(yield* Effect.mapError(read, ({ message }) => refused(message)))
    // A driver returns a float as its shortest text, which may have an exponent, as a JSON number may.
    const cents = centsOf(value, "major", true)
    if (typeof cents !== "bigint") return yield* notCounted(cents, "the query", described(value))
    return { amountCents: yield* daySum(cents), items: 1, sha256: createHash("sha256").update(value).digest("hex") }
  })
