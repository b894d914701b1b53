// @ts-check
import { byId } from "../shared/dom.js"
import { request } from "../shared/request.js"
import { remembered } from "../shared/store.js"
import { makeChart } from "./chart/chart.js"

const choices = [7, 14, 30, 90]

/** The chart and its range. @param {boolean} wall */
export const makeTrend = (wall) => {
  const asked = new URLSearchParams(location.search).get("days")
  let days = [asked, remembered.get("days")].map(Number).find((n) => choices.includes(n)) ?? (wall ? 30 : 14)
  /** @type {ReturnType<typeof makeChart> | null} */
  let chart = null

  return {
    load: async () => {
      const wanted = days
      const points = await request(`/api/series7?days=${wanted}`)
      chart ??= makeChart()
      if (wanted === days) chart.show(points)
    },
    drawn: () => chart !== null,
    relabel: () => chart?.relabel(),
    /** @param {() => void} changed */
    start: (changed) => {
      const range = /** @type {HTMLFieldSetElement} */ (byId("days"))
      range.disabled = false
      for (const input of range.querySelectorAll("input")) {
        input.checked = Number(input.value) === days
        input.addEventListener("change", () => {
          days = Number(input.value)
          remembered.set("days", input.value)
          changed()
        })
      }
    }
  }
}
