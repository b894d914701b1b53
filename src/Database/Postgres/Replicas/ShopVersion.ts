import type { SqlClient } from "@effect/sql"
import { Effect, PubSub, Scope } from "effect"
import * as Deadline from "../../../Concurrency/Deadline.ts"
import { shared } from "../../../Concurrency/Shared.ts"
import type { DataVersion } from "../../DataVersion.ts"
import { writeStateOf } from "../../WriteState.ts"
import type { Listener } from "../Client.ts"
import type { Hint } from "../Client/Listen.ts"
import { shopMissing, sqlError } from "../Failure.ts"

/**
 * The time for a poll on the connection that listens and, if that one is lost, on a second one. The figures get older until the
 * poll ends.
 */
const pollWithin = "2 seconds"

interface Row {
  readonly version: number
  /** The operations since the last known version, and how many of them are this process's. Every write stores an operation. */
  readonly operations: number
  readonly own: number
  /** The operation that stored this version, and the stored operation of the last known version; null if it was removed. */
  readonly newest: string | null
  readonly known: string | null
  /** Hash of the newest audit record; empty if there is none. */
  readonly head: string
}

/** Shares one listener among all users, from its first use until the scope closes. */
const share = (listen: Effect.Effect<Listener, never, Scope.Scope>) =>
  Effect.gen(function*() {
    const hub = yield* Effect.acquireRelease(PubSub.sliding<Hint>(1), PubSub.shutdown)
    const passOn = Effect.tap(listen,
      ({ hints }) => Effect.forkScoped(Effect.forever(Effect.flatMap(hints.take, (hint) => PubSub.publish(hub, hint)))))
    const listener = yield* Effect.cached(Scope.extend(passOn, yield* Effect.scope))
    return {
      signals: Effect.zipRight(listener, PubSub.subscribe(hub)),
      aside: <A, E, R>(reads: Effect.Effect<A, E, R>) => Effect.flatMap(listener, ({ aside }) => aside(reads))
    }
  })

/**
 * Follows the shop's version. It keeps the newest known version, and each poll counts the operations since. Fewer operations than
 * versions mean an edit by hand, or a pause in which old operations were removed. A lower version, or a different operation for the
 * known version, means that the database has lost commits.
 */
export const make = (sql: SqlClient.SqlClient, replica: string, listen: Effect.Effect<Listener, never, Scope.Scope>) =>
  Effect.gen(function*() {
    const { aside, signals } = yield* share(listen)
    const newestOperation = sql`(SELECT id FROM operation WHERE operation.version = shop.version)`
    const [first] = yield* sql<Pick<Row, "version" | "newest">>`SELECT version, ${newestOperation} AS newest FROM shop`
    let version = first?.version ?? 0
    let operation = first?.newest ?? null
    let seen: DataVersion = { others: 0, edits: 0, losses: 0 }
    let head: string | null = null

    const poll = Effect.suspend(() =>
      Effect.flatMap(
        sql<Row>`SELECT shop.version, count(operation.version) AS operations,
            count(*) FILTER (WHERE operation.replica = ${replica}) AS own,
            ${newestOperation} AS newest,
            (SELECT id FROM operation WHERE operation.version = ${version}) AS known,
            coalesce((SELECT hash FROM audit ORDER BY id DESC LIMIT 1), '') AS head
          FROM shop LEFT JOIN operation ON operation.version > ${version} GROUP BY shop.version`,
        ([row]) => {
          if (row === undefined) return Effect.zipRight(writeStateOf(sql).failed("shop_missing"), Effect.fail(sqlError(shopMissing)))
          head = row.head
          const isLost = row.version < version || operation !== null && row.known !== null && row.known !== operation
          const committed = row.version - version
          version = row.version
          operation = row.newest
          if (row.own === committed && !isLost) return Effect.succeed(seen)
          seen = {
            others: seen.others + 1,
            edits: seen.edits + (row.operations === committed && !isLost ? 0 : 1),
            losses: seen.losses + (isLost ? 1 : 0)
          }
          return Effect.succeed(seen)
        }
      )
    )

    return {
      dataVersion: shared(Effect.flatMap(Deadline.orWithin(pollWithin), (inTime) => inTime(aside(poll)))),
      aside,
      seen: () => seen,
      auditHead: () => head,
      signals
    }
  })
