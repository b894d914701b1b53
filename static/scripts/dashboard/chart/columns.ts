import { addDays } from "../../shared/format/dates.ts"
import { specialName } from "../../shared/holiday.ts"
import { meanOf } from "../../shared/mean.ts"
import { isMissing, isRunning } from "../metrics.ts"
import type { DayDetail, Responses, Source } from "../metrics.ts"
import type { Metrics } from "../metrics.ts"

/** `entered`: before its cutoff, or `running`, what a till has so far; `gap`: a figure is missing; `blank`: before the first record; `open`: today without a figure */
export type Point = Responses["series7"][number]
type Kind = "counted" | "generated" | "entered" | "gap" | "blank" | "closed" | "open"
export type Column = {
  date: string
  kind: Kind
  amount: number | null
  source: Source | null
  today: boolean
  running?: boolean
  note: string
  special: string | null
  lastWeek: number | null
  mean4: number | null
  mean4Days: number
}

/** @param before no record yet */
const kindOf = (point: Point, before: boolean, metrics: Metrics | null): Kind => {
  if (!point.estimated) return point.source === "generated" ? "generated" : "counted"
  if (point.closed) return "closed"
  return before && !(metrics !== null && isMissing(metrics, point.date)) ? "blank" : "gap"
}

/** The amounts with which a day is compared. */
const beside = (day: Pick<Point, "last_week" | "mean4" | "mean4_days"> | null) => ({
  lastWeek: day?.last_week ?? null,
  mean4: day === null ? null : meanOf(day),
  mean4Days: day?.mean4_days ?? 0
})

/** Today, while it does not count yet. */
const openToday = ({ today }: Metrics, detail: DayDetail | null): Column => ({
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

/** The last `days` days, today included, oldest first. */
export const columnsOf = (points: Point[], days: number, metrics: Metrics | null, detail: DayDetail | null): Column[] => {
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

/** Whether a day has nothing to show. Choosing it opens the page that enters its amount. */
export const isOpen = ({ kind }: Column) => kind === "gap" || kind === "blank" || kind === "open"
