import { Clock, Effect } from "effect"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { cutoffInstant, type Moment } from "../Domain/Calendar.ts"
import * as Messages from "../Domain/Messages.ts"
import { isAwaited } from "../Domain/Reminder.ts"
import type { Outbox } from "../Outbox.ts"
import type { LedgerStore } from "./Store.ts"

/**
 * Puts the reminder of a day into the outbox if the day awaits its amount and has no reminder yet. The outbox is read in
 * the same transaction, so that a restart, a reload, a clock that was set back or another process sends no second one.
 */
export const reminder = (store: typeof LedgerStore.Service, outbox: typeof Outbox.Service) =>
  Effect.fnUntraced(function*({ now: { zone }, today }: Moment, settings: ShopConfig) {
    const cutoff = cutoffInstant(today, settings.cutoff, zone).epochMillis
    const now = yield* Clock.currentTimeMillis
    const day = yield* store.day(today)
    const { closed } = yield* store.mark(today)
    if (!isAwaited({ day, closed, now, cutoff }) || (yield* outbox.hasReminder(today))) return false
    yield* outbox.enqueue([Messages.reminder(today, settings.cutoff, cutoff)], now)
    return true
  })
