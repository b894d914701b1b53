import type { Source } from "./Turnover.ts"

/** Which days are compared with which. The file imports no library, so the pages use the same rules as the figures. */

/** What decides whether a day is compared. */
interface Recorded {
  readonly date: string
  readonly isFinal: boolean
  readonly source: Source | null
}

/** How many of the newest final days decide whether the shop counts its days at all. */
const habitDays = 14

/**
 * Whether the last 14 final days until `last` were all generated: such a shop does not count its days (rule 6.25). With fewer days
 * it is not known.
 * @param days ordered by date
 */
export const isGeneratedOnly = (days: ReadonlyArray<Recorded>, last: string): boolean => {
  let seen = 0
  for (let index = days.length - 1; index >= 0 && seen < habitDays; index--) {
    const day = days[index]
    if (day?.isFinal !== true || day.date > last) continue
    if (day.source !== "generated") return false
    seen += 1
  }
  return seen === habitDays
}

/** Whether a day is final and was counted, by a person, a till or an import. An amount that nobody counted is compared with nothing. */
export const isComparable = ({ isFinal, source }: Pick<Recorded, "isFinal" | "source">): boolean => isFinal && source !== "generated"

/** The same date in the year before. For a leap day, that date does not exist, so no record has it. */
export const yearBefore = <Date extends string>(date: Date): Date =>
  `${String(Number(date.slice(0, 4)) - 1).padStart(4, "0")}${date.slice(4)}` as Date
