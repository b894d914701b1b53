import type { SqlError } from "@effect/sql"
import { Context, Effect } from "effect"

/** Rises whenever another process takes the lease; null on SQLite, where one process always holds it. */
export type Epoch = number | null

/**
 * The right to do what only one process at a time may do: send the messages of the outbox and report alarms. The service
 * of an SQLite file always has it, because it locks the file. On a server it is a lease that passes from process to process.
 */
export class Lease extends Context.Reference<Lease>()("Lease", {
  defaultValue: (): {
    /** Milliseconds for which this process still holds the lease, by its own clocks; Infinity if no other process can get it. */
    readonly remaining: Effect.Effect<number>
    readonly isHeld: Effect.Effect<boolean>
    /** Milliseconds since this process last saw a holder of the lease, itself included; 0 if it always holds the lease. */
    readonly lapsedFor: Effect.Effect<number>
    /** The epoch of the present holder, as this process last saw it. */
    readonly epoch: Effect.Effect<Epoch>
    /**
     * Whether this process still holds the lease with this epoch, by the database. Run this in the transaction that depends
     * on it: no process takes over until that transaction ends.
     */
    readonly confirm: (epoch: number) => Effect.Effect<boolean, SqlError.SqlError>
  } => ({
    remaining: Effect.succeed(Infinity),
    isHeld: Effect.succeed(true),
    lapsedFor: Effect.succeed(0),
    epoch: Effect.succeed(null),
    confirm: () => Effect.succeed(true)
  })
}) {}
