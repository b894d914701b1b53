import { Effect } from "effect"
import { ReadingFailed, type ReadingQuery, type ReadRows } from "../Reading.ts"
import type { PostgresAddress } from "./Address.ts"
import { dialAsAsked } from "./Client/Connect.ts"
import { defaultLimits } from "./Client/Session.ts"

const applicationName = "turnover source"
/** A till that locks its tables for longer is asked again later. */
const lockMillis = 1_000

const textOf = (value: unknown): string | null => value === null || value === undefined ? null : String(value)

/**
 * Queries a server that is not the service's own, in a read-only transaction. The extended protocol accepts a single statement, so
 * no query can end the transaction and continue.
 */
export const readPostgres = (
  address: PostgresAddress,
  { text, values }: ReadingQuery,
  millis: number
): Effect.Effect<ReadRows, ReadingFailed> => {
  const limits = { ...defaultLimits, connect: millis, statement: millis, lock: lockMillis }
  return dialAsAsked(address, applicationName, limits).pipe(
    Effect.tap((session) => Effect.addFinalizer(() => Effect.sync(session.destroy))),
    Effect.flatMap((session) =>
      session.query({ text: `BEGIN READ ONLY; SET LOCAL statement_timeout = ${millis}; SET LOCAL lock_timeout = ${lockMillis}` }).pipe(
        Effect.zipRight(
          session.query({ text: `DECLARE answer NO SCROLL CURSOR FOR ${text((number) => `$${number}`)}`, values, queryMode: "extended" })
        ),
        // The driver keeps all rows that the server sends: a query that returns a whole table would fill the memory.
        Effect.zipRight(session.query({ text: "FETCH 2 FROM answer", rowMode: "array" })),
        // A query is not interruptible: without `disconnect`, a stop would wait for it. The scope's end drops the connection.
        Effect.disconnect
      )
    ),
    Effect.map(({ rows }) => ({ rows: rows.map((row: ReadonlyArray<unknown>) => row.map(textOf)) })),
    Effect.mapError(({ message }) => new ReadingFailed({ message })),
    Effect.scoped
  )
}
