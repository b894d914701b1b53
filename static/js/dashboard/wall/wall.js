// @ts-check
import { wallWords } from "../../../../words/Wall.ts"
import { asked } from "../../shared/address.js"
import { byId, el, setText } from "../../shared/dom.js"
import { about, money } from "../../shared/format/money.js"
import { addWords, t } from "../../shared/language.js"
import { leadOf } from "../metrics.js"
import { makeControls } from "./controls.js"
import { drift } from "./drift.js"
import { isNight } from "./night.js"
import { makeScenes } from "./scenes.js"

/** @typedef {import("../board.js").Board} Board */

const minute = 60_000

/**
 * The wall shows the day, the week and the month in turn on a screen without a user. Any movement shows its controls.
 * @param {Board} board @param {{ showDays: (days: number) => void }} trend
 */
export const startWall = (board, trend) => {
  addWords(wallWords)
  const scenes = makeScenes(asked("days") === null ? trend.showDays : () => undefined)
  makeControls(scenes)
  // The sums exclude a day that is not settled, so the day itself stays in sight beside them.
  const lead = el("p", { id: "wall-lead" })
  byId("wall-clock").before(lead)

  const darken = () => {
    const metrics = board.metrics()
    if (metrics === null) return
    document.documentElement.classList.toggle("night", isNight(board.clock.instant().slice(11, 16), metrics.cutoff_time))
  }
  setInterval(() => {
    darken()
    drift()
  }, minute)

  const keepAwake = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => undefined)
  }
  document.addEventListener("visibilitychange", keepAwake)
  keepAwake()

  return {
    /** Call this after the figures have changed. @param {(period: import("../metrics.js").Period) => string | null} generatedDay */
    render: (generatedDay) => {
      const metrics = board.metrics()
      if (metrics === null) return
      scenes.render(metrics, generatedDay)
      const { amount, name, source } = leadOf(metrics)
      const figure = amount === null ? t("no_figure") : source === "generated" ? about(amount) : money(amount)
      setText(lead, `${t(name)} ${figure}`)
      darken()
    }
  }
}
