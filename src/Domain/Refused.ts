import type { Announcement } from "./Announcement.ts"
import type { LocalDate } from "./LocalDate.ts"
import { isDaily } from "./Topic.ts"

/** Which of the messages that a chat refused are sent again; the others are given up. */
export const resendable = ["all", "daily", "none"] as const
export type Resendable = typeof resendable[number]

interface Refused {
  readonly id: number
  /** null if this version cannot read it. */
  readonly announcement: Announcement | null
}

/**
 * Of refused messages in the order of their ids, the ids of those to send again. A day may have been announced many times while the
 * chat was dead: of its daily messages, the newest is enough.
 */
export const idsToResend = (which: Resendable, refused: ReadonlyArray<Refused>): ReadonlyArray<number> => {
  if (which === "all") return refused.map(({ id }) => id)
  if (which === "none") return []
  const newest = new Map<LocalDate, number>()
  for (const { announcement, id } of refused)
    if (announcement !== null && "date" in announcement && isDaily(announcement.kind)) newest.set(announcement.date, id)
  return [...newest.values()]
}
