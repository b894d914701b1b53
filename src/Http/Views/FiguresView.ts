import type { DateTime } from "effect"
import type { DayList } from "../../Api/Day.ts"
import type { Metrics, RevenueDay, SeriesPoint } from "../../Api/Figures.ts"
import { nextCutoff } from "../../Domain/Agenda.ts"
import { toYuan } from "../../Domain/Amount.ts"
import { type Calendar, endOfDay, formatInstant, instantAt, type Moment } from "../../Domain/Calendar.ts"
import { type Compared, outcome } from "../../Domain/Compared.ts"
import type { Counted, CountedDay, CountedRange, CountedSum } from "../../Domain/CountedFigures.ts"
import type { DayBook } from "../../Domain/DayBook.ts"
import type { ListedDay } from "../../Domain/DayList.ts"
import { startAt } from "../../Domain/DayStart.ts"
import { stateOn } from "../../Domain/DayState.ts"
import type { Dashboard, DayFigure, SeriesPoint as Point } from "../../Domain/Figures.ts"
import { type Goal, outcomeOf } from "../../Domain/Goal.ts"
import type { Holidays } from "../../Domain/Holidays.ts"
import { addDays, type LocalDate, weekdayLabel, yearOf } from "../../Domain/LocalDate.ts"
import { formatTime, isMidnight } from "../../Domain/TimeOfDay.ts"
import type { ToCome } from "../../Domain/ToCome.ts"
import type { Turnover } from "../../Domain/Turnover.ts"
import { type Usual, usualOf } from "../../Domain/Usual.ts"
import { ofCounted, ofWindows } from "../../Domain/Windows.ts"
import { lastChange, special, yuanOrNull } from "../Views.ts"

const day = ({ cents, date }: DayFigure) => ({ date, amount: yuanOrNull(cents) })

const dayAmount = ({ cents, date, source }: Turnover) => ({ date, amount: toYuan(cents), source })

const windowView = ({ cents, end, start }: Dashboard["this_week"]) => ({ start, end, total: toYuan(cents) })

/** When a day ends; absent if it ends at midnight. */
const endsAt = (date: LocalDate, calendar: Calendar) =>
  isMidnight(startAt(calendar.starts, addDays(date, 1))) ? {} : { ends_at: formatInstant(endOfDay(date, calendar)) }

/** The bounds of a usual amount are for whole amounts of money: a page compares, it does not calculate. */
export const usualView = ({ bounds, cents, days }: Usual) => ({
  amount: toYuan(cents),
  days,
  bounds: bounds === null ? null : { low: toYuan(bounds.low), high: toYuan(bounds.high) }
})

export const comparedView = (compared: Compared) => {
  const { against, current, days, previous } = compared
  const { percent, times, way } = outcome(compared)
  return {
    against,
    days,
    current: toYuan(current),
    previous: toYuan(previous),
    way,
    by: toYuan(Math.abs(current - previous)),
    percent,
    ...(times === null ? {} : { times })
  }
}

const countedDay = (
  { compared, date, isUnusual, note, record, state, usual }: CountedDay,
  holidays: Holidays,
  zone: DateTime.TimeZone
) => ({
  date,
  state,
  amount: yuanOrNull(record?.cents ?? null),
  source: record?.source ?? null,
  ...lastChange(record, zone),
  note,
  usual: usual === null ? null : usualView(usual),
  comparison: compared === null ? null : comparedView(compared),
  ...(isUnusual ? { unusual: true as const } : {}),
  ...special(holidays, date)
})

export const countedSum = ({ compared, window }: CountedSum, withGenerated: boolean) => {
  const { cents, closedDays, end, finalDays, generatedCents, generatedDays, missing, start } = window
  const apart = withGenerated || generatedDays === 0 ? null : { total: toYuan(generatedCents), days: generatedDays }
  return {
    start,
    end,
    total: toYuan(withGenerated ? cents : cents - generatedCents),
    days: withGenerated ? finalDays : finalDays - generatedDays,
    ...(apart === null ? {} : { estimated: apart }),
    closed_days: closedDays,
    missing,
    comparison: compared === null ? null : comparedView(compared)
  }
}

const countedGoal = (goal: Goal) => ({
  month: goal.month,
  goal: toYuan(goal.cents),
  reached: toYuan(goal.reached),
  percent: Math.floor(goal.reached / goal.cents * 100),
  missing: toYuan(goal.missing),
  more: toYuan(Math.max(0, goal.reached - goal.cents)),
  days_left: goal.daysLeft,
  uncounted: goal.uncounted,
  needed: yuanOrNull(goal.needed),
  forecast: yuanOrNull(goal.forecast?.cents ?? null),
  outcome: outcomeOf(goal)
})

const countedView = (counted: Counted, holidays: Holidays, zone: DateTime.TimeZone): (typeof Metrics.Type)["counted"] => ({
  as_of: counted.asOf,
  with_estimates: counted.withGenerated,
  today: countedDay(counted.today, holidays, zone),
  day: countedDay(counted.day, holidays, zone),
  ...ofCounted((name) => countedSum(counted[name], counted.withGenerated)),
  ...(counted.goal === null ? {} : { goal: countedGoal(counted.goal) })
})

/** What the stored days and the settings say, whatever the second. */
interface MetricsFigures {
  readonly dashboard: Dashboard
  readonly counted: Counted
  /** How many final days in a row were generated; null where that needs no mention. */
  readonly estimated: number | null
  readonly newest: Turnover | null
}

export const metrics = (
  { counted, dashboard: figures, estimated, newest }: MetricsFigures,
  moment: Moment,
  toCome: ToCome,
  shop: { readonly shopName: string; readonly calendar: Calendar },
  holidays: Holidays
): typeof Metrics.Type => ({
  shop_name: shop.shopName,
  server_now: formatInstant(moment.now),
  cutoff_hour: shop.calendar.cutoff.hour,
  cutoff_time: formatTime(shop.calendar.cutoff),
  next_cutoff: formatInstant(nextCutoff(moment.now, shop.calendar)),
  today: {
    date: figures.today.date,
    weekday: weekdayLabel(figures.today.date),
    ...endsAt(moment.today, shop.calendar),
    amount: yuanOrNull(figures.today.cents),
    range: toCome.range === null ? null : { min: toYuan(toCome.range.min), max: toYuan(toCome.range.max) },
    awaits: toCome.awaits,
    ...(toCome.toAsk ? { to_ask: true } : {}),
    ...(toCome.askedUntil === null ? {} : { asked_until: instantAt(toCome.askedUntil, moment.now.zone) })
  },
  yesterday: day(figures.yesterday),
  day_before: day(figures.dayBefore),
  newest: newest === null ? null : dayAmount(newest),
  ...ofWindows((name) => windowView(figures[name])),
  ...(estimated === null ? {} : { estimated_in_a_row: estimated }),
  counted: countedView(counted, holidays, moment.now.zone)
})

export const seriesPoint = ({ cents, date, estimated }: Point): typeof SeriesPoint.Type => ({ date, amount: toYuan(cents), estimated })

export const revenueDay = ({ cents, date, source }: Turnover): typeof RevenueDay.Type => ({
  date,
  amount: toYuan(cents),
  is_final: true,
  source
})

const extreme = (day: Turnover | null) => day === null ? null : { date: day.date, amount: toYuan(day.cents) }

export const rangeSum = (range: CountedRange, withGenerated: boolean): (typeof DayList.Type)["sum"] => ({
  ...countedSum(range, withGenerated),
  mean: yuanOrNull(range.mean),
  best: extreme(range.best),
  worst: extreme(range.worst)
})

const usualOn = (book: DayBook, date: LocalDate, holidays: Holidays) => {
  const usual = usualOf(book, date, holidays)
  return usual === null ? {} : { usual: toYuan(usual.cents) }
}

/** Members with nothing to show are left out: ten years are 3,660 days. */
export const listedDay =
  (book: DayBook, today: LocalDate, holidays: Holidays, withUsual: boolean) =>
  ({ cents, closed, date, isFinal, note, source, weekly }: ListedDay): (typeof DayList.Type)["days"][number] => ({
    date,
    state: stateOn(book, date, today),
    amount: yuanOrNull(cents),
    ...(withUsual ? usualOn(book, date, holidays) : {}),
    source,
    is_final: isFinal,
    ...(closed ? { closed } : {}),
    ...(weekly ? { weekly } : {}),
    ...(note === "" ? {} : { note }),
    ...special(holidays, date)
  })

/** A list of days, apart from the days, which come last. */
export const aroundDays = (from: LocalDate, to: LocalDate, around: {
  readonly first: LocalDate | null
  readonly today: LocalDate
  readonly asOf: LocalDate
  readonly holidays: Holidays
  readonly sum: (typeof DayList.Type)["sum"]
  readonly years: (typeof DayList.Type)["years"]
}): Omit<typeof DayList.Type, "days" | "months"> => {
  const { asOf, first, holidays, sum, today, years } = around
  const [fromYear, toYear] = [yearOf(from), yearOf(to)]
  return {
    from,
    to,
    first,
    today,
    as_of: asOf,
    sum,
    years,
    holidays: { missing_years: holidays.missingYears(fromYear, toYear) }
  }
}
