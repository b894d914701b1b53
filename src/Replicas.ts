import { Context, Effect, Layer } from "effect"
import { Database } from "./Database.ts"
import { reporting } from "./Database/Postgres.ts"
import type { SeenReplica } from "./Database/ReplicaRegistry.ts"

/** The processes that serve the shop's database. A file has one process, which needs no name. */
export class Replicas extends Context.Tag("Replicas")<Replicas, {
  /** This process, by its host and process id; null on a file. */
  readonly own: string | null
  /** The processes that were alive in the last minute, oldest first; empty on a file. */
  readonly seen: Effect.Effect<ReadonlyArray<SeenReplica>>
  /**
   * For how many milliseconds no living process has held the lease, so that nothing is sent; 0 while one holds it, or has just held
   * it.
   */
  readonly vacantFor: Effect.Effect<number>
  /** The number of the newest reload of the configuration that a process has requested; 0 on a file. */
  readonly reloads: Effect.Effect<number>
  /** Makes all processes read their configuration again, and returns the number of that reload; null on a file. */
  readonly requestReload: Effect.Effect<number | null>
}>() {}

const alone: typeof Replicas.Service = {
  own: null,
  seen: Effect.succeed([]),
  vacantFor: Effect.succeed(0),
  reloads: Effect.succeed(0),
  requestReload: Effect.succeed(null)
}

export const layer = Layer.scoped(
  Replicas,
  Effect.gen(function*() {
    const { replicas } = yield* Database
    return replicas === null ? alone : yield* reporting(replicas)
  })
)
