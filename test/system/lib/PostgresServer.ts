import { Effect, Either, Redacted, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"
import { parseAddress, type PostgresAddress } from "../../../src/Database/Postgres/Address.ts"
import { type Cluster, clusterFolder, createCluster, startCluster } from "./PostgresCluster.ts"
import { addressOf, administer, atSocket, createUser } from "./PostgresUser.ts"

const given = process.env["TEST_DATABASE_URL"]

const folder = inject("postgresFolder") ?? tmpdir()

/** DATABASE_URL of an address. */
export const urlOf = ({ database, host, password, port, sslMode, user }: PostgresAddress): string => {
  const secret = password === null ? "" : `:${encodeURIComponent(Redacted.value(password))}`
  const who = user === null ? "" : `${encodeURIComponent(user)}${secret}@`
  const [authority, folder] = host.startsWith("/") ? ["", `&host=${encodeURIComponent(host)}`] : [host, ""]
  return `postgres://${who}${authority}:${port}/${database}?sslmode=${sslMode}${folder}`
}

/** A private server for one suite, which may stop and start it. It is removed at the end of the run at the latest. */
export const ownCluster = (settings: ReadonlyArray<string> = []): Cluster => {
  const own = clusterFolder()
  mkdirSync(join(folder, "clusters"), { recursive: true })
  writeFileSync(join(folder, "clusters", encodeURIComponent(own)), "")
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
    const base = Either.getOrThrowWith(parseAddress(given), (sentence) => new Error(sentence.replace("DATABASE_URL", "TEST_DATABASE_URL")))
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
