// @ts-check
import { byId, el, setText, show } from "../shared/dom.js"
import { addDays, dayLabel } from "../shared/format/dates.js"
import { hourMinute } from "../shared/format/times.js"
import { tellUnknownYears } from "../shared/holiday-years.js"
import { t } from "../shared/language.js"
import { mayEnter } from "../shared/reader.js"
import { as, daysOf, viewOfDay } from "./address.js"
import { beside } from "./beside.js"
import { monthCalendar } from "./calendar.js"
import { cellAt, labelOf, shopIn } from "./cells.js"
import { inPlace } from "./focus.js"
import { cellOn, reachByTab, startGrid } from "./keys.js"
import { legend } from "./legend.js"
import { direct, linkTo } from "./link.js"
import { yearMap } from "./map/map.js"
import { smallMonths } from "./map/smallMonths.js"
import { indexOf, reachOf } from "./past.js"
import { periods } from "./periods.js"
import { makeRange } from "./range/range.js"
import { makeTable } from "./range/table.js"
import { usualWeek } from "./range/usual.js"
import { makeSheet } from "./sheet.js"
import { takings } from "./takings.js"
import { titleIn } from "./title.js"

/** @typedef {import("./cells.js").Shop} Shop @typedef {import("./address.js").View} View */

/** A narrow screen: a day in the map is too small to be tapped, and a day's sheet covers the page. */
const narrow = matchMedia("screen and (max-width: 44rem)")

/** @param {Shop} shop */
const openUntil = ({ known: { metrics: { server_now: now, today } } }) =>
  today.ends_at !== undefined && now.slice(0, 10) > today.date
    ? t("day.open_until", { day: t("history.today", { day: dayLabel(today.date) }), time: hourMinute(today.ends_at) })
    : null

/** The day that Tab reaches first: today, otherwise the last day of the view that is not empty. @param {Shop} shop @param {View} view */
const entryOf = ({ known: { past } }, view) => {
  const { from, to } = daysOf(view)
  if (view.kind === "month" && view.day !== null) return view.day
  if (past.today >= from && past.today <= to) return past.today
  const [first, last] = [past.first !== null && past.first > from ? past.first : from, past.days.at(-1)?.date ?? to]
  return past.today < from ? first : to < last ? to : last
}

/** The text for a shop without a record. */
const emptyWords = () => [
  el("span", {}, t("history.empty")),
  ...(mayEnter() ? [el("a", { class: "button", href: "enter" }, t("history.empty.enter"))] : [])
]

/** Draws what lies below the visible part after that part has been painted. @param {() => void} draw */
const later = (draw) => requestAnimationFrame(() => setTimeout(draw))

/** @param {(view: View) => void} go */
export const makeDrawing = (go) => {
  /** @type {Shop | null} */
  let shop = null
  /** @type {View | null} */
  let view = null

  const close = () => {
    if (view?.kind === "month" && view.day !== null) go({ ...view, day: null })
  }
  const sheet = makeSheet({ close })
  const range = makeRange(go)
  const table = makeTable(() => {
    if (shop !== null && view !== null) draw(shop.known, view, false)
  })

  /** @param {string | null} date */
  const look = (date) => {
    const cell = date === null || shop === null ? undefined : cellAt(shop, indexOf(shop.known.past, date))
    setText(byId("readout"), cell === undefined ? t("history.map.hint") : labelOf(cell))
  }

  /** Opens another month, with the focus on the given day. @param {string} date */
  const turnTo = (date) => {
    if (shop === null) return
    const { from, to } = reachOf(shop.known.past)
    if (date < from || date > to) return
    go({ kind: "month", month: date.slice(0, 7), day: null })
    cellOn(byId("calendar"), date)?.focus()
  }
  /** @param {-1 | 1} step */
  const turnPage = (step) => {
    const date = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset["date"]
    if (view?.kind !== "month" || date === undefined) return
    const { from, to } = daysOf(view)
    const beside = daysOf({ kind: "month", month: addDays(step < 0 ? from : to, step).slice(0, 7), day: null })
    const same = `${beside.from.slice(0, 8)}${date.slice(8)}`
    turnTo(same < beside.to ? same : beside.to)
  }
  /** @param {string} date */
  const open = (date) => go(viewOfDay(date))
  startGrid(byId("year"), { steps: { right: 7, down: 1 }, open, beyond: () => undefined, page: () => undefined, look })
  startGrid(byId("calendar"), { steps: { right: 1, down: 7 }, open, beyond: turnTo, page: turnPage, look })
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) close()
  })

  const drawHead = (/** @type {Shop} */ { known }, /** @type {View} */ shown) => {
    const reach = reachOf(known.past)
    const title = titleIn(shown, known.past)
    setText(byId("title"), title)
    document.title = t("history.title", { name: title, shop: known.metrics.shop_name })
    for (const [id, step] of /** @type {const} */ ([["before", -1], ["after", 1]])) {
      const target = beside(known.past, shown, step)
      direct(byId(id), target)
      byId(id).setAttribute("aria-label", target === null ? t(`history.${id}`) : t("history.to", { name: titleIn(target, known.past) }))
    }
    byId("kinds").replaceChildren(
      ...(/** @type {const} */ (["year", "month", "range"])).map((kind) =>
        linkTo(as(shown, kind, known.past.today), { "aria-current": kind === shown.kind ? "page" : null }, t(`history.of_${kind}`))
      )
    )
    const jump = /** @type {HTMLInputElement} */ (byId("jump"))
    const { first, today } = known.past
    jump.min = first ?? today
    jump.max = reach.to
    jump.value = shown.kind === "month" && shown.day !== null ? shown.day : ""
  }

  /** @param {Shop} now @param {View} shown */
  const drawBelow = (now, shown) => {
    const { from, to } = daysOf(shown)
    if (shown.kind === "year") byId("periods").replaceChildren(...periods(now, shown.year))
    byId("usual").replaceChildren(...usualWeek(now.known.past, from, to))
  }

  /** @param {Shop} now @param {View} shown */
  const drawDays = (now, shown) => {
    const isYear = shown.kind === "year"
    const isRange = shown.kind === "range"
    show(byId("map"), isYear)
    show(byId("calendar"), shown.kind === "month")
    show(byId("range"), isRange)
    show(byId("compared"), isRange)
    show(byId("periods"), isYear)
    byId("readout").hidden = narrow.matches
    const home = byId("shown")
    if (isYear) {
      home.append(byId("sheet"))
      byId("calendar").replaceChildren()
      byId("year").replaceChildren(narrow.matches ? smallMonths(now, shown.year) : yearMap(now, shown.year))
      later(() => {
        if (view === shown) inPlace(() => drawBelow(now, shown))
      })
      reachByTab(byId("year"), entryOf(now, shown))
      look(null)
    } else if (isRange) {
      home.append(byId("sheet"))
      byId("calendar").replaceChildren()
      byId("year").replaceChildren()
      range.show(now.known.past, shown, reachOf(now.known.past))
    } else {
      const { place, table } = monthCalendar(now, shown.month, shown.day)
      const dialog = byId("sheet")
      const target = narrow.matches || place === null ? home : place
      // A sheet that covers the page is not moved, because a browser closes a dialog that is moved.
      if (dialog.parentElement !== target) target.append(dialog)
      byId("calendar").replaceChildren(table)
      byId("year").replaceChildren()
      reachByTab(byId("calendar"), entryOf(now, shown))
    }
    const states = new Set(
      Array.from(document.querySelectorAll("#year [data-state], #calendar [data-state]"),
        (cell) => /** @type {import("./figures/days.js").State} */ (/** @type {HTMLElement} */ (cell).dataset["state"]))
    )
    byId("legend").replaceChildren(...(isRange ? [] : legend(now, states)))
  }

  /** @param {Shop} now @param {View} shown */
  const drawWords = (now, shown) => {
    const { metrics, past } = now.known
    const until = openUntil(now)
    setText(byId("shop"), metrics.shop_name)
    setText(byId("open-until"), until ?? "")
    show(byId("open-until"), until !== null)
    const { from, to } = daysOf(shown)
    const unknown = past.missingYears.filter((year) => year >= Number(from.slice(0, 4)) && year <= Number(to.slice(0, 4)))
    tellUnknownYears(unknown)
  }

  /** @param {import("./load.js").Known} known @param {View} next @param {boolean} isMove whether the person has just gone there */
  const draw = (known, next, isMove) => {
    const now = shopIn(known, Number(daysOf(next).from.slice(0, 4)))
    const before = view
    const closed = before?.kind === "month" && next.kind === "month" && next.day === null ? before.day : null
    shop = now
    view = next
    show(byId("empty"), now.known.past.first === null)
    byId("empty").replaceChildren(...emptyWords())
    show(byId("shown"), now.known.past.first !== null)
    drawWords(now, next)
    drawHead(now, next)
    byId("takings").replaceChildren(...takings(now, next))
    drawDays(now, next)
    const { from, to } = daysOf(next)
    if (next.kind !== "year") drawBelow(now, next)
    table.show(now.known.past, { from, to })
    if (next.kind === "month" && next.day !== null) sheet.show(now, next.day, narrow.matches)
    else sheet.hide()
    if (!isMove) return
    setText(byId("announcer"), titleIn(next, now.known.past))
    if (sheet.isOpen()) sheet.focus()
    else if (closed !== null) cellOn(byId("calendar"), closed)?.focus()
    else if (document.activeElement === document.body || byId("periods").contains(document.activeElement)) byId("title").focus()
  }

  narrow.addEventListener("change", () => {
    if (shop !== null && view !== null) draw(shop.known, view, false)
  })
  return { show: draw, forget: sheet.forget }
}
