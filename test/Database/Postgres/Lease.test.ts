import { SqlClient } from "@effect/sql"
import { assert } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { Database } from "../../../src/Database.ts"
import { OnlyService } from "../../../src/Database/OnlyService.ts"
import type { PostgresAddress } from "../../../src/Database/Postgres/Address.ts"
import * as Lease from "../../../src/Database/Postgres/Lease.ts"
import { urlOf } from "../../lib/Databases.ts"
import { describePostgres, temporaryDatabase } from "../../lib/PostgresServer.ts"
import { tcpProxy } from "../../lib/TcpProxy.ts"
import { check } from "./TestDatabase.ts"

const service = (address: PostgresAddress) =>
  Effect.map(Layer.build(Layer.fresh(Layer.provideMerge(Lease.layer, Database.layer(urlOf(address))))), (context) => ({
    isHeld: Context.get(context, OnlyService).isHeld,
    sql: Context.get(context, SqlClient.SqlClient)
  }))

describePostgres("The lease of a PostgreSQL database", "a server", () => {
  check("is one service's, and the next one's at once after a stop", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const scope = yield* Scope.make()
      const first = yield* Scope.extend(service(address), scope)
      assert.isTrue(yield* first.isHeld)
      const { message } = yield* Effect.flip(Effect.scoped(service(address)))
      assert.strictEqual(message, "the database is served by another process: expected to be its only service, stop the other one first")
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(yield* (yield* service(address)).isHeld)
    }))

  check("ends by the holder's own clock where it cannot renew it, before another service gets it", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      const cutOff = yield* service({ ...address, host: "127.0.0.1", port: proxy.port })
      proxy.blackHole()
      const next = yield* service(address)
      assert.isTrue(yield* next.isHeld)
      assert.isFalse(yield* cutOff.isHeld)
      proxy.heal()
    }))
})
