// @ts-check
import { dayLabel } from "../../shared/format/dates.js"
import { money } from "../../shared/format/money.js"
import { counted, t } from "../../shared/language.js"

/** @typedef {import("./columns.js").Column} Column */

/** How reliable a day's amount is, in words. @param {Column} column @param {boolean} estimates */
export const stateOf = ({ estimate, kind, running }, estimates) => {
  if (kind === "counted") return t("state.final")
  if (kind === "generated") return t("uncounted")
  if (kind === "entered") return t(running === true ? "running" : "state.entered")
  if (kind === "closed") return t("closed")
  if (estimates && estimate !== null) return t("state.estimated")
  return t(kind === "open" ? "state.open" : "state.gap")
}

/** The amount that is shown for a day; null if there is none. @param {Column} column @param {boolean} estimates */
export const amountOf = ({ amount, estimate }, estimates) => amount ?? (estimates ? estimate : null)

/** A day in one line. @param {Column} column @param {boolean} estimates */
export const describe = (column, estimates) => {
  const amount = amountOf(column, estimates)
  return [dayLabel(column.date), column.special, amount === null ? null : money(amount), stateOf(column, estimates), column.note || null]
    .filter((part) => part !== null).join(" · ")
}

/** The sum of a chart's counted days, in words. @param {Column[]} columns @param {boolean} calm the shop does not count */
export const summary = (columns, calm) => {
  const cents = columns.filter(({ kind }) => kind === (calm ? "generated" : "counted")).map(({ amount }) => Math.round((amount ?? 0) * 100))
  const n = cents.length
  if (n === 0) return t("chart.no_final")
  const total = cents.reduce((sum, each) => sum + each, 0)
  return counted(calm ? "chart.summary.generated" : "chart.summary", n, {
    total: money(total / 100),
    mean: money(Math.round(total / n) / 100)
  })
}
