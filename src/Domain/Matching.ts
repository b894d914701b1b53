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

interface HolidayCount {
  readonly name: string
  readonly days: number
}

/** The compared days of two months, and the sum to expect of this one's with the other's amounts; both in one unit. */
interface Mixed {
  readonly current: number | null
  readonly expected: number | null
  readonly weekdays: { readonly current: ReadonlyArray<number>; readonly previous: ReadonlyArray<number> }
  readonly holidays: { readonly current: ReadonlyArray<HolidayCount>; readonly previous: ReadonlyArray<HolidayCount> }
}

/** What makes a comparison of two months fair. */
export interface Fair {
  readonly expected: number
  /** Whether the months are level: the difference is at most 1 %. */
  readonly isLevel: boolean
  /** Whether their weekdays differ. */
  readonly weekdays: boolean
  /** The holidays in which they differ. */
  readonly holidays: ReadonlyArray<string>
}

const level = 0.01

const unlike = (one: ReadonlyArray<HolidayCount>, other: ReadonlyArray<HolidayCount>): ReadonlyArray<string> =>
  one.filter(({ days, name }) => !other.some((each) => each.name === name && each.days === days)).map(({ name }) => name)

/**
 * Two months as they compare with the same weekdays and holidays (rule 6.36); null if the sums are fair as they are, or if that is not
 * known. Page, wall and message lead with it.
 */
export const fairOf = ({ current, expected, holidays, weekdays }: Mixed): Fair | null => {
  const names = [...new Set([...unlike(holidays.current, holidays.previous), ...unlike(holidays.previous, holidays.current)])]
  const others = weekdays.current.some((count, index) => count !== weekdays.previous[index])
  return current === null || expected === null || expected === 0 || (!others && names.length === 0)
    ? null
    : { expected, isLevel: Math.abs(current - expected) <= level * expected, weekdays: others, holidays: names }
}
