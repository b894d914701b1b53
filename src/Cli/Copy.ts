import { Command, Options } from "@effect/cli"
import { SqlClient, type SqlError } from "@effect/sql"
import { Context, Data, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import * as Deadline from "../Concurrency/Deadline.ts"
import { Environment } from "../Config/Environment.ts"
import { servedDatabase } from "../Database.ts"
import * as DatabaseUrl from "../Database/DatabaseUrl.ts"
import { Writer } from "../Database/Write.ts"
import { type Cents, toYuan } from "../Domain/Amount.ts"
import { counted } from "../Domain/Text.ts"
import * as AuditTrail from "../Ledger/AuditTrail.ts"
import { lines, printing, Refused, showing } from "./Output.ts"
import { json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

/** Every table with stored data and its key; a table comes after the tables that it refers to. */
export const tables = [
  { name: "installation", key: "key" },
  { name: "turnover", key: "date" },
  { name: "day_mark", key: "date" },
  { name: "goal", key: "month" },
  { name: "audit", key: "id" },
  { name: "notification", key: "id" },
  { name: "notification_attempt", key: "id" },
  { name: "imported_file", key: "sha256" },
  { name: "answered_request", key: "key" },
  { name: "last_change", key: "date" },
  { name: "entry_change", key: "audit_id" },
  { name: "token", key: "id" },
  { name: "session", key: "id" },
  { name: "invitation", key: "id" }
] as const

type Table = typeof tables[number]

/** Tables whose ids the database assigns. New ids must be higher than the copied ones. */
const countedUp: ReadonlyArray<string> = ["notification", "notification_attempt", "token", "session", "invitation"]

/** A summary of an installation, which its copy must match. */
interface Held {
  readonly rows: Readonly<Record<string, number>>
  /** SHA-256 over all rows of a table, independent of their order. It covers every column, such as the end of a token or session. */
  readonly contents: Readonly<Record<string, string>>
  readonly totalCents: number
  readonly auditRecords: number
  readonly chainHolds: boolean
}

/** The copy was not made, and the target is empty; `message` is one sentence. */
class NotCopied extends Data.TaggedError("NotCopied")<{ readonly message: string }> {}

const pageSize = 500

const countIn = (sql: SqlClient.SqlClient, { name }: Table) =>
  Effect.map(sql<{ readonly count: number }>`SELECT count(*) AS count FROM ${sql(name)}`, ([row]) => row?.count ?? 0)

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

const pageOf = (sql: SqlClient.SqlClient, { key, name }: Table, after: unknown) =>
  sql<Record<string, string | number | null>>`SELECT * FROM ${sql(name)} ${
    after === undefined ? sql`` : sql`WHERE ${sql(key)} > ${after as string | number}`
  } ORDER BY ${sql(key)} LIMIT ${pageSize}`

/** SQLite and PostgreSQL order texts and columns differently, so neither order affects the sum. */
const contentsOf = (sql: SqlClient.SqlClient, table: Table) =>
  Effect.gen(function*() {
    const hashes: Array<string> = []
    let after: unknown
    while (true) {
      const rows = yield* pageOf(sql, table, after)
      for (const row of rows) hashes.push(sha256(JSON.stringify(Object.entries(row).sort(([a], [b]) => a < b ? -1 : 1))))
      if (rows.length < pageSize) return sha256(hashes.sort().join())
      after = rows.at(-1)?.[table.key]
    }
  })

/** Summarizes a database. It reads all of it. */
const heldIn = (sql: SqlClient.SqlClient): Effect.Effect<Held, SqlError.SqlError> =>
  Effect.gen(function*() {
    const rows: Record<string, number> = {}
    const contents: Record<string, string> = {}
    for (const table of tables) {
      rows[table.name] = yield* countIn(sql, table)
      contents[table.name] = yield* contentsOf(sql, table)
    }
    const [total] = yield* sql<{ readonly cents: number | string }>`SELECT coalesce(sum(amount_cents), 0) AS cents FROM turnover`
    const audit = Layer.provide(AuditTrail.layer, Layer.succeed(SqlClient.SqlClient, sql))
    const { firstBrokenId, records } = yield* Effect.provide(Effect.flatMap(AuditTrail.AuditTrail, ({ verify }) => verify), audit)
    // PostgreSQL's sum of whole numbers is a decimal.
    return {
      rows,
      contents,
      totalCents: Number(total?.cents ?? 0),
      auditRecords: records,
      chainHolds: firstBrokenId === null
    }
  })

const copyTable = (source: Effect.Effect.Success<ReturnType<typeof outside>>, target: SqlClient.SqlClient, table: Table) =>
  Effect.gen(function*() {
    const { key, name } = table
    let after: unknown
    while (true) {
      const rows = yield* source.page(table, after)
      if (rows.length > 0) yield* target`INSERT INTO ${target(name)} ${target.insert(rows)}`
      if (rows.length < pageSize) break
      after = rows.at(-1)?.[key]
    }
    if (!countedUp.includes(name)) return
    yield* target.onDialectOrElse({
      pg: () => target`SELECT setval(pg_get_serial_sequence(${name}, 'id'), max(id)) FROM ${target(name)} HAVING max(id) IS NOT NULL`,
      // SQLite does so by itself.
      orElse: () => Effect.succeed([])
    })
  })

/** Runs statements on the source outside of the target's transaction, which would redirect them to the target's connection. */
const outside = (sql: SqlClient.SqlClient) =>
  Effect.sync(() => {
    const alone = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.mapInputContext(work,
        (context: Context.Context<never>) =>
          Context.omit(SqlClient.TransactionConnection)(context as Context.Context<SqlClient.TransactionConnection>))
    return {
      page: (table: Table, after: unknown) => alone(pageOf(sql, table, after)),
      held: alone(heldIn(sql))
    }
  })

/**
 * Copies a whole installation into an empty database of either kind, all or nothing. Before the commit, the copy is compared with
 * the source, every row: a command may have written to it meanwhile.
 */
export const transfer = (
  source: SqlClient.SqlClient,
  into: Context.Context<SqlClient.SqlClient | Writer>
): Effect.Effect<Held, NotCopied | SqlError.SqlError> =>
  Effect.gen(function*() {
    const target = Context.get(into, SqlClient.SqlClient)
    const from = yield* outside(source)
    return yield* Deadline.unbounded(Context.get(into, Writer).write(Effect.gen(function*() {
      for (const table of tables) {
        const count = yield* countIn(target, table)
        if (count > 0) {
          return yield* new NotCopied({
            message: `the target is not empty: it has ${counted(count, "row")} in ${table.name}, expected a new database`
          })
        }
      }
      for (const table of tables) yield* copyTable(from, target, table)
      const copied = yield* heldIn(target)
      if (!copied.chainHolds)
        return yield* new NotCopied({ message: "the audit's chain does not hold in the source: see `turnover audit verify`" })
      if (JSON.stringify(copied) !== JSON.stringify(yield* from.held)) {
        return yield* new NotCopied({ message: "the copy differs from the source: expected that nothing writes to it meanwhile" })
      }
      return copied
    })))
  })

/** Opens a database as its service does: no other process may serve it meanwhile, and it has this version's schema. */
const opened = (url: string) => Layer.build(Layer.fresh(servedDatabase(url, "take")))

const refuseTarget = (from: string, to: string) =>
  Effect.gen(function*() {
    const [source, target] = yield* Effect.all([Workbench.locationOf(from), Workbench.locationOf(to, "--to")])
    if (target._tag === "Sqlite" && target.filename === DatabaseUrl.memory) {
      return yield* new Refused({
        code: "target_in_memory",
        message: "--to: found a database in memory, which ends with this command; expected a file or a server"
      })
    }
    if (DatabaseUrl.isSame(source, target)) {
      return yield* new Refused({
        code: "target_is_source",
        message: "--to: found the database of DATABASE_URL itself, expected a different, empty database"
      })
    }
  })

const copy = (to: string) =>
  Effect.gen(function*() {
    const { databaseUrl } = yield* Environment
    yield* refuseTarget(databaseUrl, to)
    yield* Workbench.existingDatabase
    const source = yield* opened(databaseUrl)
    const target = yield* opened(to)
    const { auditRecords, rows, totalCents } = yield* showing("copying", () => transfer(Context.get(source, SqlClient.SqlClient), target))
    const cents = totalCents as Cents
    const money = yield* Workbench.moneyIfSet
    return {
      ok: true,
      text: lines(
        `copied and verified: ${counted(rows["turnover"] ?? 0, "day")}, ${money(cents)} in all, ${counted(auditRecords, "audit record")}`,
        "set DATABASE_URL to the new address, and start the service"
      ),
      json: { rows, total: toYuan(cents), audit_records: auditRecords }
    }
  })

export const command = Command.make(
  "copy",
  {
    to: Options.text("to").pipe(Options.withDescription("The address of an empty database, as DATABASE_URL")),
    json
  },
  ({ json, to }) => printing(json)(Effect.scoped(copy(to)).pipe(Effect.provide(Workbench.environment)))
).pipe(Command.withDescription("Copy everything to an empty database, from SQLite to PostgreSQL or back, while the service is stopped"))
