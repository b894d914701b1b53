import { Effect } from "effect"
import { ReadingFailed, type ReadingQuery, type ReadRows } from "../Reading.ts"
import type { PostgresAddress } from "./Address.ts"
import { dialAsAsked } from "./Client/Connect.ts"
import { defaultLimits } from "./Client/ConnectionLimits.ts"

const applicationName = "turnover source"
/** A till that locks its tables is asked again later. */
const lockMillis = 1_000

const textOf = (value: unknown): string | null => value === null || value === undefined ? null : String(value)

/**
 * Asks a server that is not the service's own, in a transaction that can only read. The extended protocol takes one statement, so
 * that none can end the transaction and go on.
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
        // The driver keeps all rows that it is sent: a query that finds a whole table would fill the memory.
        Effect.zipRight(session.query({ text: "FETCH 2 FROM answer", rowMode: "array" })),
        // A query is not interruptible: whoever stops does not wait for it, and the scope's end gives the connection up.
        Effect.disconnect
      )
    ),
    Effect.map(({ rows }) => ({ rows: rows.map((row: ReadonlyArray<unknown>) => row.map(textOf)) })),
    Effect.mapError(({ message }) => new ReadingFailed({ message })),
    Effect.scoped
  )
}
