import type { Responses } from "../../../src/Api/Responses.ts"
import { asked, keepInAddress } from "../shared/address.ts"
import { byId, el, setText } from "../shared/dom.ts"
import { addDays } from "../shared/format/dates.ts"
import { tellUnknownYears } from "../shared/holiday-years.ts"
import { counted, t } from "../shared/language.ts"
import { request } from "../shared/request.ts"
import { remembered } from "../shared/store.ts"
import type { Board } from "./board.ts"
import { describe, drawChart, goToDay, startKeys } from "./chart.ts"
import { entryOf, leadsToEntry } from "./entry-link.ts"
import type { ListedDay } from "./metrics.ts"
import { namedDay } from "./named-day.ts"

type Days = Responses["days"]

const choices = [7, 14, 30, 90]

/** The range that fits the screen, if the reader has chosen none. */
const fitting = () => (matchMedia("(max-width: 44rem)").matches ? 7 : 30)

/** The chart and its range. */
export const makeTrend = (board: Board) => {
  let count = [asked("days"), remembered.get("days")].map(Number).find((n) => choices.includes(n)) ?? fitting()
  let list: Days | null = null
  /** The day in the address, until it is shown. */
  let named = namedDay()
  let drawn = ""

  const inputs = () => byId("days").querySelectorAll<HTMLInputElement>("input")
  const setCount = (next: number) => {
    count = next
    for (const input of inputs()) input.checked = Number(input.value) === next
    setText(byId("chart-title"), counted("chart.title", next))
  }

  const pick = (day: ListedDay | null) => {
    const readout = byId("readout")
    if (day === null) return readout.replaceChildren(t("chart.usual"))
    const change = day.state === "entered" || day.state === "estimated"
    readout.replaceChildren(describe(day),
      change && leadsToEntry() ? el("a", { href: entryOf(day.date) }, t(day.state === "entered" ? "change" : "fill.late")) : "")
  }

  const render = () => {
    if (list === null) return
    const days = list.days.slice(-count)
    tellUnknownYears(list.holidays.missing_years)
    const wanted = JSON.stringify([days, list.today, leadsToEntry(), document.documentElement.lang, byId("chart").clientWidth])
    if (wanted === drawn) return
    const focused = document.activeElement?.getAttribute("data-date") ?? null
    drawn = wanted
    drawChart(days, list.today, pick)
    setCount(count)
    pick(null)
    if (focused !== null) goToDay(focused)
    if (named !== null && goToDay(named)) named = null
  }

  /** A range that contains the day in the address. */
  const reach = (today: string) => {
    const date = named
    if (date === null || date > today) return
    const range = choices.find((each) => each >= count && addDays(today, -each) < date)
    if (range !== undefined) setCount(range)
  }

  return {
    load: async () => {
      const today = board.metrics()?.today.date
      if (today === undefined || board.wall) return
      reach(today)
      list = await request(`api/days?from=${addDays(today, 1 - count)}&to=${today}`)
    },
    render,
    list: () => list,
    drawn: () => drawn !== "",
    restore: (earlier: Days | null) => {
      list = earlier
      render()
    },
    start: (changed: () => void) => {
      if (board.wall) return
      const range = byId<HTMLFieldSetElement>("days")
      range.disabled = false
      setCount(count)
      pick(null)
      startKeys()
      byId("chart").addEventListener("pointerleave", () => pick(null))
      for (const input of inputs()) {
        input.addEventListener("change", () => {
          setCount(Number(input.value))
          remembered.set("days", input.value)
          keepInAddress("days", input.value)
          changed()
        })
      }
      // What stands on the columns depends on their width.
      addEventListener("resize", render)
      addEventListener("hashchange", () => {
        named = namedDay()
        changed()
      })
    }
  }
}
