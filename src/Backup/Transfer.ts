import { SqlClient, type SqlError } from "@effect/sql"
import { Context, Data, Effect, Layer } from "effect"
import { write } from "../Database/Write.ts"
import * as AuditTrail from "../Ledger/AuditTrail.ts"

/** Every table that holds what people or the service have stored, with its key, in the order in which they refer to one another. */
export const tables = [
  { name: "installation", key: "key" },
  { name: "turnover", key: "date" },
  { name: "day_mark", key: "date" },
  { name: "audit", key: "id" },
  { name: "notification", key: "id" },
  { name: "notification_attempt", key: "id" },
  { name: "imported_file", key: "sha256" },
  { name: "answered_request", key: "key" },
  { name: "token", key: "id" },
  { name: "session", key: "id" },
  { name: "invitation", key: "id" }
] as const

type Table = typeof tables[number]

/** Their ids are counted up by the database, which must go on behind the copied ones. */
const countedUp: ReadonlyArray<string> = ["notification", "notification_attempt", "token", "session", "invitation"]

/** An installation as a copy has to have it. */
export interface Held {
  readonly rows: Readonly<Record<string, number>>
  readonly totalCents: number
  readonly auditRecords: number
  /** The last hash of the audit's chain stands for all before it. */
  readonly chainEnd: string | null
  readonly chainHolds: boolean
}

/** The copy was not made, and the target holds nothing; `message` is one sentence. */
export class NotCopied extends Data.TaggedError("NotCopied")<{ readonly message: string }> {}

const pageSize = 500

const countIn = (sql: SqlClient.SqlClient, { name }: Table) =>
  Effect.map(sql<{ readonly count: number }>`SELECT count(*) AS count FROM ${sql(name)}`, ([row]) => row?.count ?? 0)

/** What a database holds; its audit is read to its end. */
const heldIn = (sql: SqlClient.SqlClient): Effect.Effect<Held, SqlError.SqlError> =>
  Effect.gen(function*() {
    const rows: Record<string, number> = {}
    for (const table of tables) rows[table.name] = yield* countIn(sql, table)
    const [total] = yield* sql<{ readonly cents: number | string }>`SELECT coalesce(sum(amount_cents), 0) AS cents FROM turnover`
    const [last] = yield* sql<{ readonly hash: string }>`SELECT hash FROM audit ORDER BY id DESC LIMIT 1`
    const audit = Layer.provide(AuditTrail.layer, Layer.succeed(SqlClient.SqlClient, sql))
    const { firstBrokenId, records } = yield* Effect.provide(Effect.flatMap(AuditTrail.AuditTrail, ({ verify }) => verify), audit)
    // PostgreSQL's sum of whole numbers is a decimal.
    return {
      rows,
      totalCents: Number(total?.cents ?? 0),
      auditRecords: records,
      chainEnd: last?.hash ?? null,
      chainHolds: firstBrokenId === null
    }
  })

const copyTable = (source: Effect.Effect.Success<ReturnType<typeof outside>>, target: SqlClient.SqlClient, { key, name }: Table) =>
  Effect.gen(function*() {
    let after: unknown
    while (true) {
      const rows = yield* source.page(name, key, after)
      if (rows.length > 0) yield* target`INSERT INTO ${target(name)} ${target.insert(rows)}`
      if (rows.length < pageSize) break
      after = rows.at(-1)?.[key]
    }
    if (!countedUp.includes(name)) return
    yield* target.onDialectOrElse({
      pg: () => target`SELECT setval(pg_get_serial_sequence(${name}, 'id'), max(id)) FROM ${target(name)} HAVING max(id) IS NOT NULL`,
      // SQLite goes on behind the highest id by itself.
      orElse: () => Effect.succeed([])
    })
  })

type Row = Record<string, string | number | null>

/** Reads of the source: within the target's transaction they would go to the target's connection. */
const outside = (sql: SqlClient.SqlClient) =>
  Effect.sync(() => {
    const alone = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.mapInputContext(work,
        (context: Context.Context<never>) =>
          Context.omit(SqlClient.TransactionConnection)(context as Context.Context<SqlClient.TransactionConnection>))
    return {
      page: (name: string, key: string, after: unknown) =>
        alone(
          sql<Row>`SELECT * FROM ${sql(name)} ${
            after === undefined ? sql`` : sql`WHERE ${sql(key)} > ${after as string | number}`
          } ORDER BY ${sql(key)} LIMIT ${pageSize}`
        ),
      held: alone(heldIn(sql))
    }
  })

const isSame = (a: Held, b: Held): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Copies a whole installation into an empty database of either kind, all or nothing. The copy is compared with the
 * source, row counts, sum and chain, before it is committed. Nothing may write to the source meanwhile.
 */
export const transfer = (source: SqlClient.SqlClient, target: SqlClient.SqlClient): Effect.Effect<Held, NotCopied | SqlError.SqlError> =>
  Effect.gen(function*() {
    const from = yield* outside(source)
    const before = yield* from.held
    if (!before.chainHolds)
      return yield* new NotCopied({ message: "the audit's chain does not hold in the source: see `turnover audit verify`" })
    yield* write(target)(Effect.gen(function*() {
      for (const table of tables) {
        const count = yield* countIn(target, table)
        if (count > 0) {
          return yield* new NotCopied({
            message: `the target is not empty: it has ${count} rows in ${table.name}, expected a new database`
          })
        }
      }
      for (const table of tables) yield* copyTable(from, target, table)
      const copied = yield* heldIn(target)
      if (!isSame(copied, yield* from.held) || !isSame(copied, before)) {
        return yield* new NotCopied({ message: "the copy is not as the source: expected that nothing writes to it meanwhile" })
      }
    }))
    return before
  })
