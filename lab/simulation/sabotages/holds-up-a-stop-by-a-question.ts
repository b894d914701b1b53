import { Effect } from "effect"
import { makeAsking as correct } from "../../../src/Scheduler/Asking.ts"

export * from "../../../src/Scheduler/Asking.ts"

export const makeAsking: typeof correct = (longestPause) =>
  Effect.map(correct(longestPause), (asking) => ({
    ...asking,
    by: (settings) => {
      const asks = asking.by(settings)
      return asks === null ? null : Effect.forever(Effect.uninterruptible(Effect.raceFirst(asks, Effect.sleep("1 minute"))))
    }
  }))
