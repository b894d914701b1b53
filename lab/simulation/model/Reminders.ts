import { hold, same } from "../Broken.ts"
import type { Announcement } from "../MessageFacts.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import type { Book } from "./Book.ts"
import type { Outbox } from "./Outbox.ts"
import type { Times } from "./Times.ts"
import { wait } from "./Wait.ts"

/** The reminders of days without a record. */
export const reminders = (clock: VirtualClock, times: Times, { hasJustChanged, isUnrecorded }: Book, outbox: Outbox) => {
  /** Days for which the service has sent a reminder, or found that none is needed, since the last start or reload. */
  const done = new Set<string>()
  const unreminded = wait(clock)

  const isOutdated = ({ cutoffAt = 0, date = "" }: Announcement) => !isUnrecorded(date) || clock.wall() >= cutoffAt

  return {
    /** @param wasUnrecorded whether the day had no record before the records that were stored with the reminder */
    judge: (announcement: Announcement, wasUnrecorded: boolean) => {
      const { cutoff, cutoffAt, date = "" } = announcement
      const why = () => times.at(date)
      hold(date === times.today() && times.isReminderTime(), "a reminder is due between its instant and the cutoff", why)
      hold(wasUnrecorded || isUnrecorded(date), "only a day without a record is reminded of", why)
      hold(outbox.reminderOf(date) === undefined, "a day is reminded of once", why)
      const minutes = times.settings().cutoff
      const text = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":")
      same("a reminder names the cutoff", [cutoff, cutoffAt], [text, times.cutoffOf(date)])
      done.add(date)
    },
    /** Whether a waiting reminder may be dropped. */
    mayDrop: (announcement: Announcement) => isOutdated(announcement) || hasJustChanged(announcement.date ?? ""),
    judgeSent: (announcement: Announcement | undefined) => {
      if (announcement?.kind !== "reminder") return
      const { date = "" } = announcement
      hold(hasJustChanged(date) || !isOutdated(announcement), "an outdated reminder is not sent", () => times.at(date))
    },
    /** Checks that no day has waited for its reminder too long. */
    judgeTime: () => {
      const date = times.today()
      const isDue = times.isReminderTime() && !done.has(date)
      if (isDue && !isUnrecorded(date)) done.add(date)
      unreminded.notice(isDue && isUnrecorded(date) && outbox.reminderOf(date) === undefined)
      hold(!unreminded.exceeds(times.patience()), "the group is reminded of a day without a record before its cutoff", () => times.at(date))
    },
    /** A start or a reload checks again. */
    begin: () => {
      done.clear()
      unreminded.end()
    }
  }
}

export type Reminders = ReturnType<typeof reminders>
