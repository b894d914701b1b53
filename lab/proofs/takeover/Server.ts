import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import {
  clusterFolder,
  createCluster,
  removeCluster,
  serverPrograms,
  startCluster,
  stopCluster
} from "../../../test/system/lib/PostgresCluster.ts"
import { administer, atSocket, createUser, password, user } from "../../../test/system/lib/PostgresUser.ts"
import { settingClock } from "../../../test/system/lib/ServerClock.ts"
import { Violation } from "../torture/Violation.ts"

type Row = Readonly<Record<string, unknown>>

/** A private PostgreSQL server, and the faults that it can have. */
export interface Server {
  readonly port: number
  /** Its DATABASE_URL by way of a proxy. */
  readonly urlBy: (port: number) => string
  readonly rows: (text: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>
  /** The process number of the service that has the lock, and of the server's process that has it for the service. */
  readonly holder: () => Promise<{ readonly process: number; readonly backend: number } | undefined>
  readonly setClock: (aheadMillis: number) => Promise<void>
  readonly endBackend: (backend: number) => Promise<void>
  readonly restart: (mode: "fast" | "immediate") => void
  /** Lets each commit wait for a standby, which does not exist. */
  readonly waitForStandby: (isOn: boolean) => Promise<void>
  readonly close: () => void
}

const numbers = { getTypeParser: (oid: number, format?: "text" | "binary") => oid === 20 ? Number : pg.types.getTypeParser(oid, format) }

const holding = `SELECT pid, application_name AS name FROM pg_stat_activity WHERE pid IN
  (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2)`

export const startServer = async (): Promise<Server> => {
  if (serverPrograms === undefined) throw new Violation("PostgreSQL's server programs are not installed: expected initdb and pg_ctl")
  const folder = clusterFolder()
  // The service refuses a server that may lose acknowledged commits, so all durable settings stay on.
  createCluster(folder)
  const { port } = startCluster(folder)
  process.once("exit", () => removeCluster(folder))
  const cluster = { folder, port }
  await createUser(cluster)
  await administer(atSocket(cluster, user), ...settingClock(0))
  const asSuperuser = (...statements: ReadonlyArray<string>) => administer(atSocket(cluster, "postgres"), ...statements)

  const rows: Server["rows"] = async (text, values = []) => {
    const client = new pg.Client({ ...atSocket(cluster, user), types: numbers as pg.CustomTypesConfig })
    // Without a listener, a broken idle connection would end the process.
    client.on("error", () => undefined)
    try {
      await client.connect()
      return (await client.query(text, [...values])).rows
    } finally {
      await client.end()
    }
  }

  const waitForStandby = async (isOn: boolean) => {
    await asSuperuser(`ALTER SYSTEM SET synchronous_standby_names = '${isOn ? "nowhere" : ""}'`, "SELECT pg_reload_conf()")
    await sleep(200)
  }

  return {
    port,
    urlBy: (proxy) => `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy}/${user}?sslmode=disable`,
    rows,
    holder: async () => {
      const [found] = await rows(holding).catch(() => [])
      return found === undefined ? undefined : { process: Number(String(found["name"]).split(":").at(-1)), backend: Number(found["pid"]) }
    },
    setClock: async (aheadMillis) => {
      const [define = ""] = settingClock(Math.round(aheadMillis))
      await administer(atSocket(cluster, user), define)
    },
    endBackend: (backend) => asSuperuser(`SELECT pg_terminate_backend(${backend})`),
    restart: (mode) => {
      stopCluster(folder, mode)
      startCluster(folder, port)
    },
    waitForStandby,
    close: () => removeCluster(folder)
  }
}
