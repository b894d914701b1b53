import { byId, el, setText, show } from "../shared/dom.ts"
import { addDays, dayLabel } from "../shared/format/dates.ts"
import { hourMinute } from "../shared/format/times.ts"
import { tellUnknownYears } from "../shared/holiday-years.ts"
import { t } from "../shared/language.ts"
import { mayEnter } from "../shared/reader.ts"
import { as, daysOf, neighbour, viewOfDay } from "./address.ts"
import type { View } from "./address.ts"
import { monthCalendar } from "./calendar.ts"
import { cellAt, labelOf, shopIn } from "./cells.ts"
import type { Shop } from "./cells.ts"
import { inPlace } from "./focus.ts"
import { cellOn, reachByTab, startGrid } from "./keys.ts"
import { legend } from "./legend.ts"
import { direct, linkTo } from "./link.ts"
import { sumOfRange } from "./load.ts"
import type { Known } from "./load.ts"
import { yearMap } from "./map/map.ts"
import { smallMonths } from "./map/smallMonths.ts"
import { indexOf, monthOf, reachOf, yearOf } from "./past.ts"
import type { State } from "./past.ts"
import { periods, reportOf } from "./periods.ts"
import { makeRange } from "./range.ts"
import { makeSheet } from "./sheet.ts"
import { makeTable } from "./table.ts"
import { takings } from "./takings.ts"
import { titleIn } from "./title.ts"

/** A narrow screen: a day in the map is too small to be tapped, and a day's sheet covers the page. */
const narrow = matchMedia("screen and (max-width: 44rem)")

const openUntil = ({ known: { metrics: { server_now: now, today } } }: Shop) =>
  today.ends_at !== undefined && now.slice(0, 10) > today.date
    ? t("day.open_until", { day: t("history.today", { day: dayLabel(today.date) }), time: hourMinute(today.ends_at) })
    : null

/** The day that Tab reaches first: today, otherwise the last day of the view that is not empty. */
const entryOf = ({ known: { past } }: Shop, view: View) => {
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

/** Draws what lies below the visible part after that part has been painted. */
const later = (draw: () => void) => requestAnimationFrame(() => setTimeout(draw))

export const makeDrawing = (go: (view: View) => void) => {
  let shop: Shop | null = null
  let view: View | null = null

  const close = () => {
    if (view?.kind === "month" && view.day !== null) go({ ...view, day: null })
  }
  const sheet = makeSheet({ close })
  const range = makeRange(go)
  const table = makeTable(() => {
    if (shop !== null && view !== null) draw(shop.known, view, false)
  })

  const look = (date: string | null) => {
    const cell = date === null || shop === null ? undefined : cellAt(shop, indexOf(shop.known.past, date))
    setText(byId("readout"), cell === undefined ? t("history.map.hint") : labelOf(cell))
  }

  /** Opens another month, with the focus on the given day. */
  const turnTo = (date: string) => {
    if (shop === null) return
    const { from, to } = reachOf(shop.known.past)
    if (date < from || date > to) return
    go({ kind: "month", month: date.slice(0, 7), day: null })
    cellOn(byId("calendar"), date)?.focus()
  }
  const turnPage = (step: -1 | 1) => {
    const date = (document.activeElement as HTMLElement | null)?.dataset["date"]
    if (view?.kind !== "month" || date === undefined) return
    const { from, to } = daysOf(view)
    const beside = daysOf({ kind: "month", month: addDays(step < 0 ? from : to, step).slice(0, 7), day: null })
    const same = `${beside.from.slice(0, 8)}${date.slice(8)}`
    turnTo(same < beside.to ? same : beside.to)
  }
  const open = (date: string) => go(viewOfDay(date))
  startGrid(byId("year"), { steps: { right: 7, down: 1 }, open, beyond: () => undefined, page: () => undefined, look })
  startGrid(byId("calendar"), { steps: { right: 1, down: 7 }, open, beyond: turnTo, page: turnPage, look })
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) close()
  })

  const drawHead = ({ known }: Shop, shown: View) => {
    const reach = reachOf(known.past)
    const title = titleIn(shown)
    setText(byId("title"), title)
    document.title = t("history.title", { name: title, shop: known.metrics.shop_name })
    for (const [id, step] of ([["before", -1], ["after", 1]] as const)) {
      const target = neighbour(shown, step, reach)
      direct(byId(id), target)
      byId(id).setAttribute("aria-label", target === null ? t(`history.${id}`) : t("history.to", { name: titleIn(target) }))
    }
    byId("kinds").replaceChildren(
      ...(["year", "month", "range"] as const).map((kind) =>
        linkTo(as(shown, kind, known.past.today), { "aria-current": kind === shown.kind ? "page" : null }, t(`history.of_${kind}`))
      )
    )
    const isReported = shown.kind === "month" && monthOf(known.past, shown.month) !== undefined
    const report = byId("report") as HTMLAnchorElement
    show(report, isReported)
    if (shown.kind === "month") report.href = reportOf(shown.month)
    const jump = byId("jump") as HTMLInputElement
    const { first, today } = known.past
    jump.min = first ?? today
    jump.max = reach.to
    jump.value = shown.kind === "month" && shown.day !== null ? shown.day : ""
  }

  /** The sum of a view. That of a range is asked for: its place stays empty until it comes. */
  const drawSum = (now: Shop, shown: View) => {
    const { first } = now.known.past
    const isBegun = first !== null && daysOf(shown).to >= first
    if (shown.kind !== "range") {
      const sum = shown.kind === "year" ? yearOf(now.known.past, shown.year) : monthOf(now.known.past, shown.month)
      byId("takings").replaceChildren(...takings(now, isBegun ? sum : undefined))
      return
    }
    byId("takings").replaceChildren()
    if (!isBegun || shown.from > now.known.past.asOf) return byId("takings").replaceChildren(...takings(now, undefined))
    sumOfRange(now.known, shown).then((sum) => {
      if (view === shown && shop === now) byId("takings").replaceChildren(...takings(now, sum))
    }, () => undefined)
  }

  const drawDays = (now: Shop, shown: View) => {
    const isYear = shown.kind === "year"
    const isRange = shown.kind === "range"
    show(byId("map"), isYear)
    show(byId("calendar"), shown.kind === "month")
    show(byId("range"), isRange)
    show(byId("periods"), isYear)
    byId("readout").hidden = narrow.matches
    const home = byId("shown")
    if (isYear) {
      home.append(byId("sheet"))
      byId("calendar").replaceChildren()
      byId("year").replaceChildren(narrow.matches ? smallMonths(now, shown.year) : yearMap(now, shown.year))
      later(() => {
        if (view === shown) inPlace(() => byId("periods").replaceChildren(...periods(now, shown.year)))
      })
      reachByTab(byId("year"), entryOf(now, shown))
      look(null)
    } else if (isRange) {
      home.append(byId("sheet"))
      byId("calendar").replaceChildren()
      byId("year").replaceChildren()
      range.show(shown, reachOf(now.known.past))
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
        (cell) => ((cell as HTMLElement).dataset["state"] as State))
    )
    byId("legend").replaceChildren(...(isRange ? [] : legend(now, states)))
  }

  const drawWords = (now: Shop, shown: View) => {
    const { metrics, past } = now.known
    const until = openUntil(now)
    setText(byId("shop"), metrics.shop_name)
    setText(byId("open-until"), until ?? "")
    show(byId("open-until"), until !== null)
    const { from, to } = daysOf(shown)
    const unknown = past.missingYears.filter((year) => year >= Number(from.slice(0, 4)) && year <= Number(to.slice(0, 4)))
    tellUnknownYears(unknown)
  }

  /** @param isMove whether the person has just gone there */
  const draw = (known: Known, next: View, isMove: boolean) => {
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
    drawSum(now, next)
    drawDays(now, next)
    const { from, to } = daysOf(next)
    table.show(now.known.past, { from, to })
    if (next.kind === "month" && next.day !== null) sheet.show(now, next.day, narrow.matches)
    else sheet.hide()
    if (!isMove) return
    setText(byId("announcer"), titleIn(next))
    if (sheet.isOpen()) sheet.focus()
    else if (closed !== null) cellOn(byId("calendar"), closed)?.focus()
    else if (document.activeElement === document.body || byId("periods").contains(document.activeElement)) byId("title").focus()
  }

  narrow.addEventListener("change", () => {
    if (shop !== null && view !== null) draw(shop.known, view, false)
  })
  return { show: draw, forget: sheet.forget }
}
