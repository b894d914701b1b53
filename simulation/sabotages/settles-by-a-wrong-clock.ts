import { Effect } from "effect"
import type { clocksAgree as correct } from "../../src/Database/ClockApart.ts"

export * from "../../src/Database/ClockApart.ts"

/** A process whose clock is ahead settles before the cutoff. */
export const clocksAgree: typeof correct = Effect.void
