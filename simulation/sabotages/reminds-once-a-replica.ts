import { Effect } from "effect"
import { reminder as correct } from "../../src/Ledger/Reminder.ts"

/** Each replica sends a reminder of its own. */
export const reminder: typeof correct = (store, outbox) => correct(store, { ...outbox, hasReminder: () => Effect.succeed(false) })
