import { Effect } from "effect"
import { forEachSlice } from "../Concurrency/EventLoop.ts"

/** A few milliseconds even with large indexes; well below the limit of parameters in SQLite (32,766) and PostgreSQL (65,535). */
const rowsPerStatement = 200

/** Writes rows in slices of one statement each, and yields to the event loop between them. Failures are defects. */
export const inStatements = <Row, E, R>(
  rows: ReadonlyArray<Row>,
  statement: (slice: ReadonlyArray<Row>) => Effect.Effect<unknown, E, R>
): Effect.Effect<void, never, R> => Effect.orDie(forEachSlice(rows, rowsPerStatement, statement))
