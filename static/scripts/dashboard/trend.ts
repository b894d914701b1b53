import { asked, keepInAddress } from "../shared/address.ts"
import { byId } from "../shared/dom.ts"
import { addDays } from "../shared/format/dates.ts"
import { tellUnknownYears } from "../shared/holiday-years.ts"
import { request } from "../shared/request.ts"
import { remembered } from "../shared/store.ts"
import type { Board } from "./board.ts"
import { makeChart } from "./chart/chart.ts"
import { columnsOf } from "./chart/columns.ts"
import type { Point } from "./chart/columns.ts"
import type { DayDetail } from "./metrics.ts"
import { namedDay } from "./named-day.ts"

const choices = [7, 14, 30, 90]
const most = Math.max(...choices)

/** The fewest days that are loaded, so that a sum of this month can link to its missing days. */
const leastLoaded = 31

/** The range that fits the screen, if the reader has chosen none. */
const usual = (wall: boolean) => (wall ? 30 : matchMedia("(max-width: 44rem)").matches ? 7 : 14)

export const askDay = (date: string): Promise<DayDetail> => request(`api/days/${date}`)

/** The chart and its range. */
export const makeTrend = (board: Board) => {
  let days = [asked("days"), board.wall ? null : remembered.get("days")].map(Number).find((n) => choices.includes(n)) ?? usual(board.wall)
  /** How many days the present scene of the wall shows. */
  let part = days
  /** The day in the address, until it is opened. On the wall, no day is opened. */
  let named = board.wall ? null : namedDay()
  let points: Point[] | null = null
  let chart: ReturnType<typeof makeChart> | null = null

  const inputs = () => (byId("days").querySelectorAll("input") as NodeListOf<HTMLInputElement>)

  const setDays = (count: number) => {
    days = part = count
    for (const input of inputs()) input.checked = Number(input.value) === count
  }

  /** Opens the day in the address once it is loaded, in a range that contains it. A day outside of every range is ignored. */
  const reach = (loaded: number, today: string) => {
    const date = named
    if (date === null) return null
    const range = date > today ? undefined : choices.find((count) => count >= days && addDays(today, -count) < date)
    if (range !== undefined && range > loaded) return null
    named = null
    if (range === undefined) return null
    setDays(range)
    return date
  }

  const render = () => {
    if (points === null) return
    const metrics = board.metrics()
    const reached = metrics === null ? null : reach(points.length, metrics.today.date)
    const columns = columnsOf(points, part, metrics, board.detail())
    chart ??= makeChart(askDay)
    const shown = points.slice(-part)
    tellUnknownYears([...new Set(shown.flatMap((point) => point.holidays_unknown ? [Number(point.date.slice(0, 4))] : []))])
    chart.show({ columns, calm: metrics?.generated_only ?? false })
    if (reached !== null) chart.open(reached)
  }

  return {
    load: async () => {
      const wanted = days
      const next = await request(`api/series7?days=${named === null ? Math.max(wanted, leastLoaded) : most}`)
      if (wanted === days) points = next
    },
    render,
    points: () => points,
    restore: (earlier: Point[]) => {
      points = earlier
      render()
    },
    /** Shows the newest of the loaded days. */
    showDays: (count: number) => {
      part = count
      render()
    },
    drawn: () => chart !== null,
    /** The newest generated day of a period, if the chart contains it. */
    generatedDay: ({ end, start }: { start: string; end: string }) =>
      points?.findLast(({ date, estimated, source }) => !estimated && source === "generated" && date >= start && date <= end)?.date ?? null,
    start: (changed: () => void) => {
      const range = byId("days") as HTMLFieldSetElement
      range.disabled = false
      setDays(days)
      for (const input of inputs()) {
        input.addEventListener("change", () => {
          setDays(Number(input.value))
          remembered.set("days", input.value)
          keepInAddress("days", input.value)
          changed()
        })
      }
      if (board.wall) return
      addEventListener("hashchange", () => {
        named = namedDay()
        render()
        if (named !== null) changed()
      })
    }
  }
}
