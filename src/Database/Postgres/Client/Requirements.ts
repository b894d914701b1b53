import { Effect, Random } from "effect"
import { DatabaseUnavailable } from "../../DatabaseUnavailable.ts"
import { describe, isSocket, type PostgresAddress } from "../Address.ts"
import { isOfCertificate, isOfPassword, isStandby, isWithoutTls, type PostgresFailure, refused, unavailable } from "../Failure.ts"
import { connect } from "./Connect.ts"
import type { Limits, Session } from "./Session.ts"

export interface Facts {
  /** `server_version_num`, such as 150018. */
  readonly version: number
  /** The server process of this connection. */
  readonly process: number
  /** `server_encoding`, such as UTF8. */
  readonly encoding: string
  readonly standby: boolean
  /** The session's schema. */
  readonly schema: string | null
  /** Other schemas with the service's tables, if the session's has none. */
  readonly elsewhere: string | null
  readonly mayCreate: boolean
  readonly fsync: string
  readonly fullPageWrites: string
  readonly synchronousCommit: string
  readonly trackActivities: string
}

const oldest = 14

const all = `SELECT current_setting('server_version_num')::int AS version, pg_backend_pid() AS process, current_schema() AS schema,
  current_setting('server_encoding') AS encoding,
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate", pg_is_in_recovery() AS standby,
  current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
  current_setting('synchronous_commit') AS "synchronousCommit", current_setting('track_activities') AS "trackActivities",
  (SELECT CASE WHEN bool_or(name = current_schema()) THEN NULL ELSE string_agg(quote_ident(name), ', ') END FROM (
    SELECT schemaname FROM pg_tables WHERE tablename IN ('audit', 'effect_sql_migrations', 'shop') GROUP BY 1 HAVING count(*) = 3
  ) AS ours (name)) AS elsewhere`

/** Why the service cannot use this server, or null. The session itself turns synchronous_commit on. */
export const faultOfServer = (
  { elsewhere, encoding, fsync, fullPageWrites, mayCreate, schema, trackActivities, version }: Facts
): string | null => {
  if (version < oldest * 10_000) return `has PostgreSQL ${Math.floor(version / 10_000)}, expected ${oldest} or later`
  if (encoding !== "UTF8") {
    return `stores text in the encoding ${encoding}, expected UTF8: create the database with ENCODING 'UTF8' TEMPLATE template0`
  }
  const off = [["fsync", fsync], ["full_page_writes", fullPageWrites]].filter(([, value]) => value === "off").map(([name]) => name)
  if (off.length > 0) return `would lose acknowledged commits: found ${off.join(", ")} off, expected on`
  if (trackActivities === "off") return "does not show whether the serving process still runs: found track_activities off, expected on"
  if (schema === null) return "has no schema in its search path: create one, or set search_path for the user"
  if (elsewhere !== null) {
    return `has the service's tables in the schema ${elsewhere}, but the user's search_path leads to the schema ${schema}, which has none: ` +
      `run ALTER ROLE … SET search_path = ${elsewhere} for the user, or give another shop a database of its own`
  }
  return mayCreate
    ? null
    : `does not let the user create tables in the schema ${schema}: make the user its owner, or grant CREATE on it`
}

/** What to do about a certificate that is not accepted, by Node's code. */
const adviceOfCertificate = (code: string | undefined): string =>
  code === "ERR_TLS_CERT_ALTNAME_INVALID"
    ? "write the name of the certificate in DATABASE_URL, or sslmode=verify-ca"
    : code === "CERT_HAS_EXPIRED"
    ? "give the server a new one"
    : code === "CERT_NOT_YET_VALID"
    ? "set this machine's clock"
    : "name its issuer's file in sslrootcert"

/** PostgreSQL's sentence ends with the encryption of the connection that no line of `pg_hba.conf` allows. */
const adviceOfRefusal = ({ message }: PostgresFailure): string =>
  !message.includes("pg_hba.conf")
    ? signIn
    : message.endsWith("no encryption")
    ? "write sslmode=require in DATABASE_URL, or give the server's pg_hba.conf a line for such a connection"
    : "give the server's pg_hba.conf a line for such a connection"

const signIn = "check user and password in DATABASE_URL"

/** Why the server cannot be used, in a sentence without a secret. */
const explainFailure = (address: PostgresAddress, failure: PostgresFailure): string => {
  const name = `the database ${describe(address)}`
  if (failure.state.startsWith("28")) return `${name} refuses the user: ${failure.message}; ${adviceOfRefusal(failure)}`
  if (failure.state === "3D000") return `there is no database ${describe(address)}: create it first, with the service's user as its owner`
  if (isWithoutTls(failure)) return `${name} has no TLS: expected a server with it, or sslmode=disable where the network is trusted`
  if (isOfCertificate(failure)) {
    return `${name} shows a certificate that is not accepted: ${failure.message}; ${adviceOfCertificate(failure.code)}`
  }
  if (isOfPassword(failure)) return `${name} asks for a password that is missing or cannot be used: ${signIn}`
  return `${name} cannot be used: ${failure.message}${isSocket(address.host) ? "; check the folder of the socket" : ""}`
}

const marker = "turnover.pooler_probe"

/**
 * Whether the pooler shares server connections between client connections (transaction mode). The first client connection has a
 * setting on a server connection. While the second one has a transaction there, the first gets a different server connection,
 * without that setting.
 */
const sharesSessions = (first: Session, second: Session, mark: string): Effect.Effect<boolean, PostgresFailure> => {
  const read = { text: `SELECT current_setting('${marker}', true) AS mark` }
  return Effect.gen(function*() {
    yield* first.query({ text: `SELECT set_config('${marker}', $1, false)`, values: [mark] })
    yield* second.query({ text: "BEGIN" })
    yield* second.query(read)
    const { rows } = yield* first.query(read)
    yield* second.query({ text: "ROLLBACK" })
    return rows[0]?.mark !== mark
    // In statement mode, there are no transactions.
  }).pipe(Effect.catchIf(({ kind }) => kind === "refused", () => Effect.succeed(true)))
}

/** Whether the connection is direct. Behind a pooler, the connection reports the pooler's process number instead of the server's. */
const isDirect = (session: Session, facts: Facts): boolean => session.processId() === facts.process

/** The advisory lock belongs to a server's session, so a pooler that shares sessions would give it to other clients. */
const pooled = refused(
  "is reached through a pooler in transaction or statement mode: expected the server itself, or a pooler in session mode"
)

const setSchema = "SELECT set_config('search_path', quote_ident($1) || ', ' || current_setting('search_path'), false)"

const fullPool = unavailable(
  "gives no second connection through its pooler: its pool needs one connection more than there are processes"
)

/** Opens a connection to a server that meets the requirements, on a schema that was found before if there is one. It closes with the scope. */
export const connectFit = (address: PostgresAddress, name: string, limits: Limits, known: string | null = null) =>
  Effect.gen(function*() {
    const session = yield* connect(address, name, limits)
    if (known !== null) yield* session.query({ text: setSchema, values: [known] })
    const facts = (yield* session.query({ text: all })).rows[0] as Facts
    if (facts.standby) return yield* Effect.fail(isStandbyFailure)
    const fault = faultOfServer(facts)
    if (fault !== null) return yield* Effect.fail(refused(fault))
    if (!isDirect(session, facts)) {
      const mark = String(yield* Random.nextInt)
      const shared = Effect.scoped(Effect.flatMap(connect(address, name, limits), (second) => sharesSessions(session, second, mark)))
      const probed = Effect.catchIf(shared, ({ kind, state }) => kind === "unavailable" && state === "", () => Effect.fail(fullPool))
      if (yield* probed) return yield* Effect.fail(pooled)
    }
    return { session, facts }
  })

const isStandbyFailure = isStandby("is a standby, which takes no writes: expected the address of the primary")

/** Why it is refused, in one sentence for the operator. */
export const refusalOfServer = (address: PostgresAddress) => (failure: PostgresFailure): DatabaseUnavailable =>
  new DatabaseUnavailable({
    message:
      failure.kind === "refused" && failure.state === "" && !isWithoutTls(failure) && !isOfCertificate(failure) && !isOfPassword(failure)
        ? `the database ${describe(address)} ${failure.message}`
        : explainFailure(address, failure)
  })
