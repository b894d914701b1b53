import { Data, Effect } from "effect"
import { Database } from "../Database.ts"
import { inWords, isApart } from "../Domain/ClockDifference.ts"

/** This machine's clock and the database's are too far apart to settle by it. `ahead` in milliseconds. */
export class ClockApart extends Data.TaggedError("ClockApart")<{ readonly ahead: number }> {
  override get message(): string {
    return `this machine's clock is ${inWords(this.ahead)} the database server's: set both by NTP`
  }
}

/** Fails if this machine's clock is wrong: a settlement by it would be final and announced. */
export const clocksAgree: Effect.Effect<void, ClockApart, Database> = Effect.flatMap(Database,
  ({ clockAhead }) => Effect.flatMap(Effect.orDie(clockAhead), (ahead) => isApart(ahead) ? new ClockApart({ ahead }) : Effect.void))
