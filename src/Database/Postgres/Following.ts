import type { SqlClient } from "@effect/sql"
import { Effect, PubSub, type Queue, Scope } from "effect"
import { shared } from "../../Concurrency/Shared.ts"
import type { DataVersion } from "../DataVersion.ts"
import type { Hint } from "./Listen.ts"

interface Row {
  readonly version: number
  /** Operations since the version seen last, which every write stores, and those of this process. */
  readonly operations: number
  readonly own: number
}

/** One listener for all who subscribe, from the first of them until the scope closes. */
const shareHints = (hints: Effect.Effect<Queue.Dequeue<Hint>, never, Scope.Scope>) =>
  Effect.gen(function*() {
    const hub = yield* Effect.acquireRelease(PubSub.sliding<Hint>(1), PubSub.shutdown)
    const passOn = Effect.flatMap(hints,
      (all) => Effect.forkScoped(Effect.forever(Effect.flatMap(all.take, (hint) => PubSub.publish(hub, hint)))))
    const listening = yield* Effect.cached(Scope.extend(passOn, yield* Effect.scope))
    return Effect.zipRight(listening, PubSub.subscribe(hub))
  })

/**
 * Follows the version of the shop. The newest one that was seen is kept here, and each look counts the operations since:
 * fewer than versions mean an edit by hand, or a pause so long that operations were forgotten.
 */
export const make = (sql: SqlClient.SqlClient, replica: string, hints: Effect.Effect<Queue.Dequeue<Hint>, never, Scope.Scope>) =>
  Effect.gen(function*() {
    const signals = yield* shareHints(hints)
    const [first] = yield* sql<{ readonly version: number }>`SELECT version FROM shop`
    let version = first?.version ?? 0
    let seen: DataVersion = { others: 0, edits: 0 }

    const look = Effect.suspend(() =>
      Effect.map(
        sql<Row>`SELECT shop.version, count(operation.version) AS operations,
            count(*) FILTER (WHERE operation.replica = ${replica}) AS own
          FROM shop LEFT JOIN operation ON operation.version > ${version} GROUP BY shop.version`,
        ([row]) => {
          if (row === undefined || row.version === version) return seen
          const committed = row.version - version
          version = row.version
          if (row.own === committed) return seen
          seen = { others: seen.others + 1, edits: seen.edits + (row.operations === committed ? 0 : 1) }
          return seen
        }
      )
    )

    return { dataVersion: shared(look), seen: () => seen, signals }
  })
