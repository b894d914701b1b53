// @ts-check
import { actorName } from "../shared/actor.js"
import { byId, el, show } from "../shared/dom.js"
import { askDay, figureOf, isCounted } from "../shared/entry/day.js"
import { addDays, dayLabel } from "../shared/format/dates.js"
import { money } from "../shared/format/money.js"
import { t } from "../shared/language.js"
import { entryDays, isLocked } from "./shop.js"

/** @typedef {import("../shared/entry/day.js").Day} Day */
/** @typedef {import("./shop.js").Shop} Shop */

/** @param {Shop} shop @param {Day} day */
const bywhom = ({ who }, { by, closed, source }) => {
  if (source === "manual") return by === null ? t("source.manual") : t("week.by", { by: by === who.name ? t("week.you") : actorName(by) })
  return source === null ? closed ? t("entry.closed") : "" : t(`source.${source}`)
}

/** @param {Shop} shop @param {Day} day @param {string} chosen */
const row = (shop, day, chosen) => {
  const figure = figureOf(day)
  const act = t(isCounted(figure) ? "week.change" : "enter.others.go")
  const label = `${act} ${dayLabel(day.date)}`
  return el("li", {}, el("span", {}, dayLabel(day.date)),
    el("span", {}, el("b", {}, figure === null ? day.closed ? "" : t("entry.none") : money(figure.amount)), " ",
      el("small", {}, bywhom(shop, day))), isLocked(shop, day)
    ? el("small", { class: "lock" }, t("week.locked"))
    : day.date === chosen
    ? el("small", { class: "lock" }, t("week.here"))
    : el("a", { href: `enter?date=${day.date}`, "aria-label": label }, act))
}

/** The last 7 days: who has entered which amount, and which days the person may change. They are loaded when the list is opened. */
export const makeWeek = () => {
  const week = /** @type {HTMLDetailsElement} */ (byId("week"))
  /** @type {Shop | null} */
  let shop = null
  /** @type {Day[]} */
  let days = []
  let chosen = ""
  let asking = 0

  const render = () => {
    if (shop === null) return
    const known = shop
    byId("week-list").replaceChildren(...days.map((day) => row(known, day, chosen)))
  }

  const load = async () => {
    if (shop === null || !week.open) return
    const mine = ++asking
    const { today } = shop
    const dates = Array.from({ length: entryDays }, (_, index) => addDays(today, -1 - index))
    const found = await Promise.all(dates.map(askDay)).catch(() => null)
    if (mine !== asking || found === null) return
    days = found
    render()
  }
  week.addEventListener("toggle", () => void load())

  return {
    /** @param {Shop} known @param {string} date the day that the page shows */
    know: (known, date) => {
      shop = known
      chosen = date
      show(week, true)
      void load()
    },
    open: () => {
      week.open = true
    },
    relabel: render
  }
}
