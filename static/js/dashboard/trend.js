// @ts-check
import { asked, keepInAddress } from "../shared/address.js"
import { byId } from "../shared/dom.js"
import { addDays } from "../shared/format/dates.js"
import { tellUnknownYears } from "../shared/holiday-years.js"
import { request } from "../shared/request.js"
import { remembered } from "../shared/store.js"
import { makeChart } from "./chart/chart.js"
import { columnsOf } from "./chart/columns.js"
import { namedDay } from "./named-day.js"

/** @typedef {import("./board.js").Board} Board */

const choices = [7, 14, 30, 90]
const most = Math.max(...choices)

/** The fewest days that are loaded, so that a sum of this month can link to its missing days. */
const leastLoaded = 31

/** The range that fits the screen, if the reader has chosen none. @param {boolean} wall */
const usual = (wall) => (wall ? 30 : matchMedia("(max-width: 44rem)").matches ? 7 : 14)

/** @param {string} date @returns {Promise<import("./metrics.js").DayDetail>} */
export const askDay = (date) => request(`api/days/${date}`)

/** The chart and its range. @param {Board} board */
export const makeTrend = (board) => {
  let days = [asked("days"), board.wall ? null : remembered.get("days")].map(Number).find((n) => choices.includes(n)) ?? usual(board.wall)
  /** How many days the present scene of the wall shows. */
  let part = days
  /** The day in the address, until it is opened. On the wall, no day is opened. */
  let named = board.wall ? null : namedDay()
  /** @type {import("./chart/columns.js").Point[] | null} */
  let points = null
  /** @type {ReturnType<typeof makeChart> | null} */
  let chart = null

  const inputs = () => /** @type {NodeListOf<HTMLInputElement>} */ (byId("days").querySelectorAll("input"))

  /** @param {number} count */
  const setDays = (count) => {
    days = part = count
    for (const input of inputs()) input.checked = Number(input.value) === count
  }

  /**
   * Opens the day in the address once it is loaded, in a range that contains it. A day outside of every range is ignored.
   * @param {number} loaded @param {string} today
   */
  const reach = (loaded, today) => {
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
    /** @param {import("./chart/columns.js").Point[]} earlier */
    restore: (earlier) => {
      points = earlier
      render()
    },
    /** Shows the newest of the loaded days. @param {number} count */
    showDays: (count) => {
      part = count
      render()
    },
    drawn: () => chart !== null,
    /** The newest generated day of a period, if the chart contains it. @param {{ start: string, end: string }} period */
    generatedDay: ({ end, start }) =>
      points?.findLast(({ date, estimated, source }) => !estimated && source === "generated" && date >= start && date <= end)?.date ?? null,
    /** @param {() => void} changed */
    start: (changed) => {
      const range = /** @type {HTMLFieldSetElement} */ (byId("days"))
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
