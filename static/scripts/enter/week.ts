import { actorName } from "../shared/actor.ts"
import { byId, el, show } from "../shared/dom.ts"
import { askDay, figureOf, isCounted } from "../shared/entry/day.ts"
import type { Day } from "../shared/entry/day.ts"
import { addDays, dayLabel } from "../shared/format/dates.ts"
import { money } from "../shared/format/money.ts"
import { t } from "../shared/language.ts"
import { entryDays, isLocked } from "./shop.ts"
import type { Shop } from "./shop.ts"

const bywhom = ({ who }: Shop, { by, closed, source }: Day) => {
  if (source === "manual") return by === null ? t("source.manual") : t("week.by", { by: by === who.name ? t("week.you") : actorName(by) })
  return source === null ? closed ? t("entry.closed") : "" : t(`source.${source}`)
}

const row = (shop: Shop, day: Day, chosen: string) => {
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
  const week = byId("week") as HTMLDetailsElement
  let shop: Shop | null = null
  let days: Day[] = []
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
    /** @param date the day that the page shows */
    know: (known: Shop, date: string) => {
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
