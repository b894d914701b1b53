import type { Reactivity } from "@effect/experimental"
import { SqlClient } from "@effect/sql"
import { Effect, Option, type Scope } from "effect"
import type { Database } from "../Database.ts"
import { DatabaseUnavailable } from "./DatabaseUnavailable.ts"
import { migrate, refuseOlder, schemaOf, type Upgrade } from "./Migrate.ts"
import { migrations } from "./Migrations.ts"
import { describe, type PostgresAddress } from "./Postgres/Address.ts"
import * as Client from "./Postgres/Client.ts"
import { connect } from "./Postgres/Client/Connect.ts"
import { connectFit, refusalOfServer } from "./Postgres/Client/Requirements.ts"
import { defaultLimits, type Session } from "./Postgres/Client/Session.ts"
import { hold, ownName, roleAt } from "./Postgres/ServingLock.ts"
import type { ServingProcess } from "./ServingProcess.ts"
import { makeWriter, type Writer } from "./Write.ts"

/** The server may be slow while its standby is away, and a question that is given up ends the service. */
const askedWithin = "5 seconds"

const waiting = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'"

/**
 * Whether the session's COMMIT waits for a synchronous standby, asked on a second connection. Such a COMMIT does not notice that its
 * client has gone, and the server would keep the lock: without a standby, no process could serve. So it is waited for.
 */
const waitsForStandby = (address: PostgresAddress, session: Pick<Session, "processId">): Effect.Effect<boolean> =>
  connect(address, "turnover asks about its commit", defaultLimits).pipe(
    Effect.flatMap(({ query }) => query({ text: waiting, values: [session.processId()] })),
    Effect.scoped,
    Effect.either,
    Effect.timeoutOption(askedWithin),
    Effect.map((found) => Option.isSome(found) && found.value._tag === "Right" && found.value.right.rows.length > 0)
  )

/** How a process uses the database: it serves it, or as a command it takes the lock, or works beside the service. */
export type Use = ServingProcess | "take" | "beside"

const noTables = (address: PostgresAddress) =>
  new DatabaseUnavailable({
    message: `the database ${describe(address)} has no tables of the service: start the service first, which creates them`
  })

/** The holder sends a statement at least this often, so that a waiting process sees that it runs. */
const beatEvery = "500 millis"
/**
 * It reads no table, which another program may have locked. Without an answer the holder gives up after 2 s, before a waiting process
 * ends its connection.
 */
const beat = { text: "SELECT 1", within: 2_000 }

/** Another program writes as the service does: it counts the shop's version up. Only a statement shows that. */
const versions = (sql: SqlClient.SqlClient, { committed }: typeof Writer.Service) => {
  let seen = 0
  const dataVersion = Effect.map(sql<{ readonly version: number }>`SELECT version FROM shop`, ([found]) => {
    // Without the row nothing can be stored, which the first change says.
    if (found !== undefined) seen = found.version - committed()
    return seen
  })
  return { dataVersion, dataVersionNow: () => seen, hasChangedSince: () => true }
}

/** Opens and migrates the service's database on a server. An older schema is upgraded, or refused. */
export const open = (
  address: PostgresAddress,
  older: "upgrade" | "refuse",
  use: Use
): Effect.Effect<
  {
    readonly sql: SqlClient.SqlClient
    readonly writer: typeof Writer.Service
    readonly database: Omit<typeof Database.Service, "kind" | "file">
  },
  DatabaseUnavailable,
  Scope.Scope | Reactivity.Reactivity
> =>
  Effect.gen(function*() {
    const { clockAhead, session } = yield* use === "beside"
      ? beside(address)
      : hold(address, use)
    const { isCommitWaiting, run, sql } = yield* Client.make(session, waitsForStandby(address, session))
    const isEmpty = Effect.map(Effect.orDie(schemaOf), (schema) => schema === null)
    const prepared = Effect.zipRight(
      older === "refuse" ? Effect.whenEffect(noTables(address), isEmpty) : Effect.void,
      migrate(migrations, older === "refuse" ? refuseOlder : sayIrreversible)
    )
    yield* Effect.provideService(prepared, SqlClient.SqlClient, sql)
    const writer = makeWriter(sql)
    const { dataVersion, dataVersionNow, hasChangedSince } = versions(sql, writer)
    if (use !== "beside") yield* beating(run(beat))
    return {
      sql,
      writer,
      database: {
        dataVersion: Effect.orDie(dataVersion),
        dataVersionNow,
        hasChangedSince,
        ping: Effect.asVoid(sql`SELECT version FROM shop`),
        writes: writer.state,
        clockAhead,
        isCommitWaiting,
        lost: lostOf(address, session)
      }
    }
  })

/** What the service of this machine with this port does on a server; null if it is not connected, or the server does not answer. */
export const roleOf = (address: PostgresAddress, port: number): Effect.Effect<"holder" | "standby" | null> =>
  connect(address, "turnover ready", defaultLimits).pipe(
    Effect.flatMap((session) => roleAt(ownName(port), session)),
    Effect.scoped,
    Effect.orElseSucceed(() => null)
  )

/** A command works beside the service, and is over soon: it compares no clock. */
const beside = (address: PostgresAddress) =>
  connectFit(address, "turnover command", defaultLimits).pipe(
    Effect.mapBoth({ onFailure: refusalOfServer(address), onSuccess: ({ session }) => ({ session, clockAhead: 0 }) })
  )

/** The service makes no copy of a server's database. */
const sayIrreversible = ({ from, to }: Upgrade) =>
  Effect.annotateLogs(
    Effect.logWarning("upgrading the database: this cannot be reversed, and earlier versions do not start on it any longer"),
    { service: "database", from, to }
  )

/** Keeps the connection moving. A beat without an answer drops it. */
const beating = (beat: Effect.Effect<unknown, unknown>) =>
  Effect.zipRight(Effect.ignore(beat), Effect.sleep(beatEvery)).pipe(Effect.forever, Effect.forkScoped)

const lostOf = (address: PostgresAddress, session: Session) =>
  Effect.catchAll(session.lost, ({ message }) =>
    Effect.fail(
      new DatabaseUnavailable({ message: `the connection to the database ${describe(address)} is lost: ${message}`, isLost: true })
    ))
