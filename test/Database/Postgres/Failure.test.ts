import { SqlError } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import {
  asWrite,
  failureOf,
  inDoubt,
  isFatal,
  type Kind,
  kindOf,
  kindOfState,
  rolledBack,
  sqlError
} from "../../../src/Database/Postgres/Failure.ts"

/** An error in the form in which the server sends it. */
const fromServer = (code: string, message = "no", severity = "ERROR") => Object.assign(new Error(message), { code, severity })

/** An error in the form in which Node's sockets report it. */
const fromNode = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.1:5432`), { code })

describe("SQLSTATE", () => {
  const table: ReadonlyArray<readonly [string, Kind, string]> = [
    ["40P01", "unavailable", "deadlock_detected"],
    ["55P03", "unavailable", "lock_not_available"],
    ["40003", "unknownCommit", "statement_completion_unknown"],
    ["08007", "unknownCommit", "transaction_resolution_unknown"],
    ["08003", "unavailable", "connection_does_not_exist"],
    ["08006", "unavailable", "connection_failure"],
    ["08P01", "refused", "protocol_violation"],
    ["25006", "unavailable", "read_only_sql_transaction"],
    ["25P02", "refused", "in_failed_sql_transaction"],
    ["25P03", "unavailable", "idle_in_transaction_session_timeout"],
    ["25P04", "unavailable", "transaction_timeout"],
    ["53100", "unavailable", "disk_full"],
    ["53200", "unavailable", "out_of_memory"],
    ["53300", "unavailable", "too_many_connections"],
    ["57014", "unavailable", "query_canceled"],
    ["57P01", "unavailable", "admin_shutdown"],
    ["57P02", "unavailable", "crash_shutdown"],
    ["57P03", "unavailable", "cannot_connect_now"],
    ["58030", "unavailable", "io_error"],
    ["22003", "refused", "numeric_value_out_of_range"],
    ["22021", "refused", "character_not_in_repertoire"],
    ["23503", "refused", "foreign_key_violation"],
    ["23505", "refused", "unique_violation"],
    ["28P01", "refused", "invalid_password"],
    ["3D000", "refused", "invalid_catalog_name"],
    ["40002", "refused", "transaction_integrity_constraint_violation"],
    ["42501", "refused", "insufficient_privilege"],
    ["42601", "refused", "syntax_error"],
    ["P0001", "refused", "raise_exception"],
    ["XX000", "refused", "internal_error"]
  ]
  it.each(table)("%s is %s: %s", (state, kind) => {
    assert.strictEqual(kindOfState(state), kind)
    assert.strictEqual(kindOf(sqlError(failureOf(fromServer(state)))), kind)
  })

  it.each(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EPIPE"])("%s of a socket is no SQLSTATE, but a lost connection", (code) => {
    const failure = failureOf(fromNode(code))
    assert.strictEqual(failure.kind, "unavailable")
    assert.strictEqual(failure.state, "")
    assert.include(failure.message, code)
  })

  it("is absent where the driver itself notices the loss", () => {
    assert.strictEqual(failureOf(new Error("Connection terminated unexpectedly")).kind, "unavailable")
    assert.strictEqual(failureOf(Object.assign(new AggregateError([]), { code: "ECONNREFUSED" })).message, "ECONNREFUSED")
  })

  it.each([["57P01", "FATAL", true], ["25P03", "FATAL", true], ["57P01", "ERROR", true], ["57014", "ERROR", false], [
    "08P01",
    "ERROR",
    false
  ], ["23505", "ERROR", false]])(
    "%s with severity %s ends the connection: %s",
    (state, severity, fatal) => assert.strictEqual(isFatal(fromServer(state, "no", severity)), fatal)
  )
})

describe("a failure of a write", () => {
  it("is an unknown commit where no answer came, and keeps its kind otherwise", () => {
    assert.strictEqual(asWrite(inDoubt(failureOf(new Error("gone")))).kind, "unknownCommit")
    assert.strictEqual(asWrite(failureOf(new Error("gone"))).kind, "unavailable")
    assert.strictEqual(asWrite(failureOf(fromServer("23505"))).kind, "refused")
  })

  it("that was rolled back is of the kind of the statement that failed first", () => {
    assert.strictEqual(rolledBack(failureOf(fromServer("55P03"))).kind, "unavailable")
    assert.strictEqual(rolledBack(undefined).kind, "refused")
  })

  it("that is no failure of this client is refused", () => {
    assert.strictEqual(kindOf(new SqlError.SqlError({ cause: new Error("other") })), "refused")
  })
})
