import { Clock, Effect } from "effect"
import type { Announcement } from "../Domain/Announcement.ts"
import { FigureSince, figureSince, statedBy } from "../Domain/FigureSince.ts"
import { isReminderNeeded } from "../Domain/Reminder.ts"
import type { LedgerStore } from "../Ledger/Store.ts"

/** Whether a message asks for something that is already done, or can no longer be done. Only reminders ask for something. */
export const outdated = (store: typeof LedgerStore.Service) =>
  Effect.fnUntraced(function*(announcement: Announcement) {
    if (announcement.kind !== "reminder") return false
    const { cutoffAt: cutoff, date } = announcement
    const day = yield* store.day(date)
    const { closed } = yield* store.mark(date)
    return !isReminderNeeded({ day, closed, now: yield* Clock.currentTimeMillis, cutoff })
  })

/** How the figure of a message's day has changed; read before each attempt (rule 7.19). */
export const sinceThen = (store: typeof LedgerStore.Service) => (announcement: Announcement): Effect.Effect<FigureSince> => {
  const stated = statedBy(announcement)
  return stated === null
    ? Effect.succeed(FigureSince.Same())
    : Effect.map(store.day(stated.date), (day) => figureSince(announcement, day))
}
