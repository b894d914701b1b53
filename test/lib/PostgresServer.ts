import { describe } from "@effect/vitest"
import { Effect, Either, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"
import { parse, type PostgresAddress } from "../../src/Database/Postgres/Address.ts"
import { type Cluster, clusterFolder, createCluster, programOf, serverPrograms, startCluster } from "./PostgresCluster.ts"
import { addressOf, administer, atSocket, createUser } from "./PostgresUser.ts"

const given = process.env["TEST_DATABASE_URL"]

const folder = inject("postgresFolder")

const note = (kind: "clusters" | "not-run", name: string, why = "") => {
  mkdirSync(join(folder, kind), { recursive: true })
  writeFileSync(join(folder, kind, encodeURIComponent(name)), why)
}

/** A private server for one suite, which may stop and start it. It is removed at the end of the run at the latest. */
export const ownCluster = (settings: ReadonlyArray<string> = []): Cluster => {
  const own = clusterFolder()
  note("clusters", own)
  createCluster(own, settings)
  return startCluster(own)
}

interface Server {
  readonly address: (database: string) => PostgresAddress
  readonly administer: (...statements: ReadonlyArray<string>) => Promise<void>
  /** Whether the server stays after the run, for others, with every database that was not dropped. */
  readonly stays: boolean
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** The first worker starts the server; the others wait for it. */
const sharedCluster = async (): Promise<Cluster> => {
  const ready = join(folder, "cluster.json")
  try {
    mkdirSync(join(folder, "starting"))
  } catch {
    while (!existsSync(ready)) await pause(20)
    return JSON.parse(readFileSync(ready, "utf8")) as Cluster
  }
  const cluster = ownCluster()
  await createUser(cluster)
  writeFileSync(`${ready}.partial`, JSON.stringify(cluster))
  renameSync(`${ready}.partial`, ready)
  return cluster
}

const start = async (): Promise<Server> => {
  if (given !== undefined) {
    const base = Either.getOrThrowWith(parse(given), (sentence) => new Error(sentence.replace("DATABASE_URL", "TEST_DATABASE_URL")))
    return {
      address: (database) => ({ ...base, database }),
      administer: (...statements) => administer({ connectionString: given }, ...statements),
      stays: true
    }
  }
  const cluster = await sharedCluster()
  return {
    address: (database) => addressOf(cluster, database),
    administer: (...statements) => administer(atSocket(cluster, "postgres"), ...statements),
    stays: false
  }
}

let server: Promise<Server> | undefined

/**
 * A separate, empty database for one test, which is removed afterwards. If the server is removed as well, the test does not wait:
 * dropping a database waits until every connection of the server agrees, and a connection that a stopped process has half opened
 * agrees only after a minute.
 */
export const temporaryDatabase: Effect.Effect<PostgresAddress, never, Scope.Scope> = Effect.gen(function*() {
  const { address, administer, stays } = yield* Effect.promise(() => server ??= start())
  const name = `turnover_test_${randomBytes(6).toString("hex")}`
  const owner = address(name).user
  yield* Effect.acquireRelease(
    Effect.promise(() => administer(`CREATE DATABASE ${name}${owner === null ? "" : ` OWNER "${owner}"`}`)),
    () => {
      const drop = () => administer(`DROP DATABASE ${name} WITH (FORCE)`)
      return stays ? Effect.promise(drop) : Effect.sync(() => void drop().catch(() => undefined))
    }
  )
  return address(name)
})

/** What a suite may need; each returns its name if it is missing. */
const missing = {
  /** A server, given by TEST_DATABASE_URL or started from its programs. */
  "a server": () => serverPrograms === undefined && given === undefined ? "a PostgreSQL server" : undefined,
  /** The programs, to start, stop and configure a server. */
  "the programs": () => serverPrograms === undefined ? "PostgreSQL's server programs" : undefined,
  "openssl": () =>
    serverPrograms === undefined ? "PostgreSQL's server programs" : programOf("openssl") === undefined ? "openssl" : undefined,
  "pgbouncer": () =>
    serverPrograms === undefined ? "PostgreSQL's server programs" : programOf("pgbouncer") === undefined ? "pgbouncer" : undefined
}

/** A suite that is skipped if something that it needs is missing. The end of the run names it. */
export const describePostgres = (name: string, needs: keyof typeof missing, suite: () => void): void => {
  const what = missing[needs]()
  if (what === undefined) return void describe(name, suite)
  note("not-run", name, what)
  describe.skip(name, suite)
}
