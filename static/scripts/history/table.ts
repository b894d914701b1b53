import { asked, keepInAddress } from "../shared/address.ts"
import { byId, el, setText, show } from "../shared/dom.ts"
import { dateRange, dayLabel, fullDate } from "../shared/format/dates.ts"
import { about, money } from "../shared/format/money.ts"
import { specialName } from "../shared/holiday.ts"
import { counted, language, t } from "../shared/language.ts"
import { mayEnter } from "../shared/reader.ts"
import { viewOfDay } from "./address.ts"
import { linkTo } from "./link.ts"
import { daysBetween, stateOf } from "./past.ts"
import type { Day, Past } from "./past.ts"

type Range = { from: string; to: string }

/** The days of a view from the first record on. */
const shownDays = (past: Past, { from, to }: Range) => daysBetween(past, from, to).filter(({ state }) => state !== "before")

const amountOf = ({ amount, state }: Day) =>
  amount === null
    ? "—"
    : state === "running"
    ? t("history.so_far", { amount: money(amount) })
    : state === "estimated"
    ? about(amount)
    : money(amount)

/** The state of a day in words: where its amount comes from, or why it has none. */
const stateWords = (past: Past, day: Day) => {
  const state = stateOf(past, day)
  if (state === "before") return ""
  return state === "entered" && day.source !== null ? t(`source.${day.source}`) : t(`history.state.${state}`)
}

/** Every day of a view as a table, newest first: all content of the map, in words. */
const daysTable = (past: Past, range: Range) => {
  const days = shownDays(past, range).toReversed()
  const nameOf = range.from.slice(0, 4) === range.to.slice(0, 4) ? dayLabel : fullDate
  return el("table", { class: "days" }, el("caption", {}, counted("days.caption", days.length, { range: dateRange(range.from, range.to) })),
    el("thead", {},
      el("tr", {}, el("th", { scope: "col" }, t("range.day")), el("th", { scope: "col", class: "number" }, t("days.amount")),
        el("th", { scope: "col" }, t("days.state")), el("th", { scope: "col" }, t("days.special")),
        el("th", { scope: "col" }, t("days.note")))), el("tbody", {}, ...days.map((day) => {
        const isMissing = day.state === "missing"
        return el("tr", { "data-is": day.state }, el("th", { scope: "row" }, linkTo(viewOfDay(day.date), {}, nameOf(day.date))),
          el("td", { class: "number" }, amountOf(day)), el("td", {}, stateWords(past, day), isMissing && mayEnter()
            ? el("span", { class: "fill-in" }, " · ", el("a", { class: "to-do", href: `enter?date=${day.date}` }, t("range.fill")))
            : null), el("td", {}, specialName(day) ?? ""), el("td", { class: "note" }, day.note ?? ""))
      })))
}

/** The files of a view, from its first record on, for bookkeeping. */
const linkFiles = (past: Past, range: Range) => {
  const from = past.first !== null && past.first > range.from ? past.first : range.from
  const to = range.to < past.today ? range.to : past.today
  for (const ending of ["xlsx", "csv"]) {
    const link = byId<HTMLAnchorElement>(`days-${ending}`)
    link.href = `api/days.${ending}?from=${from}&to=${to > from ? to : from}&lang=${language()}`
  }
}

/**
 * Whether a key press is meant for the days: the focus is on a day or beside it, and not in a field. Elsewhere the key does
 * nothing, because people who dictate to a page cause unintended key presses (WCAG 2.1.4).
 */
const isForDays = (target: EventTarget | null) =>
  target instanceof Element && byId("shown").contains(target) && target.closest("input, select, textarea, dialog") === null

/**
 * The days of a view as a table, which a single key opens, and as a file.
 * @param changed after the table was opened or closed
 */
export const makeTable = (changed: () => void) => {
  const isOpen = () => asked("table") === "1"
  const toggle = () => {
    keepInAddress("table", isOpen() ? null : "1")
    changed()
    if (isOpen()) byId("days-table").focus()
    else byId("days-toggle").focus()
  }
  byId("days-toggle").addEventListener("click", toggle)
  document.addEventListener("keydown", (event) => {
    const { altKey, ctrlKey, key, metaKey, target } = event
    if (key !== "t" || altKey || ctrlKey || metaKey || !isForDays(target)) return
    event.preventDefault()
    toggle()
  })
  return {
    show: (past: Past, range: Range) => {
      linkFiles(past, range)
      show(byId("days-table"), isOpen())
      byId("days-toggle").setAttribute("aria-expanded", String(isOpen()))
      setText(byId("days-toggle-name"), t(isOpen() ? "days.hide" : "days.show"))
      byId("days-table").replaceChildren(...(isOpen() ? [daysTable(past, range)] : []))
    }
  }
}
