import { Effect } from "effect"
import { Lease } from "../../src/Database/Lease.ts"
import { makeAsking as correct } from "../../src/Scheduler/Asking.ts"

export * from "../../src/Scheduler/Asking.ts"

export const makeAsking: typeof correct = (longestPause) =>
  Effect.flatMap(Lease, (lease) => Effect.provideService(correct(longestPause), Lease, { ...lease, isHeld: Effect.succeed(true) }))
