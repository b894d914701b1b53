import { Redacted } from "effect"
import pg from "pg"
import type { PostgresAddress } from "../../../src/Database/Postgres/Address.ts"
import { type Cluster, superuser } from "./PostgresCluster.ts"

/** The user of the tests, which owns the databases. */
export const user = "shop"
export const password = "correct horse: battery@staple"

export const addressOf = ({ port }: Cluster, database: string = user): PostgresAddress => ({
  host: "127.0.0.1",
  port,
  database,
  user,
  password: Redacted.make(password),
  sslMode: "disable",
  rootCertificate: null
})

export const atSocket = ({ folder, port }: Cluster, database: string): pg.ClientConfig => ({
  host: folder,
  port,
  database,
  user: superuser
})

/** Runs statements as the superuser. */
export const administer = async (config: pg.ClientConfig, ...statements: ReadonlyArray<string>): Promise<void> => {
  const client = new pg.Client(config)
  // A lost connection fails its statement as well.
  client.on("error", () => undefined)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates the user, and a database that it owns. */
export const createUser = (cluster: Cluster): Promise<void> =>
  administer(atSocket(cluster, "postgres"), `CREATE ROLE ${user} LOGIN PASSWORD '${password}'`, `CREATE DATABASE ${user} OWNER ${user}`)
