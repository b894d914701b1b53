import { Effect, Option } from "effect"
import { hostname } from "node:os"
import { ProcessSettings } from "../../Config/Environment.ts"
import type { Session } from "./Client/Session.ts"
import type { PostgresFailure } from "./Failure.ts"

/** The first key of the advisory lock: "turn" in ASCII. */
const ours = 0x7475726e

/** The second key is the schema, so that several shops in one database have a lock each. */
const key = `${ours}, hashtext(current_schema())`

const take = `SELECT pg_try_advisory_lock(${key}) AS taken`

/** Whether the session has the database's lock from now on. The lock belongs to the session, and ends with it. */
export const tryLock = (session: Session): Effect.Effect<boolean, PostgresFailure> =>
  Effect.map(session.query({ text: take }), ({ rows }) => rows[0]?.taken === true)

/**
 * Names a process among the connections of the server, such as `turnover till-1:57778:4711`: its host, port and process number.
 * PostgreSQL keeps the first 63 bytes.
 */
export const processName: Effect.Effect<string> = Effect.map(
  Effect.serviceOption(ProcessSettings),
  (settings) => `${placeOf(Option.match(settings, { onNone: () => 0, onSome: ({ port }) => port }))}${process.pid}`
)

/** The part of the name that a command knows of the service on the same machine and port. */
export const placeOf = (port: number): string => `turnover ${hostname().replaceAll(/[^\w.-]/g, "").slice(0, 35)}:${port}:`

/** The connection that has the lock. */
export interface Holder {
  readonly pid: number
  readonly name: string
  /** Changes with each statement that the connection begins or ends. */
  readonly moves: string
  /**
   * Whether the server waits for the client. While it works on a statement, such as a COMMIT that waits for a synchronous standby, it
   * does not. null if the user may not see it.
   */
  readonly idle: boolean | null
}

const held = `SELECT pid, application_name AS name, concat_ws(' ', pid, backend_start, query_start, state_change) AS moves,
    state <> 'active' OR wait_event_type = 'Client' AS idle
  FROM pg_stat_activity WHERE pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${ours} AND objid::bigint = hashtext(current_schema()) & 4294967295)`

/** The process that serves the database; undefined if there is none. */
export const holder = (session: Pick<Session, "query">): Effect.Effect<Holder | undefined, PostgresFailure> =>
  Effect.map(session.query({ text: held }), ({ rows }) => rows[0] as Holder | undefined)

/**
 * Lets the server close the holder's connection, which frees the lock: that process can neither read nor write from then on. Nothing
 * happens if the connection has moved since.
 */
export const endHolder = ({ moves, pid }: Holder, session: Session): Effect.Effect<unknown, PostgresFailure> =>
  session.query({
    text: `SELECT pg_terminate_backend(pid) FROM (${held}) AS holder WHERE pid = $1 AND moves = $2`,
    values: [pid, moves]
  })

const present = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, $1)"

/** What the process at `place` does: it serves the database, or waits for that; null if it is not connected. */
export const roleAt = (place: string, session: Pick<Session, "query">): Effect.Effect<"holder" | "standby" | null, PostgresFailure> =>
  Effect.gen(function*() {
    const found = yield* holder(session)
    if (found?.name.startsWith(place)) return "holder"
    const { rows } = yield* session.query({ text: present, values: [place] })
    return rows.length > 0 ? "standby" : null
  })
