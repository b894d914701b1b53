import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { appendFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import type { PostgresAddress } from "../../../../src/Database/Postgres/Address.ts"
import { tcpProxy } from "../../../lib/TcpProxy.ts"
import { makeCertificate } from "../../lib/Certificate.ts"
import {
  anyPort,
  asServerUser,
  type Cluster,
  clusterFolder,
  createCluster,
  programOf,
  removeCluster,
  startCluster,
  stopCluster
} from "../../lib/PostgresCluster.ts"
import { ownCluster, temporaryDatabase } from "../../lib/PostgresServer.ts"
import { addressOf, administer, atSocket, createUser, password, user } from "../../lib/PostgresUser.ts"
import { check, open } from "./TestDatabase.ts"

/** The sentence with which a database is refused. */
const refusal = (address: PostgresAddress) =>
  Effect.map(Effect.flip(Effect.scoped(open(address, { connect: 2_000 }))), ({ message }) => {
    assert.notInclude(message, password)
    assert.notInclude(message, "hunter2")
    assert.notInclude(message, "\n")
    return message
  })

describe("PostgreSQL at the start", () => {
  check("refuses a wrong password", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const message = yield* refusal({ ...address, password: Redacted.make("hunter2") })
      assert.include(message, "refuses the user")
      assert.include(message, "check user and password in DATABASE_URL")
    }))

  check("refuses a missing password", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      assert.include(yield* refusal({ ...address, password: Redacted.make("") }), "check user and password in DATABASE_URL")
    }))

  check("refuses a database that is not there", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      assert.include(yield* refusal({ ...address, database: "nowhere" }), "there is no database nowhere at")
    }))

  check("refuses a server that cannot be reached, or does not answer", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      proxy.blackHole()
      assert.include(yield* refusal({ ...address, port: proxy.port }), "cannot be used: no answer to a connection within 2000 ms")
      assert.include(yield* refusal({ ...address, port: 1 }), "ECONNREFUSED")
      assert.include(yield* refusal({ ...address, host: "database.invalid" }), "database.invalid")
      assert.include(yield* refusal({ ...address, host: "/nowhere" }), "check the folder of the socket")
    }))

  const databaseSettings: ReadonlyArray<readonly [string, string]> = [
    ["search_path = 'information_schema'", "does not let the user create tables in the schema information_schema"],
    ["search_path = 'nowhere'", "has no schema in its search path"]
  ]
  check("stores in a database whose transactions are read-only by default", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      yield* Effect.scoped(
        Effect.flatMap(open(address), ({ sql }) => sql.unsafe(`ALTER DATABASE ${address.database} SET default_transaction_read_only = on`))
      )
      const { sql } = yield* open(address)
      yield* sql`CREATE TABLE item (id INTEGER)`
      yield* sql.withTransaction(sql`INSERT INTO item VALUES (1)`)
      assert.deepStrictEqual(yield* sql`SELECT id FROM item`, [{ id: 1 }])
    }))

  for (const [setting, sentence] of databaseSettings) {
    check(`refuses a database with ${setting}`, () =>
      Effect.gen(function*() {
        const address = yield* temporaryDatabase
        yield* Effect.scoped(Effect.flatMap(open(address), ({ sql }) => sql.unsafe(`ALTER DATABASE ${address.database} SET ${setting}`)))
        assert.include(yield* refusal(address), sentence)
      }))
  }
})

describe("PostgreSQL at the start, configured otherwise", () => {
  check("is refused without fsync and full_page_writes", () =>
    Effect.gen(function*() {
      const cluster = ownCluster(["fsync = off", "full_page_writes = off"])
      yield* Effect.addFinalizer(() => Effect.sync(() => removeCluster(cluster.folder)))
      yield* Effect.promise(() => createUser(cluster))
      assert.include(yield* refusal(addressOf(cluster)), "would lose acknowledged commits: found fsync, full_page_writes off")
    }))

  check("is refused with an encoding that cannot store every name and note", () =>
    Effect.gen(function*() {
      const cluster = ownCluster()
      yield* Effect.addFinalizer(() => Effect.sync(() => removeCluster(cluster.folder)))
      yield* Effect.promise(() => createUser(cluster))
      yield* Effect.promise(() =>
        administer(atSocket(cluster, "postgres"), `CREATE DATABASE latin OWNER ${user} ENCODING 'LATIN1' TEMPLATE template0`)
      )
      assert.include(yield* refusal(addressOf(cluster, "latin")), "stores text in the encoding LATIN1, expected UTF8")
    }))

  check("is refused as a standby", () =>
    Effect.gen(function*() {
      const cluster = ownCluster()
      yield* Effect.addFinalizer(() => Effect.sync(() => removeCluster(cluster.folder)))
      yield* Effect.promise(() => createUser(cluster))
      stopCluster(cluster.folder, "fast")
      writeFileSync(join(cluster.folder, "data", "standby.signal"), "")
      startCluster(cluster.folder, cluster.port)
      assert.include(yield* refusal(addressOf(cluster)), "standby")
    }))
})

describe("PostgreSQL and TLS", () => {
  let cluster: Cluster
  const certificate = () => join(cluster.folder, "cert.pem")

  beforeAll(async () => {
    const folder = clusterFolder()
    createCluster(folder, ["ssl = on", `ssl_cert_file = '${folder}/cert.pem'`, `ssl_key_file = '${folder}/data/server.key'`])
    const { keyFile } = makeCertificate(folder, "localhost")
    execFileSync("install", ["-m", "600", ...ownedByServer(), keyFile, join(folder, "data", "server.key")])
    cluster = startCluster(folder)
    await createUser(cluster)
  })
  afterAll(() => removeCluster(cluster.folder))

  const modes: ReadonlyArray<readonly [string, Partial<PostgresAddress>, boolean | string]> = [
    ["disable", { sslMode: "disable" }, false],
    ["prefer", { sslMode: "prefer" }, true],
    ["require", { sslMode: "require" }, true],
    ["verify-full without its certificate", { sslMode: "verify-full", host: "localhost" }, "shows a certificate that is not accepted"],
    [
      "verify-full with another host's name",
      { sslMode: "verify-full", host: "127.0.0.1", rootCertificate: "own" },
      "write the name of the certificate in DATABASE_URL, or sslmode=verify-ca"
    ],
    ["verify-full with its certificate", { sslMode: "verify-full", host: "localhost", rootCertificate: "own" }, true],
    ["verify-ca with another host's name", { sslMode: "verify-ca", host: "127.0.0.1", rootCertificate: "own" }, true],
    ["verify-ca without its certificate", { sslMode: "verify-ca" }, "shows a certificate that is not accepted"],
    [
      "a root certificate that is not there",
      { sslMode: "require", rootCertificate: "/nowhere.pem" },
      "the file of sslrootcert cannot be read"
    ]
  ]
  for (const [mode, changes, expected] of modes) {
    check(`with ${mode}: ${typeof expected === "string" ? "refused" : expected ? "encrypted" : "in plain text"}`, () =>
      Effect.gen(function*() {
        const rootCertificate = changes.rootCertificate === "own" ? certificate() : changes.rootCertificate ?? null
        const address = { ...addressOf(cluster), ...changes, rootCertificate }
        if (typeof expected === "string")
          return assert.include(yield* refusal(address), expected)
        const { sql } = yield* open(address)
        assert.deepStrictEqual(yield* sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`.values, [[expected]])
      }))
  }

  check("that the server does not have: plain text where it is preferred, a refusal where it is required", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      yield* open({ ...address, sslMode: "prefer" })
      assert.include(yield* refusal({ ...address, sslMode: "require" }), "has no TLS: expected a server with it, or sslmode=disable")
    }))
})

const ownedByServer = () => process.getuid?.() === 0 ? ["-o", "postgres", "-g", "postgres"] : []

describe("a pooler before PostgreSQL", () => {
  for (const mode of ["transaction", "statement", "session"] as const) {
    check(`in ${mode} mode is ${mode === "session" ? "accepted" : "refused"}`, () =>
      Effect.gen(function*() {
        const address = yield* temporaryDatabase
        const pooler = (size: number) =>
          Effect.gen(function*() {
            const folder = clusterFolder()
            const port = anyPort()
            writeFileSync(join(folder, "users.txt"), `"${user}" "${password}"\n`)
            appendFileSync(join(folder, "pgbouncer.ini"), [
              "[databases]",
              `* = host=${address.host} port=${address.port}`,
              "[pgbouncer]",
              `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${folder}/users.txt\npool_mode = ${mode}\ndefault_pool_size = ${size}`,
              ""
            ].join("\n"))
            const [command = "", ...args] = asServerUser([programOf("pgbouncer") ?? "", join(folder, "pgbouncer.ini")])
            const child = yield* Effect.acquireRelease(
              Effect.sync(() => spawn(command, args, { stdio: "ignore" })),
              (child) =>
                Effect.sync(() => {
                  child.kill("SIGKILL")
                  removeCluster(folder)
                })
            )
            yield* Effect.async<void, unknown>((resume) => {
              const socket = connect(port, "127.0.0.1", () => {
                socket.destroy()
                resume(Effect.void)
              })
              socket.on("error", (error) => resume(Effect.fail(error)))
            }).pipe(Effect.delay(20), Effect.retry({ times: 500, while: () => child.exitCode === null }))
            return port
          })
        const behind = { ...address, port: yield* Effect.retry(pooler(20), { times: 5 }) }
        if (mode === "session") {
          const full = { ...address, port: yield* Effect.retry(pooler(1), { times: 5 }) }
          assert.include(yield* refusal(full), "its pool needs one connection more than there are processes")
          const { sql } = yield* open(behind)
          assert.deepStrictEqual(yield* sql.withTransaction(sql`SELECT 1 AS one`), [{ one: 1 }])
        } else {
          assert.match(yield* refusal(behind), /reached through a pooler in transaction or statement mode/)
        }
      }))
  }
})
