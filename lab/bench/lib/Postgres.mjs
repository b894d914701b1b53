import { build } from "esbuild"
import pg from "pg"
import { root } from "./Processes.mjs"

const user = "bench"

/** A private server, started as in the tests; undefined if its programs are not installed. */
export const startPostgres = async () => {
  const bundle = `${root}/dist/bench-cluster.mjs`
  const contents = "export * from \"./PostgresCluster.ts\"; export * from \"./ServerClock.ts\""
  await build({
    stdin: { contents, resolveDir: `${root}/test/system/lib` },
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm"
  })
  const { clusterFolder, createCluster, removeCluster, serverPrograms, settingClock, startCluster, superuser } = await import(bundle)
  if (serverPrograms === undefined) return undefined
  const folder = clusterFolder()
  process.once("exit", () => removeCluster(folder))
  createCluster(folder)
  const { port } = startCluster(folder)

  const administer = async (statement) => {
    const client = new pg.Client({ host: folder, port, database: "postgres", user: superuser })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`CREATE ROLE ${user} LOGIN PASSWORD '${user}'`)

  let databases = 0
  /** DATABASE_URL of an empty database, or of a copy of a database without connections. */
  const newDatabase = async (original) => {
    const name = `bench_${databases += 1}`
    const template = original === undefined ? "template1" : new URL(original).pathname.slice(1)
    await administer(`CREATE DATABASE ${name} OWNER ${user} TEMPLATE ${template}`)
    return `postgres://${user}:${user}@127.0.0.1:${port}/${name}`
  }

  /** Sets the clock of a database for the connections that are opened after the first call. */
  const setClock = async (url, aheadMillis) => {
    const client = await connected(url)
    for (const statement of settingClock(aheadMillis)) await client.query(statement)
    await client.end()
  }
  return { newDatabase, setClock }
}

export const connected = async (url) => {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
