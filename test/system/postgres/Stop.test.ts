import { assert, describe } from "@effect/vitest"
import { Duration, Effect, type Scope } from "effect"
import { rawTo, token } from "../../lib/HttpService.ts"
import { tcpProxy } from "../../lib/TcpProxy.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"
import { checkBeside, open } from "./Database/TestDatabase.ts"

/** A process behind a proxy, and a client that bypasses the proxy. */
const served = Effect.gen(function*() {
  const address = yield* temporaryDatabase
  const proxy = yield* tcpProxy(address.port)
  const process = yield* serviceProcess(yield* serviceFolder, {
    ADMIN_TOKEN: token,
    DATABASE_URL: urlOf({ ...address, host: "127.0.0.1", port: proxy.port })
  })
  const port = yield* process.port
  return { process, port, proxy, address }
})

type Served = Effect.Effect.Success<typeof served>

/** A second process holds the lease. */
const waiting = Effect.gen(function*() {
  const first = yield* served
  const process = yield* serviceProcess(yield* serviceFolder, {
    ADMIN_TOKEN: token,
    DATABASE_URL: urlOf({ ...first.address, host: "127.0.0.1", port: first.proxy.port })
  })
  return { ...first, process, port: yield* process.port }
})

/** Holds locks on the server for the rest of the test, in a transaction. */
const locked = (statement: string) => ({ address }: Served) =>
  Effect.gen(function*() {
    const { sql } = yield* open(address, { idleInTransaction: 120_000 })
    const connection = yield* sql.reserve
    yield* connection.execute(`BEGIN; ${statement}`, [], undefined)
  })

const later = (happens: (served: Served) => void) => (served: Served) => Effect.sync(() => happens(served))

const states: ReadonlyArray<readonly [string, typeof served, (served: Served) => Effect.Effect<void, unknown, Scope.Scope>]> = [
  ["as usual", served, () => Effect.void],
  ["that refuses connections", served, later(({ proxy }) => proxy.refuse())],
  ["that refuses connections, without the lease", waiting, later(({ proxy }) => proxy.refuse())],
  ["that is silent", served, later(({ proxy }) => proxy.blackHole())],
  ["that is silent, without the lease", waiting, later(({ proxy }) => proxy.blackHole())],
  ["whose shop is locked", served, locked("UPDATE shop SET version = version")],
  ["whose lease is locked", served, locked("UPDATE lease SET epoch = epoch")],
  ["whose tables are locked", served, locked("LOCK TABLE shop, operation, lease, replica, notification, turnover, installation")]
]

/** It takes 10 s on an idle machine. This one may be busy, and a stop that never ends takes longer than this. */
const bound = 30_000

describe("A stop beside a PostgreSQL server", () => {
  // Rule 1.6.
  for (const [state, start, disturb] of states) {
    checkBeside(`${state} takes 10 s at most, with a change under way, and ends with 0`, () =>
      Effect.gen(function*() {
        const found = yield* start
        yield* disturb(found)
        yield* Effect.fork(Effect.ignore(rawTo(found.port, "/api/admin/turnover", {
          method: "PUT",
          body: JSON.stringify({ date: "2025-12-08", amount: 1 }),
          headers: { "x-admin-token": token, "content-type": "application/json" }
        })))
        // Enough time to detect that connections are lost.
        yield* Effect.sleep("4 seconds")
        yield* found.process.kill("SIGTERM")
        const [took, ended] = yield* Effect.timed(Effect.timeout(found.process.ended, "40 seconds"))
        assert.strictEqual(ended.code, 0, ended.stderr)
        assert.isBelow(Duration.toMillis(took), bound)
      }))
  }
})
