import type { advanced as correct } from "../../src/Domain/SteadyTime.ts"

export * from "../../src/Domain/SteadyTime.ts"

/** The steady clock follows the wall clock even when that is set back. */
export const advanced: typeof correct = (_, { monotonic, wall }) => ({ millis: wall, monotonic })
