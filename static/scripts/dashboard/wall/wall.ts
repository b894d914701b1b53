import { wallWords } from "../../../../words/Wall.ts"
import { asked } from "../../shared/address.ts"
import { byId, el, setText } from "../../shared/dom.ts"
import { about, money } from "../../shared/format/money.ts"
import { addWords, t } from "../../shared/language.ts"
import type { Board } from "../board.ts"
import { leadOf } from "../metrics.ts"
import type { Period } from "../metrics.ts"
import { makeControls } from "./controls.ts"
import { drift } from "./drift.ts"
import { isNight } from "./night.ts"
import { makeScenes } from "./scenes.ts"

const minute = 60_000

/** The wall shows the day, the week and the month in turn on a screen without a user. Any movement shows its controls. */
export const startWall = (board: Board, trend: { showDays: (days: number) => void }) => {
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
    /** Call this after the figures have changed. */
    render: (generatedDay: (period: Period) => string | null) => {
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
