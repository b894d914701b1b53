import { Effect } from "effect"
import { reading as correct } from "../../src/Ledger/ReadState.ts"

export * from "../../src/Ledger/ReadState.ts"

/** Each replica sends a reminder of its own. */
export const reading: typeof correct = (store, outbox, reloads) =>
  correct(store, { ...outbox, hasReminder: () => Effect.succeed(false) }, reloads)
