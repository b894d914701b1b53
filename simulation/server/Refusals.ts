import { kindOfState, PostgresFailure } from "../../src/Database/Postgres/Failure.ts"

const failure = (state: string, message: string) => new PostgresFailure({ kind: kindOfState(state), state, message, inDoubt: false })

export const lostConnection = failure("", "Connection terminated unexpectedly")
export const idleInTransaction = failure("25P03", "terminating connection due to idle-in-transaction timeout")
export const abortedTransaction = failure("25P02", "current transaction is aborted, commands ignored until end of transaction block")
export const deadlock = failure("40P01", "deadlock detected")
export const readOnly = failure("25006", "cannot change rows in a read-only transaction")
export const lockTimeout = failure("55P03", "canceling statement due to lock timeout")

/** The SQLSTATE for each of SQLite's extended codes. */
const constraints: Readonly<Record<string, string>> = {
  SQLITE_CONSTRAINT_UNIQUE: "23505",
  SQLITE_CONSTRAINT_PRIMARYKEY: "23505",
  // The audit's trigger refuses a record with an existing id before SQLite checks its key.
  SQLITE_CONSTRAINT_TRIGGER: "23505",
  SQLITE_CONSTRAINT_FOREIGNKEY: "23503",
  SQLITE_CONSTRAINT_CHECK: "23514",
  SQLITE_CONSTRAINT_NOTNULL: "23502"
}

/** PostgreSQL's error for a change that SQLite refuses. Any other error of SQLite is thrown again. */
export const refusalOf = (cause: unknown): PostgresFailure => {
  const state = constraints[cause instanceof Error && "code" in cause ? String(cause.code) : ""]
  if (state === undefined) throw cause
  return failure(state, cause instanceof Error ? cause.message : String(cause))
}
