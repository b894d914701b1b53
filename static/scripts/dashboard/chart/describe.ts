import { leastOfMean } from "../../../../src/Domain/DayStatistics.ts"
import { dayLabel } from "../../shared/format/dates.ts"
import { money } from "../../shared/format/money.ts"
import { counted, t } from "../../shared/language.ts"
import type { Column } from "./columns.ts"

/** How reliable a day's amount is, in words. */
export const stateOf = ({ kind, running }: Column) => {
  if (kind === "counted") return t("state.final")
  if (kind === "generated") return t("uncounted")
  if (kind === "entered") return t(running === true ? "running" : "state.entered")
  if (kind === "closed") return t("closed")
  return t(kind === "open" ? "state.open" : "state.gap")
}

/** A day in one line. */
export const describe = (column: Column) =>
  [dayLabel(column.date), column.special, column.amount === null ? null : money(column.amount), stateOf(column), column.note || null]
    .filter((part) => part !== null).join(" · ")

/**
 * The sum of a chart's counted days, in words.
 * @param calm the shop does not count
 */
export const summary = (columns: Column[], calm: boolean) => {
  const cents = columns.filter(({ kind }) => kind === (calm ? "generated" : "counted")).map(({ amount }) => Math.round((amount ?? 0) * 100))
  const n = cents.length
  const today = columns.find(({ kind }) => kind === "entered")
  if (n === 0 && today !== undefined) return t("chart.today", { state: stateOf(today), total: money(today.amount) })
  if (n === 0) return t("chart.no_final")
  const total = cents.reduce((sum, each) => sum + each, 0)
  const sum = counted(calm ? "chart.summary.generated" : "chart.summary", n, { total: money(total / 100) })
  return n < leastOfMean ? sum : sum + t("chart.mean", { mean: money(Math.round(total / n) / 100) })
}
