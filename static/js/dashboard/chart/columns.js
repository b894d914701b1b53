// @ts-check
import { addDays } from "../../shared/format/dates.js"
import { specialName } from "../../shared/holiday.js"
import { meanOf } from "../../shared/mean.js"
import { isMissing, isRunning } from "../metrics.js"

/**
 * @typedef {import("../metrics.js").Responses["series7"][number]} Point
 * @typedef {"counted" | "generated" | "entered" | "gap" | "blank" | "closed" | "open"} Kind
 * `entered`: before its cutoff, or `running`, what a till has so far; `gap`: a figure is missing; `blank`: before the first record; `open`: today without a figure
 * @typedef {{
 *   date: string, kind: Kind, amount: number | null, source: import("../metrics.js").Source | null,
 *   today: boolean, running?: boolean, note: string, special: string | null, lastWeek: number | null, mean4: number | null, mean4Days: number
 * }} Column a day of the chart
 * @typedef {import("../metrics.js").Metrics} Metrics
 */

/** @param {Point} point @param {boolean} before no record yet @param {Metrics | null} metrics @returns {Kind} */
const kindOf = (point, before, metrics) => {
  if (!point.estimated) return point.source === "generated" ? "generated" : "counted"
  if (point.closed) return "closed"
  return before && !(metrics !== null && isMissing(metrics, point.date)) ? "blank" : "gap"
}

/** The amounts with which a day is compared. @param {Pick<Point, "last_week" | "mean4" | "mean4_days"> | null} day */
const beside = (day) => ({
  lastWeek: day?.last_week ?? null,
  mean4: day === null ? null : meanOf(day),
  mean4Days: day?.mean4_days ?? 0
})

/**
 * Today, while it does not count yet.
 * @param {Metrics} metrics @param {import("../metrics.js").DayDetail | null} detail @returns {Column}
 */
const openToday = ({ today }, detail) => ({
  date: today.date,
  kind: today.entered?.source === "generated" ? "generated" : today.entered !== null ? "entered" : today.closed ? "closed" : "open",
  amount: today.entered?.amount ?? null,
  source: today.entered?.source ?? null,
  today: true,
  running: isRunning(today),
  note: today.note,
  special: specialName(today),
  ...beside(detail?.date === today.date ? detail : null)
})

/**
 * The last `days` days, today included, oldest first.
 * @param {Point[]} points @param {number} days @param {Metrics | null} metrics @param {import("../metrics.js").DayDetail | null} detail
 * @returns {Column[]}
 */
export const columnsOf = (points, days, metrics, detail) => {
  const first = points.findIndex((point) => !point.estimated)
  const past = points.map((point, index) => ({
    date: point.date,
    kind: kindOf(point, first === -1 || index < first, metrics),
    amount: point.estimated ? null : point.amount,
    source: point.source,
    today: point.date === metrics?.today.date,
    note: point.note,
    special: specialName(point),
    ...beside(point)
  }))
  const last = points.at(-1)?.date
  const open = metrics !== null && last !== undefined && addDays(last, 1) === metrics.today.date
  return [...past, ...(open ? [openToday(metrics, detail)] : [])].slice(-days)
}

/** Whether a day has nothing to show. Choosing it opens the page that enters its amount. @param {Column} column */
export const isOpen = ({ kind }) => kind === "gap" || kind === "blank" || kind === "open"
