import type { Correct, Mark } from "../Command.ts"
import { addDays, type LocalDate } from "../LocalDate.ts"
import { type DayMark, isShut, type Turnover } from "../Turnover.ts"

/** How many past days the role `entry` may change. */
export const entryDays = 7

/** How many days ahead the role may mark. */
const markableDays = 31

/** How long the role may undo its change; also the window in which its changes are counted. */
export const undoMillis = 600_000

/** How many changes a token of the role may make in the window. */
export const mostChanges = 30

/** Whether a day's figure was generated or entered by a token of the role `entry`. */
const isOpenToEntry = ({ changed, source }: Turnover): boolean => source === "generated" || changed?.entryToken !== undefined

/** Why the role `entry` may not enter a figure; undefined if it may (rule 8.5). */
export const beyondEntry = (
  { date }: Pick<Correct, "date">,
  today: LocalDate,
  before: Turnover | undefined,
  mark: DayMark
): string | undefined => {
  const first = addDays(today, -entryDays)
  if (date < first) return `expected a date from ${first} on for the role entry, got ${date}`
  if (mark.closed && mark.markedBy !== "entry")
    return `expected a day that is open for the role entry, got ${date}, which a manager has closed`
  if (before === undefined || isOpenToEntry(before)) return undefined
  return `expected a day whose figure an entry token has entered, got ${date}, which ${before.changed?.by ?? "another program"} has entered`
}

/** Why the role may not mark a day: it is too far away, or a manager has marked it. The role may always change a note. */
export const unmarkable = ({ closed, date }: Mark, today: LocalDate, mark: DayMark): string | undefined => {
  if (closed === undefined || closed === isShut(mark)) return undefined
  const [first, last] = [addDays(today, -entryDays), addDays(today, markableDays)]
  if (date < first || date > last) return `expected a date from ${first} to ${last} for the role entry, got ${date}`
  return mark.markedBy === "manager" ? `expected a day that no manager has marked, got ${date}` : undefined
}
