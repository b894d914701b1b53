import { Effect } from "effect"
import { reading as correct } from "../../src/Ledger/State.ts"

export * from "../../src/Ledger/State.ts"

/** Each replica sends a reminder of its own. */
export const reading: typeof correct = (store, outbox, reloads) =>
  correct(store, { ...outbox, hasReminder: () => Effect.succeed(false) }, reloads)
