import { Effect, Exit, Scope } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { type TcpProxy, tcpProxy } from "../../../test/lib/TcpProxy.ts"
import {
  clusterFolder,
  createCluster,
  removeCluster,
  serverPrograms,
  startCluster,
  stopCluster
} from "../../../test/system/lib/PostgresCluster.ts"
import { atSocket, createUser, password, user } from "../../../test/system/lib/PostgresUser.ts"
import { settingClock } from "../../../test/system/lib/ServerClock.ts"
import { type Query, type ReadPosition, readSnapshot, type Snapshot } from "../Snapshot.ts"
import { Violation } from "../Violation.ts"

/** A private PostgreSQL server, and the faults that it can have. */
export interface Server {
  /** One replica's own connection path to the server, and its DATABASE_URL. */
  readonly way: () => Promise<{ readonly proxy: TcpProxy; readonly url: string }>
  readonly restart: () => void
  /** Sets its clock ahead for the connections that are opened from now on. */
  readonly setClock: (aheadMillis: number) => Promise<void>
  /** Ends all of its processes at once, as a power failure would, and starts it again. */
  readonly kill: () => Promise<void>
  readonly snapshot: (from: ReadPosition) => Promise<Snapshot>
  /** The holder of the lease, and how often the holder has changed; undefined while the server is away. */
  readonly lease: () => Promise<{ readonly holder: string; readonly epoch: number } | undefined>
  readonly close: () => Promise<void>
}

const isAlive = (pid: string): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ")
  } catch {
    return false
  }
}

const pidFile = (folder: string): string => join(folder, "data", "postmaster.pid")

const postmasterOf = (folder: string): string => readFileSync(pidFile(folder), "utf8").split("\n")[0] ?? ""

/** Every process of the postmaster; the kernel lists them by their parent. */
const family = (postmaster: string): ReadonlyArray<string> =>
  execFileSync("ps", ["-o", "pid=", "--ppid", postmaster], { encoding: "utf8" }).trim().split(/\s+/)

const numbers = { getTypeParser: (oid: number, format?: "text" | "binary") => oid === 20 ? Number : pg.types.getTypeParser(oid, format) }

export const startServer = async (): Promise<Server> => {
  if (serverPrograms === undefined) throw new Violation("PostgreSQL's server programs are not installed: expected initdb and pg_ctl")
  const folder = clusterFolder()
  const scope = Effect.runSync(Scope.make())
  // The service refuses a server that may lose acknowledged commits, so all durable settings stay on.
  createCluster(folder)
  const { port } = startCluster(folder)
  await createUser({ folder, port })

  const connected = async <A>(use: (client: pg.Client) => Promise<A>): Promise<A> => {
    const client = new pg.Client({ ...atSocket({ folder, port }, user), types: numbers as pg.CustomTypesConfig })
    // Without a listener, a broken idle connection would end the process.
    client.on("error", () => undefined)
    try {
      await client.connect()
      return await use(client)
    } finally {
      await client.end()
    }
  }

  return {
    way: async () => {
      const proxy = await Effect.runPromise(Scope.extend(tcpProxy(port), scope))
      return { proxy, url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${user}?sslmode=disable` }
    },
    setClock: (aheadMillis) =>
      connected(async (client) => {
        for (const statement of settingClock(aheadMillis)) await client.query(statement)
      }),
    restart: () => {
      stopCluster(folder, "fast")
      startCluster(folder, port)
    },
    kill: async () => {
      const postmaster = postmasterOf(folder)
      const processes = [postmaster, ...family(postmaster)]
      execFileSync("kill", ["-9", ...processes])
      for (const pid of processes) while (isAlive(pid)) await sleep(5)
      // Until the system reaps the killed process, its number in these files looks like a running server.
      for (const lock of [pidFile(folder), join(folder, `.s.PGSQL.${port}.lock`)]) rmSync(lock, { force: true })
      startCluster(folder, port)
    },
    snapshot: (from) =>
      connected(async (client) => {
        await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        const query: Query = async <Row>(text: string, ...values: ReadonlyArray<number>) => {
          let place = 0
          const { rows } = await client.query(text.replaceAll("?", () => `$${++place}`), [...values])
          return rows as ReadonlyArray<Row>
        }
        return await readSnapshot(query, from)
      }),
    lease: () =>
      connected(async (client) => {
        const { rows } = await client.query<{ holder: string; epoch: number }>(
          "SELECT holder, epoch FROM lease WHERE expires_at > clock_timestamp()"
        )
        return rows[0]
      }).catch(() => undefined),
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      if (existsSync(pidFile(folder)) && isAlive(postmasterOf(folder))) removeCluster(folder)
      else rmSync(folder, { recursive: true, force: true })
    }
  }
}
