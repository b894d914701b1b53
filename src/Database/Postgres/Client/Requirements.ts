import { Effect, identity } from "effect"
import { Unfit } from "../../Unfit.ts"
import { describe, isSocket, type PostgresAddress } from "../Address.ts"
import { isOfCertificate, isOfPassword, isWithoutTls, type PostgresFailure, refused } from "../Failure.ts"
import type { Open } from "./Connect.ts"
import type { Session } from "./Session.ts"

export interface Facts {
  /** `server_version_num`, such as 150018. */
  readonly version: number
  /** The server process of this connection. */
  readonly process: number
  /** `server_encoding`, such as UTF8. */
  readonly encoding: string
  readonly standby: boolean
  /** The first existing schema of the search path. */
  readonly schema: string | null
  readonly mayCreate: boolean
  readonly fsync: string
  readonly fullPageWrites: string
  readonly synchronousCommit: string
}

const oldest = 14

const durable = `pg_is_in_recovery() AS standby, current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS "fullPageWrites", current_setting('synchronous_commit') AS "synchronousCommit"`

const all = `SELECT current_setting('server_version_num')::int AS version, pg_backend_pid() AS process, current_schema() AS schema,
  current_setting('server_encoding') AS encoding,
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate", ${durable}`

export const factsOf = (session: Session): Effect.Effect<Facts, PostgresFailure> =>
  Effect.map(session.query({ text: all }), ({ rows }) => rows[0] as Facts)

const off = ({ fsync, fullPageWrites, synchronousCommit }: Pick<Facts, "fsync" | "fullPageWrites" | "synchronousCommit">) =>
  ([["fsync", fsync], ["full_page_writes", fullPageWrites], ["synchronous_commit", synchronousCommit]] as const)
    .filter(([, value]) => value === "off")
    .map(([name]) => name)

/** Why commits are not safe on this server, or null. */
const durabilityFault = (
  facts: Pick<Facts, "standby" | "fsync" | "fullPageWrites" | "synchronousCommit">
): string | null => {
  if (facts.standby) return "is a standby, which takes no writes: expected the address of the primary"
  const settings = off(facts)
  return settings.length === 0 ? null : `would lose acknowledged commits: found ${settings.join(", ")} off, expected on`
}

/** Why the service cannot use this server, or null. */
export const faultOf = (facts: Facts): string | null => {
  if (facts.version < oldest * 10_000) {
    return `has PostgreSQL ${Math.floor(facts.version / 10_000)}, expected ${oldest} or later`
  }
  if (facts.encoding !== "UTF8") {
    return `stores text in the encoding ${facts.encoding}, expected UTF8: create the database with ENCODING 'UTF8' TEMPLATE template0`
  }
  const durability = durabilityFault(facts)
  if (durability !== null) return durability
  if (facts.schema === null) return "has no schema in its search path: create one, or set search_path for the user"
  if (!facts.mayCreate) {
    return `does not let the user create tables in the schema ${facts.schema}: make the user its owner, or grant CREATE on it`
  }
  return null
}

type Durability = Parameters<typeof durabilityFault>[0] & { readonly commitsWait: boolean }

/**
 * Whether a commit of this user has waited for a synchronous standby for 2 s. The commit keeps waiting after its client has
 * disconnected.
 */
const commitsWait = `EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
  AND state_change < clock_timestamp() - interval '2 seconds') AS "commitsWait"`

/** Whether the server no longer meets the requirements of the start. The service's own transactions turn synchronous_commit on. */
const unfitOf = (facts: Durability): Unfit | null => {
  const message = durabilityFault(facts)
  if (message === null) {
    return facts.commitsWait ? new Unfit({ code: "commits_wait", settings: "", message: "waits with commits for a standby" }) : null
  }
  if (facts.standby) return new Unfit({ code: "standby", settings: "", message })
  const settings = off(facts)
  return new Unfit({
    code: settings.every((name) => name === "synchronous_commit") ? "durable_by_service" : "not_durable",
    settings: settings.join(" "),
    message
  })
}

/** The query that health repeats, and its result. */
export const durability: { readonly text: string; readonly unfitOf: (facts: Durability) => Unfit | null } = {
  text: `SELECT ${durable}, ${commitsWait}`,
  unfitOf
}

const signIn = "check user and password in DATABASE_URL"

/** Why no connection could be made, in a sentence without a secret. */
export const explain = (address: PostgresAddress, failure: PostgresFailure): string => {
  const name = `the database ${describe(address)}`
  if (failure.state.startsWith("28")) return `${name} refuses the user: ${failure.message}; ${signIn}`
  if (failure.state === "3D000") return `there is no database ${describe(address)}: create it first, with the service's user as its owner`
  if (isWithoutTls(failure)) {
    return `${name} has no TLS: expected a server with it, or sslmode=disable where the network is trusted`
  }
  if (isOfCertificate(failure)) {
    return `${name} shows a certificate that is not accepted: ${failure.message}; name its issuer's file in sslrootcert`
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
export const isDirect = (session: Session, facts: Facts): boolean => session.processId() === facts.process

/** Fails if the pooler would give this connection's settings, locks and notifications to another one. */
export const refuseTransactionPooler = (
  session: Session,
  facts: Facts,
  open: Open,
  mark: string
): Effect.Effect<void, PostgresFailure> =>
  isDirect(session, facts) ? Effect.void : Effect.acquireUseRelease(
    open(identity),
    (second) =>
      Effect.flatMap(sharesSessions(session, second, mark), (shared) =>
        shared
          ? Effect.fail(
            refused("is reached through a pooler in transaction or statement mode: expected the server itself, or a pooler in session mode")
          )
          : Effect.void),
    (second) => second.close
  )
