import { byId, el, offerFocus } from "../shared/dom.ts"
import { dayLabel, isWeekend, weekday } from "../shared/format/dates.ts"
import { about, bareMoney, money, roughly, roundMoney } from "../shared/format/money.ts"
import { specialName } from "../shared/holiday.ts"
import { language, t } from "../shared/language.ts"
import { entryOf, leadsToEntry } from "./entry-link.ts"
import type { ListedDay } from "./metrics.ts"

/** More columns than these have no room for their amounts, and for their weekdays. */
const mostWithAmounts = () => matchMedia("(max-width: 44rem)").matches ? 7 : 14
const mostWithWeekdays = 7

/** The width of a digit of an amount, in pixels. */
const digit = 7.5

/** Below this share of the chart's height, an amount stands above its column. */
const low = 0.16

/** `¥2,367`, `估算 约 ¥4,400`, `缺`. */
const what = ({ amount, state }: ListedDay) => {
  if (state === "estimated" && amount !== null) return `${t("estimated")} ${about(roughly(amount, 2))}`
  if (state === "running" && amount !== null) return `${t("running")} ${money(amount)}`
  if (state === "entered") return money(amount)
  return t(state === "closed" ? "closed" : state === "missing" ? "lack" : state === "open" ? "nobody_yet" : "chart.before")
}

/** `11月27日 周五 · 国庆 ¥2,367 · 平常 ¥3,577`. */
export const describe = (day: ListedDay) =>
  [
    dayLabel(day.date),
    specialName(day),
    what(day),
    day.usual === undefined ? null : t("usually", { amount: roundMoney(day.usual) }),
    day.note
  ]
    .filter(Boolean).join(" · ")

const asks = ({ state }: ListedDay) => (state === "missing" || state === "open") && leadsToEntry()

/** What stands below a column: its weekday, or the day of the month, with the month where it begins. */
const below = ({ date }: ListedDay, index: number, count: number, today: string) => {
  if (date === today) return t("today")
  const [, month = "", day = ""] = date.split("-")
  if (count <= mostWithWeekdays) return language() === "en" ? weekday(date) : weekday(date).slice(-1)
  const every = Math.ceil(count / (matchMedia("(max-width: 44rem)").matches ? 8 : 30))
  return (count - 1 - index) % every !== 0
    ? ""
    : index === 0 || day === "01" || every > 1
    ? `${Number(month)}/${Number(day)}`
    : String(Number(day))
}

/**
 * Days as columns: each is a button that shows the day, or a link to the entry of a day without a figure. A line marks what the day
 * usually takes. The arrow keys lead from day to day.
 */
export const drawChart = (days: ReadonlyArray<ListedDay>, today: string, pick: (day: ListedDay | null) => void) => {
  const most = Math.max(1, ...days.flatMap(({ amount, usual }) => [amount ?? 0, usual ?? 0]))
  const group = byId("chart")
  const longest = Math.max(...days.map(({ amount }) => amount === null ? 0 : bareMoney(amount, false).length))
  const withAmounts = days.length <= mostWithAmounts() && longest * digit <= group.clientWidth / days.length
  const column = (day: ListedDay, index: number) => {
    const { amount, date, state, usual } = day
    const share = (amount ?? 0) / most
    const bar = el("i", { class: "bar-of-day", "data-state": state })
    bar.style.height = `${share * 100}%`
    const line = usual === undefined ? null : el("i", { class: "usual" })
    if (line !== null) line.style.bottom = `${usual === undefined ? 0 : usual / most * 100}%`
    const text = amount !== null && withAmounts
      ? el("b", { class: share < low ? "amount above" : "amount" }, bareMoney(state === "estimated" ? roughly(amount, 2) : amount, false))
      : asks(day)
      ? el("b", { class: "fill" }, t(state === "open" ? "fill.today" : "fill.late"))
      : null
    if (text !== null && amount !== null) text.style.bottom = `${share * 100}%`
    const label = { "data-date": date, tabindex: index === days.length - 1 ? "0" : "-1" }
    const looks = { class: "day", "data-state": state, "data-today": date === today, "data-weekend": isWeekend(date) }
    const act = asks(day) ? { href: entryOf(date) } : { type: "button", click: () => pick(day) }
    return el(asks(day) ? "a" : "button", { ...looks, ...label, ...act, focus: () => pick(day), pointerenter: () => pick(day) },
      el("span", { class: "for-readers" }, describe(day)), el("span", { class: "plot", "aria-hidden": "true" }, bar, line, text),
      el("small", { "aria-hidden": "true" }, below(day, index, days.length, today)))
  }
  group.style.setProperty("--count", String(days.length))
  group.replaceChildren(...days.map(column))
}

/** The keys of the chart. */
export const startKeys = () => {
  const group = byId("chart")
  group.addEventListener("keydown", (event) => {
    const all = Array.from(group.querySelectorAll<HTMLElement>(".day"))
    const now = all.findIndex((each) => each === document.activeElement)
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: now - 1,
      ArrowRight: now + 1,
      PageUp: now - 7,
      PageDown: now + 7,
      Home: 0,
      End: all.length - 1
    }
    const to = steps[event.key]
    const next = to === undefined || now < 0 ? undefined : all[Math.min(all.length - 1, Math.max(0, to))]
    if (next === undefined) return
    event.preventDefault()
    for (const each of all) each.tabIndex = each === next ? 0 : -1
    next.focus()
  })
}

/** Moves to a day of the chart; false if the chart does not have it. */
export const goToDay = (date: string) => {
  const day = byId("chart").querySelector<HTMLElement>(`[data-date="${date}"]`)
  if (day !== null) offerFocus(day)
  return day !== null
}
