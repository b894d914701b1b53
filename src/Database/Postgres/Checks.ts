import { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlError } from "@effect/sql"
import { Cause, Effect, Layer } from "effect"
import { type Check, failed, passed, warning } from "../../Codes/Check.ts"
import { messageOf } from "../../Wording.ts"
import { newestOf, schemaOf, writtenByNewer } from "../Migrate.ts"
import { migrations } from "../Migrations.ts"
import { describe, type PostgresAddress } from "./Address.ts"
import { checkStandbys } from "./Checks/Standbys.ts"
import { checkWrites } from "./Checks/Writes.ts"
import * as Client from "./Client.ts"
import { connectFit, type Facts, refusal } from "./Client/Requirements.ts"
import { defaultLimits } from "./Client/Session.ts"
import { sqlError } from "./Failure.ts"
import { holder } from "./Holder.ts"

/** The connection already requires that each of these facts is acceptable, so these checks cannot fail. */
export const checkFacts = (
  name: string,
  { fsync, fullPageWrites, isDirect, schema, synchronousCommit, version }: Facts & { readonly isDirect: boolean }
): ReadonlyArray<Check> => [
  passed("server", `${name} has PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000} and takes writes`),
  passed("rights", `the user may create tables in the schema ${schema}`),
  passed("pooler", isDirect ? "none: the server is reached directly" : "in session mode, as it has to be"),
  passed("durability", `fsync ${fsync}, full_page_writes ${fullPageWrites}, synchronous_commit ${synchronousCommit}`)
]

/** Checks the stored data. With an older schema, days and messages cannot be read before the upgrade. */
type CheckContents = (isUpToDate: boolean) => Effect.Effect<ReadonlyArray<Check>, SqlError.SqlError, SqlClient.SqlClient>

/** Checks a PostgreSQL server and the service's data on it. It creates and upgrades nothing. */
export const checkServer = (address: PostgresAddress, checkContents: CheckContents): Effect.Effect<ReadonlyArray<Check>> =>
  Effect.gen(function*() {
    const { facts, session } = yield* Effect.mapError(connectFit(address, "turnover doctor", defaultLimits), refusal(address))
    const { sql } = yield* Client.make(session)
    const name = describe(address)
    const server = [...checkFacts(name, facts)]
    return yield* Effect.gen(function*() {
      const serving = yield* Effect.mapError(holder(session), sqlError)
      server.push(passed("serving", serving === undefined ? "no process serves it now" : `${serving.name} serves it`), yield* checkStandbys)
      const schema = yield* schemaOf
      const known = newestOf(migrations)
      if (schema === null)
        return [
          ...server,
          warning("database", `${name} is empty`, "the first start fills it; otherwise check DATABASE_URL")
        ]
      if (schema === 0) return [...server, failed("database", `${name} is not a database of this service`, "check DATABASE_URL")]
      if (schema > known) return [...server, failed("database", writtenByNewer(schema, known), "install that version again")]
      const upToDate = schema === known
        ? passed("database", `${name} has schema ${schema}`)
        : warning("database", `${name} has schema ${schema}, older than ${known}`,
          "back it up with pg_dump, then start the service, which upgrades it")
      return [
        ...server,
        upToDate,
        ...schema === known ? yield* checkWrites : [],
        ...yield* checkContents(schema === known)
      ]
    }).pipe(Effect.provide(Layer.succeed(SqlClient.SqlClient, sql)))
  }).pipe(
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.catchTag("DatabaseUnavailable", ({ message }) =>
      Effect.succeed([failed("database", message, "the service does not start without it")])),
    Effect.catchAllCause((cause) => {
      const error = Cause.squash(cause)
      return Effect.succeed([
        failed("database", `cannot be read to its end: ${messageOf(error)}`, "run doctor again once the server answers")
      ])
    })
  )
