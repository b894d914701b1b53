import type { Report as ReportBody } from "../../Api/Report.ts"
import { toYuan } from "../../Domain/Amount.ts"
import type { Holidays } from "../../Domain/Holidays.ts"
import { periodAfter, periodBefore } from "../../Domain/Period.ts"
import type { Report } from "../../Domain/Report.ts"
import type { Turnover } from "../../Domain/Turnover.ts"
import { special, yuanOrNull } from "../Views.ts"
import { comparedView } from "./FiguresView.ts"

const extreme = (day: Turnover | null) => day === null ? null : { date: day.date, amount: toYuan(day.cents) }

export const reportView = (report: Report, shopName: string, holidays: Holidays): typeof ReportBody.Type => {
  const { best, compared, countedDays, days, generatedCents, goal, mean, period, until, window, worst } = report
  return {
    period: period.name,
    kind: period.kind,
    first: period.first,
    last: period.last,
    until,
    before: periodBefore(period).name,
    after: periodAfter(period).name,
    shop_name: shopName,
    total: toYuan(window.cents),
    days_final: window.finalDays,
    generated: { days: window.generatedDays, amount: toYuan(generatedCents) },
    counted_days: countedDays,
    closed_days: window.closedDays,
    missing: window.missing,
    mean: yuanOrNull(mean),
    best: extreme(best),
    worst: extreme(worst),
    goal: goal === undefined ? null : { amount: toYuan(goal), reached: toYuan(window.cents - generatedCents) },
    comparison: compared === null ? null : comparedView(compared),
    days: days.map(({ cents, closed, date, isFinal, note, source, unusual, usual }) => ({
      date,
      amount: isFinal ? yuanOrNull(cents) : null,
      source: isFinal ? source : null,
      closed,
      note,
      usual: yuanOrNull(usual),
      ...(unusual === undefined ? {} : { unusual }),
      ...special(holidays, date)
    }))
  }
}
