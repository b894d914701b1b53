import type { Announcement } from "../MessageFacts.ts"
import type { Book } from "./Book.ts"
import type { Lines } from "./Lines.ts"
import type { Outbox } from "./Outbox.ts"
import type { Times } from "./Times.ts"

/** When the settlement has announced the figure of a day, or that a day is closed. */
export const announced = ({ cutoffOf, settings }: Times, { days }: Book, outbox: Outbox, lines: Lines) => {
  const known = new Map<string, ReadonlyArray<{ readonly kind: string; readonly at: number }>>()
  /** The chats that do not have the figure of a day although no message with it waits for them. */
  const lacking = (date: string): ReadonlyArray<string> => {
    const day = days.get(date)
    return day === undefined ? [] : lines.recipientsOf("daily").filter((chat) => outbox.announcedState(date, day.cents, chat) === "none")
  }
  return {
    lacking,
    note: ({ date = "", kind }: Announcement, at: number) => known.set(date, [...known.get(date) ?? [], { kind, at }]),
    hasBeen: (date: string, kinds: ReadonlyArray<string>) =>
      (known.get(date) ?? []).some(({ at, kind }) => kinds.includes(kind) && at >= cutoffOf(date)),
    /** Whether an hourly run must push the final figure of a day again. */
    isNeeded: (date: string): boolean => days.get(date) !== undefined && (settings().fallback === "always" || lacking(date).length > 0)
  }
}

export type Announced = ReturnType<typeof announced>
