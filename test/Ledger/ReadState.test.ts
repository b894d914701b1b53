import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { chainStart } from "../../src/Domain/Audit.ts"
import type { Commands } from "../../src/Domain/Command.ts"
import { reading } from "../../src/Ledger/ReadState.ts"
import type { LedgerStore } from "../../src/Ledger/Store.ts"
import type { Outbox } from "../../src/Outbox.ts"
import { momentAt, nowAt, settings, theService } from "../lib/Decisions.ts"

/** A store that has nothing but today's record and the open days: every other read of it fails. */
const store = {
  unsettled: () => Effect.succeed({ day: undefined, open: [] })
} as unknown as typeof LedgerStore.Service

const read = reading(store, {} as typeof Outbox.Service)

const settle = (time: string): Commands["Settle"] & { readonly _tag: "Settle" } => ({
  _tag: "Settle",
  trigger: "hourly",
  moment: momentAt(time),
  id: "run"
})

const stateAt = (time: string) => read(settle(time), { settings, head: chainStart }, nowAt(time), theService)

it.effect("until the cutoff a run reads the record of the day and the open days", () =>
  Effect.gen(function*() {
    const { day, open } = yield* stateAt("22:59:59")
    assert.deepStrictEqual({ day, open }, { day: undefined, open: [] })
  }))

it.effect("from the cutoff on it reads more", () =>
  Effect.gen(function*() {
    assert.strictEqual((yield* Effect.exit(stateAt("23:00:00")))._tag, "Failure")
  }))
