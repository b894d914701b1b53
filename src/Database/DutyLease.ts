import type { SqlError } from "@effect/sql"
import { Context, Effect } from "effect"

/**
 * The right to do what one process at a time does: send the messages of the outbox, report alarms. The service of an
 * SQLite file always has it, because the file is locked. On a server it is leased, and passes to another process.
 */
export class DutyLease extends Context.Reference<DutyLease>()("DutyLease", {
  defaultValue: (): {
    /** Milliseconds for which this process still has the duties, by its own clocks; Infinity where no other can get them. */
    readonly remaining: Effect.Effect<number>
    readonly isHeld: Effect.Effect<boolean>
    /**
     * The number of the present holder's term, as this process last saw it. It rises whenever another process takes over;
     * null where there is only one holder.
     */
    readonly epoch: Effect.Effect<number | null>
    /**
     * Whether this process still has the term `epoch`, by the database. Run this in the transaction that depends on it:
     * no process takes over until that ends.
     */
    readonly confirm: (epoch: number) => Effect.Effect<boolean, SqlError.SqlError>
  } => ({
    remaining: Effect.succeed(Infinity),
    isHeld: Effect.succeed(true),
    epoch: Effect.succeed(null),
    confirm: () => Effect.succeed(true)
  })
}) {}
