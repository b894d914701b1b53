import { Effect } from "effect"
import { firstStarts as correct } from "../../../src/Ledger/FirstStarts.ts"

export * from "../../../src/Ledger/FirstStarts.ts"

/** A start applies the setting to all days, whatever was stored. */
export const firstStarts: typeof correct = (store, setting) =>
  correct({ ...store, chainHead: Effect.succeed({ id: 0, hash: "" }), dayStarts: Effect.succeed(undefined) }, setting)
