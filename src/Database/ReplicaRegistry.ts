import type { SqlError } from "@effect/sql"
import type { Effect } from "effect"

/** What a process reports about itself to the other processes on its database. */
export interface ReplicaState {
  readonly version: string
  readonly sending: boolean
  /** A short hash of each effective setting, by its key. */
  readonly settings: Readonly<Record<string, string>>
  /** Why the process could not use its configuration file when it last read it; null if it could. */
  readonly configFault: string | null
}

/** Instants are milliseconds since 1970 by the database's clock. */
export interface SeenReplica extends ReplicaState {
  readonly id: string
  readonly startedAt: number
  readonly seenAt: number
}

/** The part of an id such as `till-1:4711:9f3c07aa` that does not name the machine. */
export const publicName = (id: string): string => id.slice(id.lastIndexOf(":") + 1)

/** The processes that serve one database. Reports do not take the shop's lock, so they do not wait for writes. */
export interface ReplicaRegistry {
  readonly id: string
  /** Stores the state of this process. `uptimeMillis` is the time since its start. */
  readonly report: (state: ReplicaState, uptimeMillis: number) => Effect.Effect<void, SqlError.SqlError>
  /** Removes this process from the registry, because it stops. */
  readonly leave: Effect.Effect<void, SqlError.SqlError>
  /** The processes that reported in the last minute, including this one, oldest first. */
  readonly seen: Effect.Effect<ReadonlyArray<SeenReplica>, SqlError.SqlError>
  /** Whether any process has reported within the last 10 s that it sends. */
  readonly isSomeoneSending: Effect.Effect<boolean, SqlError.SqlError>
  /** How many reloads of the configuration were requested. When it rises, each replica reads its own file. */
  readonly reloads: Effect.Effect<number, SqlError.SqlError>
  /** Requests a reload, and returns its number. */
  readonly requestReload: Effect.Effect<number, SqlError.SqlError>
}
