import type { SqlError } from "@effect/sql"
import { Context, Effect } from "effect"

/** A number that rises whenever a process takes the lease from another; null on SQLite, where one process always holds it. */
export type Epoch = number | null

/**
 * The right to do what only one process at a time may do: send the messages of the outbox and report alarms. The service of an
 * SQLite file always has it, because it locks the file. On a server, it is a lease that passes from one process to another.
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
     * Whether this process still holds the lease in this epoch, according to the database. Run it in the transaction that depends
     * on the answer: no process takes over before that transaction ends.
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
