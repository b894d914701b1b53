import { SqlError } from "@effect/sql"
import { Data } from "effect"

/**
 * What a caller can do about a failure:
 * - `again`: the transaction lost a race and changed nothing; repeat it.
 * - `unavailable`: the database does not serve now; what was asked for was not done.
 * - `unknownCommit`: no answer came to a write that was sent; look whether it is stored before repeating it.
 * - `refused`: the database does not accept the statement; repeating it changes nothing.
 */
export type Kind = "again" | "unavailable" | "unknownCommit" | "refused"

/** Stands as the cause of each `SqlError` of a PostgreSQL database. */
export class PostgresFailure extends Data.TaggedError("PostgresFailure")<{
  readonly kind: Kind
  /** SQLSTATE; empty where the server gave none, as with every lost connection. */
  readonly state: string
  readonly message: string
  /** The statement was sent, and the connection ended without an answer to it: it may have been carried out. */
  readonly inDoubt: boolean
}> {}

/** Exact codes first, then classes of two characters (PostgreSQL's manual, appendix A). */
const kinds: Readonly<Record<string, Kind>> = {
  "40001": "again", // serialization_failure
  "40P01": "again", // deadlock_detected
  "55P03": "again", // lock_not_available, also after lock_timeout
  "40003": "unknownCommit", // statement_completion_unknown
  "08007": "unknownCommit", // transaction_resolution_unknown
  "08P01": "refused", // protocol_violation, also more than 65,535 parameters
  "25006": "unavailable", // read_only_sql_transaction: the server has become a standby
  "25P03": "unavailable", // idle_in_transaction_session_timeout
  "25P04": "unavailable", // transaction_timeout
  "08": "unavailable", // connection exception
  "53": "unavailable", // insufficient resources, such as 53300 too_many_connections
  "57": "unavailable", // operator intervention: statement_timeout, shutdown, crash, starting up
  "58": "unavailable" // system error: a disk that cannot be written
}

/** The kind of a failure that carries this SQLSTATE; one without was a connection that ended or never came about. */
export const kindOfState = (state: string): Kind => state === "" ? "unavailable" : kinds[state] ?? kinds[state.slice(0, 2)] ?? "refused"

/** States after which the server closes the connection itself. */
const endsConnection = /^(08(?!P01)|57P0|25P03|25P04)/

const memberOf = (cause: unknown, name: string): unknown =>
  typeof cause === "object" && cause !== null ? Reflect.get(cause, name) : undefined

/** Only an error that the server sent has a severity; Node's codes, such as EPIPE, can look like a SQLSTATE. */
export const stateOf = (cause: unknown): string => {
  const state = memberOf(cause, "code")
  return typeof memberOf(cause, "severity") === "string" && typeof state === "string" ? state : ""
}

export const isFatal = (cause: unknown): boolean => {
  const severity = memberOf(cause, "severity")
  return severity === "FATAL" || severity === "PANIC" || endsConnection.test(stateOf(cause))
}

const messageOf = (cause: unknown): string => {
  const code = memberOf(cause, "code")
  const message = cause instanceof Error ? cause.message : String(cause)
  // An AggregateError of several addresses has a code only.
  return message === "" && typeof code === "string" ? code : message
}

export const failureOf = (cause: unknown): PostgresFailure => {
  if (cause instanceof PostgresFailure) return cause
  const state = stateOf(cause)
  return new PostgresFailure({ kind: kindOfState(state), state, message: messageOf(cause), inDoubt: false })
}

export const unavailable = (message: string): PostgresFailure =>
  new PostgresFailure({ kind: "unavailable", state: "", message, inDoubt: false })

export const refused = (message: string): PostgresFailure => new PostgresFailure({ kind: "refused", state: "", message, inDoubt: false })

const changed = (failure: PostgresFailure, changes: { readonly kind?: Kind; readonly message?: string; readonly inDoubt?: boolean }) => {
  const { inDoubt, kind, message, state } = failure
  return new PostgresFailure({ kind, state, message, inDoubt, ...changes })
}

export const inDoubt = (failure: PostgresFailure): PostgresFailure => changed(failure, { inDoubt: true })

/** For a write: without an answer, whether it was stored is not known. */
export const asWrite = (failure: PostgresFailure): PostgresFailure =>
  failure.inDoubt ? changed(failure, { kind: "unknownCommit", message: `no answer to a commit: ${failure.message}` }) : failure

/** COMMIT was answered with ROLLBACK; what to do about it is what the first failed statement says. */
export const rolledBack = (first: PostgresFailure | undefined): PostgresFailure =>
  first === undefined
    ? refused("the transaction was rolled back: it was ended by one of its own statements")
    : changed(first, { message: `the transaction was rolled back, because one of its statements failed: ${first.message}` })

export const sqlError = (failure: PostgresFailure): SqlError.SqlError => new SqlError.SqlError({ cause: failure, message: failure.message })

/** The failure within a `SqlError` of this client; anything else is taken for refused. */
export const failureWithin = ({ cause, message }: SqlError.SqlError): PostgresFailure =>
  cause instanceof PostgresFailure ? cause : refused(message)

/** The kind of a `SqlError` of this client. */
export const kindOf = ({ cause }: SqlError.SqlError): Kind => cause instanceof PostgresFailure ? cause.kind : "refused"
