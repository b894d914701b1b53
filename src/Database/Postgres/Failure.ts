import { SqlError } from "@effect/sql"
import { Data } from "effect"
import { type UnavailableReason, unavailableReasons } from "../../Codes/HealthProblem.ts"

/**
 * What a caller can do about a failure:
 * - `unavailable`: the database cannot be used now; the statement was not carried out.
 * - `unknownCommit`: a write was sent and no result came; check whether it is stored before you repeat it.
 * - `refused`: the database does not accept the statement; repeating it changes nothing.
 */
export type Kind = "unavailable" | "unknownCommit" | "refused"

/** The cause of each `SqlError` of a PostgreSQL database. */
export class PostgresFailure extends Data.TaggedError("PostgresFailure")<{
  readonly kind: Kind
  /** SQLSTATE; empty if the server gave none, as for every lost connection. */
  readonly state: string
  /** Node's code of a connection that failed, such as of a certificate; absent where there is none. */
  readonly code?: string
  readonly message: string
  /** Whether the statement was sent and the connection ended without its result: it may have been carried out. */
  readonly inDoubt: boolean
}> {}

/** Exact codes first, then classes of two characters (PostgreSQL's manual, appendix A). */
const kindsByState: Readonly<Record<string, Kind>> = {
  "40P01": "unavailable", // deadlock_detected, with another program
  "55P03": "unavailable", // lock_not_available, also after lock_timeout
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

/** The kind of a failure with this SQLSTATE. A failure without one is a connection that ended or was never made. */
export const kindOfState = (state: string): Kind =>
  state === "" ? "unavailable" : kindsByState[state] ?? kindsByState[state.slice(0, 2)] ?? "refused"

const reasons: Readonly<Record<string, UnavailableReason>> = {
  "25006": "read_only", // read_only_sql_transaction
  "40P01": "locked",
  "42501": "not_allowed", // insufficient_privilege
  "53100": "disk_full",
  "55P03": "locked", // lock_not_available, also after lock_timeout
  "58030": "io_error",
  "P0002": "shop_missing" // no_data_found, from `shopMissing` alone
}

/** Why a server accepts no writes; undefined if it refuses only this statement. */
export const serverReasonOf = ({ kind, state }: PostgresFailure): UnavailableReason | undefined =>
  reasons[state] ?? (kind === "unavailable" || kind === "unknownCommit" ? "no_answer" : undefined)

/** States after which the server closes the connection itself. */
const endsConnection = /^(08(?!P01)|57P0|25P03|25P04)/

const memberOf = (cause: unknown, name: string): unknown =>
  typeof cause === "object" && cause !== null ? Reflect.get(cause, name) : undefined

/** The SQLSTATE of an error. Only an error that the server sent has a severity; Node's codes, such as EPIPE, can look like a SQLSTATE. */
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
  // An AggregateError for several addresses has only a code.
  return message === "" && typeof code === "string" ? code : message
}

export const failureOf = (cause: unknown): PostgresFailure => {
  if (cause instanceof PostgresFailure) return cause
  const [state, code] = [stateOf(cause), memberOf(cause, "code")]
  return new PostgresFailure({
    kind: kindOfState(state),
    state,
    ...(state === "" && typeof code === "string" ? { code } : {}),
    message: messageOf(cause),
    inDoubt: false
  })
}

/** The driver's sentence, which has no code. */
const noTls = "The server does not support SSL connections"

export const isWithoutTls = ({ message }: PostgresFailure): boolean => message === noTls

/** Node's codes of certificates that are not accepted, and OpenSSL's of those that the server does not accept. */
export const isOfCertificate = ({ code = "" }: PostgresFailure): boolean => /CERT|^UNABLE_TO_VERIFY_LEAF/.test(code)

/** The driver's sentences about SCRAM have no code. */
export const isOfPassword = ({ message }: PostgresFailure): boolean => /SASL|SCRAM/.test(message)

export const unavailable = (message: string, state = ""): PostgresFailure =>
  new PostgresFailure({ kind: "unavailable", state, message, inDoubt: false })

/** read_only_sql_transaction: the server takes no writes. It may be promoted later. */
export const isStandby = (message: string): PostgresFailure => unavailable(message, "25006")

export const refused = (message: string): PostgresFailure => new PostgresFailure({ kind: "refused", state: "", message, inDoubt: false })

/** Without the shop's row nothing is locked: two processes would both write, and the audit's chain would fork. */
export const shopMissing = new PostgresFailure({
  kind: "refused",
  state: "P0002",
  message: unavailableReasons.shop_missing,
  inDoubt: false
})

const changed = (failure: PostgresFailure, changes: { readonly kind?: Kind; readonly message?: string; readonly inDoubt?: boolean }) => {
  const { code, inDoubt, kind, message, state } = failure
  return new PostgresFailure({ kind, state, ...(code === undefined ? {} : { code }), message, inDoubt, ...changes })
}

export const inDoubt = (failure: PostgresFailure): PostgresFailure => changed(failure, { inDoubt: true })

/** The failure of a write: without a result, it is unknown whether the write is stored. */
export const asWrite = (failure: PostgresFailure): PostgresFailure =>
  failure.inDoubt ? changed(failure, { kind: "unknownCommit", message: `no answer to a commit: ${failure.message}` }) : failure

/** The result of COMMIT was ROLLBACK. The first failed statement decides what the caller can do. */
export const rolledBack = (first: PostgresFailure | undefined): PostgresFailure =>
  first === undefined
    ? refused("the transaction was rolled back: it was ended by one of its own statements")
    : changed(first, { message: `the transaction was rolled back, because one of its statements failed: ${first.message}` })

export const sqlError = (failure: PostgresFailure): SqlError.SqlError => new SqlError.SqlError({ cause: failure, message: failure.message })

/** The failure inside a `SqlError` of this client. Any other error counts as refused. */
export const failureWithin = ({ cause, message }: SqlError.SqlError): PostgresFailure =>
  cause instanceof PostgresFailure ? cause : refused(message)

/** The kind of a `SqlError` of this client. */
export const kindOf = ({ cause }: SqlError.SqlError): Kind => cause instanceof PostgresFailure ? cause.kind : "refused"
