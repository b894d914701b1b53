import { plusDays, weekdayOf } from "./Almanac.ts"
import type { Model } from "./Model.ts"

/** Which dates the calendar of holidays knows. */
export interface Special {
  readonly isHoliday: (date: string) => boolean
  readonly isMakeup: (date: string) => boolean
}

type Known = Pick<Model, "days" | "marks" | "goals" | "settings">

const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((all, one) => all + one, 0)

/** The month's goal, computed from the model's days in the simplest way; undefined without a goal. */
export const goalFigures = (model: Known, special: Special, today: string, last: string) => {
  const month = today.slice(0, 7)
  const { goals } = model.settings()
  const goal = model.goals.get(month) ?? goals[month] ?? goals["default"] ?? 0
  if (goal === 0) return undefined
  const first = [...model.days.keys()].sort()[0] ?? ""
  const dates = Array.from({ length: 31 }, (_, index) => plusDays(`${month}-01`, index)).filter((date) => date.startsWith(month))
  const open = dates.filter((date) => date >= first && (model.days.has(date) || model.marks.get(date)?.closed !== true))
  const final = (date: string) => {
    const day = model.days.get(date)
    return day?.final === true ? day : undefined
  }
  const counted = (date: string) => (final(date)?.source === "generated" ? undefined : final(date)?.cents)
  /** The counted usual days of the eight weeks before a date. */
  const before = (date: string) =>
    Array.from({ length: 56 }, (_, index) => plusDays(date, index - 56)).filter((each) =>
      counted(each) !== undefined && !special.isHoliday(each) && !special.isMakeup(each)
    )
  const weekday = (date: string) => (special.isHoliday(date) ? 5 : weekdayOf(date))
  const alike = (date: string, usual: ReadonlyArray<string>) => {
    const own = usual.filter((each) => weekdayOf(each) === weekday(date))
    return (own.length < 3 ? usual : own).map((each) => counted(each) ?? 0)
  }

  const over = dates.filter((date) => date <= last)
  const toCome = open.filter((date) => date > last)
  const reached = sum(over.map((date) => counted(date) ?? 0))
  const missing = Math.max(goal - reached, 0)
  const uncounted = open.filter((date) => date <= last && counted(date) === undefined)
  const daysToCount = toCome.length + uncounted.length

  const newest = [...model.days.keys()].filter((date) => date <= last && counted(date) !== undefined).sort().at(-1)
  const lately = newest === undefined ? [] : before(plusDays(newest, 1))
  const forecast = () => {
    if (toCome.length === 0 || before(plusDays(last, 1)).length < 28) return null
    /** How many open days without a counted amount are expected to be like the same usual days. */
    const groups = new Map<number, { readonly amounts: ReadonlyArray<number>; count: number }>()
    for (const date of [...uncounted, ...toCome]) {
      const own = lately.filter((each) => weekdayOf(each) === weekday(date)).length >= 3
      const group = groups.get(own ? weekday(date) : -1) ?? { amounts: alike(date, lately), count: 0 }
      group.count += 1
      groups.set(own ? weekday(date) : -1, group)
    }
    const parts = [...groups.values()].map(({ amounts, count }) => {
      const mean = sum(amounts) / amounts.length
      const variance = sum(amounts.map((cents) => (cents - mean) ** 2)) / (amounts.length - 1)
      return { cents: count * mean, variance: variance * (count + count ** 2 / amounts.length) }
    })
    const cents = reached + sum(parts.map((part) => part.cents))
    const spread = 1.645 * Math.sqrt(sum(parts.map(({ variance }) => variance)))
    return { cents, high: cents + spread }
  }

  return {
    month,
    cents: goal,
    reached,
    missing,
    daysLeft: toCome.length,
    uncounted,
    needed: missing === 0 ? 0 : toCome.length === 0 || daysToCount < 2 ? null : Math.ceil(missing / daysToCount),
    forecast: forecast()
  }
}
