import { Effect } from "effect"
import { alwaysAt, type DayStarts } from "../Domain/DayStart.ts"
import type { TimeOfDay } from "../Domain/TimeOfDay.ts"
import type { LedgerStore } from "./Store.ts"

/** When business days begin. In a new installation no day has begun otherwise, so the setting counts at once. */
export const firstStarts = (store: typeof LedgerStore.Service, setting: TimeOfDay): Effect.Effect<DayStarts> =>
  Effect.gen(function*() {
    const starts = alwaysAt(setting)
    const isSettled = Effect.gen(function*() {
      const stored = yield* store.dayStarts
      return stored ?? ((yield* store.chainHead).id > 0 || starts.length === 0 ? [] : undefined)
    })
    const stored = yield* isSettled
    return stored ?? (yield* store.transaction(Effect.gen(function*() {
      const meanwhile = yield* isSettled
      if (meanwhile === undefined) yield* store.keepDayStarts(starts)
      return meanwhile ?? starts
    })))
  })
