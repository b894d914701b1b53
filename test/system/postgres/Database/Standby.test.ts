import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Option } from "effect"
import { Database } from "../../../../src/Database.ts"
import { kindOf } from "../../../../src/Database/Postgres/Failure.ts"
import { Writer } from "../../../../src/Database/Write.ts"
import { tcpProxy } from "../../../lib/TcpProxy.ts"
import { removeCluster } from "../../lib/PostgresCluster.ts"
import { ownCluster, urlOf } from "../../lib/PostgresServer.ts"
import { addressOf, administer, atSocket, createUser } from "../../lib/PostgresUser.ts"
import { atStart } from "./TestDatabase.ts"

// Rules 1.10 and 1.12.
describe("A COMMIT that waits for a synchronous standby", () => {
  it.scopedLive("is waited for: its client is refused in time, the process keeps the database, and the change is stored afterwards", () =>
    Effect.gen(function*() {
      const cluster = ownCluster()
      yield* Effect.addFinalizer(() => Effect.sync(() => removeCluster(cluster.folder)))
      yield* Effect.promise(() => createUser(cluster))
      const proxy = yield* tcpProxy(cluster.port)
      const context = yield* Layer.build(Database.layer(urlOf({ ...addressOf(cluster), port: proxy.port }), "upgrade", atStart()))
      const { isCommitWaiting, lost } = Context.get(context, Database)
      const sql = Context.get(context, SqlClient.SqlClient)
      const standbys = (names: string) =>
        Effect.promise(() =>
          administer(atSocket(cluster, "postgres"), `ALTER SYSTEM SET synchronous_standby_names = '${names}'`, "SELECT pg_reload_conf()")
        )
      yield* Effect.zipRight(standbys("nowhere"), Effect.sleep("500 millis"))
      // Connecting has seven round trips, so the server says only after more than two seconds that the COMMIT waits.
      proxy.delay(350)

      // The standby never comes, so only its patience ends the wait.
      const [took, refused] = yield* Effect.timed(
        Effect.flip(Context.get(context, Writer).write(sql`INSERT INTO goal VALUES ('2026-11', 5)`))
      )
      assert.strictEqual(refused._tag === "SqlError" ? kindOf(refused) : refused, "unknownCommit")
      assert.isAtLeast(Duration.toMillis(took), 4_900)
      yield* Effect.repeat(Effect.sleep("100 millis"), { until: isCommitWaiting })
      yield* Effect.sleep("3 seconds")
      assert.isTrue(isCommitWaiting())

      proxy.delay(0)
      yield* standbys("")
      // On the same connection, so the lock was never lost.
      assert.deepStrictEqual(yield* sql`SELECT amount_cents FROM goal`, [{ amount_cents: 5 }])
      assert.isFalse(isCommitWaiting())
      assert.isTrue(Option.isNone(yield* Effect.timeoutOption(Effect.ignore(lost), "100 millis")))
    }))
})
