import { SqlClient } from "@effect/sql"
import { assert, describe } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Schedule, Scope } from "effect"
import * as Config from "../../../src/Config.ts"
import { fromVariables, layerOf } from "../../../src/Config/Environment.ts"
import { differingKeys } from "../../../src/Config/Fingerprint.ts"
import { Database } from "../../../src/Database.ts"
import { Lease } from "../../../src/Database/Lease.ts"
import { ReplicaReportInterval } from "../../../src/Database/Postgres/Replicas/Reports.ts"
import type { SeenReplica } from "../../../src/Database/ReplicaRegistry.ts"
import * as Secrets from "../../../src/Logging/Secrets.ts"
import * as Replicas from "../../../src/Replicas.ts"
import { filesInMemory } from "../../lib/FilesInMemory.ts"
import { type Members, members } from "../../lib/TestService.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { check } from "./Database/TestDatabase.ts"

interface Options {
  readonly file?: Members
  readonly env?: Readonly<Record<string, string>>
  readonly isHolder?: boolean
}

const lease = (isHeld: boolean) =>
  Layer.succeed(Lease, {
    remaining: Effect.succeed(isHeld ? Infinity : 0),
    isHeld: Effect.succeed(isHeld),
    epoch: Effect.succeed(null),
    lapsedFor: Effect.succeed(isHeld ? 0 : 11_000),
    confirm: () => Effect.succeed(isHeld)
  })

/** The part of one process in the registry. Its configuration file is `file`, which a test may change. */
const replica = (url: string, { env = {}, file = members(), isHolder = false }: Options = {}) =>
  Replicas.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Database.layer(url), Config.layer, lease(isHolder))),
    Layer.provide(Layer.mergeAll(
      layerOf(fromVariables({ ADMIN_TOKEN: "test-token-0123456789", ...env })),
      filesInMemory(() => JSON.stringify(file)),
      Secrets.layer,
      Layer.succeed(ReplicaReportInterval, "100 millis")
    )),
    Layer.fresh,
    Layer.build,
    Effect.map((context) => ({
      ...Context.get(context, Replicas.Replicas),
      reload: Context.get(context, Config.Config).reload,
      sql: Context.get(context, SqlClient.SqlClient)
    }))
  )

const until = (what: Effect.Effect<ReadonlyArray<SeenReplica>>, holds: (seen: ReadonlyArray<SeenReplica>) => boolean) =>
  Effect.retry(Effect.filterOrFail(what, holds), Schedule.spaced("50 millis"))

describe("The replicas of a PostgreSQL database", () => {
  check("see each other, the oldest first, and which one sends, until one stops", () =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      const first = yield* replica(url, { isHolder: true })
      const scope = yield* Scope.make()
      const second = yield* Scope.extend(replica(url), scope)
      const seen = yield* second.seen
      assert.deepStrictEqual(seen.map(({ id, sending }) => [id, sending]), [[first.own, true], [second.own, false]])
      assert.deepStrictEqual(differingKeys(seen), [])
      assert.match(String(second.own), /^[\w.-]+:\d+:[0-9a-f]+$/)
      for (const { seenAt, startedAt } of seen) assert.isAtMost(startedAt, seenAt)
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual((yield* first.seen).map(({ id }) => id), [first.own])
    }))

  check("are forgotten a minute after their last report, and removed after an hour", () =>
    Effect.gen(function*() {
      const { own, seen, sql } = yield* replica(urlOf(yield* temporaryDatabase))
      const lost = (id: string, since: string) =>
        sql`INSERT INTO replica (id, started_at, seen_at, version, sending, settings)
          VALUES (${id}, clock_timestamp(), clock_timestamp() - ${since}::interval, '1', 0, '{}')`
      yield* lost("killed", "30 seconds")
      yield* lost("gone", "2 minutes")
      yield* lost("long gone", "2 hours")
      // The server's clock has been set back since.
      yield* lost("ahead", "-10 minutes")
      assert.deepStrictEqual((yield* seen).map(({ id }) => id), [own, "killed"])
      const ids = Effect.map(sql<{ readonly id: string }>`SELECT id FROM replica ORDER BY id COLLATE "C"`,
        (rows) => rows.map(({ id }) => id))
      yield* Effect.repeat(ids, { until: (found) => !found.includes("long gone"), schedule: Schedule.spaced("50 millis") })
      assert.deepStrictEqual([...yield* ids].sort(), ["ahead", "gone", "killed", String(own)].sort())
    }))

  check("name as the sender the newest that says so, not one that was killed", () =>
    Effect.gen(function*() {
      const { own, seen, sql } = yield* replica(urlOf(yield* temporaryDatabase), { isHolder: true })
      yield* sql`INSERT INTO replica (id, started_at, seen_at, version, sending, settings)
        VALUES ('killed', clock_timestamp(), clock_timestamp() - interval '8 seconds', '1', 1, '{}')`
      assert.deepStrictEqual((yield* seen).map(({ id, sending }) => [id, sending]), [[own, true], ["killed", false]])
    }))

  check("report soon that a setting, the token or the zone differs, by its key and never by its value", () =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      // The same cutoff, written differently.
      const { cutoff_time: _, ...rest } = members({ cutoff_hour: 23 })
      const { seen } = yield* replica(url, { file: rest })
      const file = members()
      const other = yield* replica(url, { file })
      assert.deepStrictEqual(differingKeys(yield* seen), [])
      const secret = "https://bot.example/hook/secret-address"
      Object.assign(file, { cutoff_time: "22:00", chat_webhook_url: secret })
      yield* other.reload
      const differing = yield* until(seen, (found) => differingKeys(found).length > 0)
      assert.deepStrictEqual([...differingKeys(differing)].sort(), ["chat_webhook_url", "cutoff_time"])
      assert.notInclude(JSON.stringify(differing), "secret-address")
      yield* replica(url, { env: { TZ: "Europe/Berlin", ADMIN_TOKEN: "another-token-0123456789" } })
      assert.includeMembers([...differingKeys(yield* seen)], ["TZ", "ADMIN_TOKEN"])
    }))

  check("report soon that a configuration file has a fault, until it has none", () =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      const file = members()
      const { reload, seen } = yield* replica(url, { file })
      Object.assign(file, { cutoff_time: "25:00" })
      yield* Effect.flip(reload)
      const [faulty] = yield* until(seen, ([own]) => own?.configFault !== null)
      assert.include(faulty?.configFault, "cutoff_time")
      Object.assign(file, { cutoff_time: "22:00" })
      yield* reload
      yield* until(seen, ([own]) => own?.configFault === null)
    }))

  check("do not wait for a write to report", () =>
    Effect.gen(function*() {
      const { seen, sql } = yield* replica(urlOf(yield* temporaryDatabase))
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`UPDATE shop SET version = version + 1`
        const [before] = yield* seen
        yield* until(seen, ([now]) => (now?.seenAt ?? 0) > (before?.seenAt ?? 0))
      }))
    }))

  check("number the requests to reload, each its own, for all to see", () =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      const first = yield* replica(url)
      const second = yield* replica(url)
      assert.strictEqual(yield* first.reloads, 0)
      const numbers = yield* Effect.all([first, second, first, second].map(({ requestReload }) => requestReload), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual([...numbers].sort(), [1, 2, 3, 4])
      assert.deepStrictEqual([yield* first.reloads, yield* second.reloads], [4, 4])
    }))
})
