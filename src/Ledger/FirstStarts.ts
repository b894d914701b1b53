import { Effect } from "effect"
import { alwaysAt, type DayStarts } from "../Domain/DayStart.ts"
import type { TimeOfDay } from "../Domain/TimeOfDay.ts"
import type { LedgerStore } from "./Store.ts"

/** The stored starts; undefined if they are not decided yet: no start and no record is stored, and the setting is not midnight. */
const decided = (store: typeof LedgerStore.Service, setting: TimeOfDay): Effect.Effect<DayStarts | undefined> =>
  Effect.gen(function*() {
    const stored = yield* store.dayStarts
    return stored ?? ((yield* store.chainHead).id > 0 || alwaysAt(setting).length === 0 ? [] : undefined)
  })

/** When business days begin, for a program that only reads. In a new installation, the value that the first start will store. */
export const knownStarts = (store: typeof LedgerStore.Service, setting: TimeOfDay): Effect.Effect<DayStarts> =>
  Effect.map(decided(store, setting), (starts) => starts ?? alwaysAt(setting))

/** When business days begin. In a new installation no day has begun at another time, so the setting takes effect at once. */
export const firstStarts = (store: typeof LedgerStore.Service, setting: TimeOfDay): Effect.Effect<DayStarts> =>
  Effect.flatMap(decided(store, setting), (known) =>
    known === undefined
      ? store.transaction(Effect.gen(function*() {
        const meanwhile = yield* decided(store, setting)
        if (meanwhile === undefined) yield* store.keepDayStarts(alwaysAt(setting))
        return meanwhile ?? alwaysAt(setting)
      }))
      : Effect.succeed(known))
