import { actorName } from "../shared/actor.ts"
import { comparedLine } from "../shared/compared.ts"
import { byId, el, setText, show } from "../shared/dom.ts"
import { dayLabel } from "../shared/format/dates.ts"
import { estimate, figure, fit } from "../shared/format/figure.ts"
import { about, money, roughly } from "../shared/format/money.ts"
import { hourMinute } from "../shared/format/times.ts"
import { specialName } from "../shared/holiday.ts"
import { t } from "../shared/language.ts"
import { mayEnter } from "../shared/reader.ts"
import { entryOf, isWall, leadsToEntry } from "./entry-link.ts"
import { hasFigure, isAwaited, isSourced, leadOf } from "./metrics.ts"
import type { CountedDay, Metrics } from "./metrics.ts"

/** What the largest text says of a day without a figure that leads. */
const inWords = ({ state }: CountedDay) => t(state === "closed" ? "closed" : state === "missing" ? "lack" : "nobody_yet")

/** `比平常周六少 12%（平常 ¥4,931）`, or how much the system has estimated. */
const sentence = (metrics: Metrics, day: CountedDay): Node | null => {
  if (day.state === "estimated" && day.amount !== null && !metrics.counted.with_estimates)
    return el("span", {}, t("estimated.first", { amount: about(roughly(day.amount, 2)) }))
  if (day.comparison === null) return null
  const line = comparedLine(day.comparison, day)
  return day.unusual ? el("span", { class: "need" }, t("check"), line) : line
}

/** `李店长 07:09 录入`. */
const madeBy = ({ at, by, source, state }: CountedDay) => {
  if (state === "running") return at === null ? t("running") : t("running.at", { time: hourMinute(at) })
  if (state !== "entered" || source === null || source === "generated" || at === null || by === null) return ""
  return t(source === "manual" ? "made" : `made.${source}`, { name: actorName(by), time: hourMinute(at) })
}

/** The button's text; null where nothing is to be entered. */
const action = (metrics: Metrics, day: CountedDay) =>
  day.state === "closed" || day.state === "entered"
    ? null
    : t(day.state === "estimated" || isAwaited(metrics) ? "enter.late" : "enter.today")

/** The largest figure, one sentence about it, who entered it, and what to do. */
export const renderHero = (metrics: Metrics, isOtherDay: boolean, openUntil: string | null) => {
  const day = leadOf(metrics, isWall())
  const isToday = day.date === metrics.today.date
  const label = [dayLabel(day.date), specialName(day)].filter(Boolean).join(" · ")
  // A day that was today at an earlier visit may not be today now.
  setText(byId("hero-day"), isOtherDay ? label : t(isToday ? "today" : "yesterday"))
  setText(byId("hero-date"), isOtherDay ? "" : isToday && openUntil !== null ? t("day.open_until", { day: label, time: openUntil }) : label)
  const big = byId("hero-figure")
  const isFigure = hasFigure(metrics, day)
  big.classList.toggle("in-words", !isFigure)
  big.classList.toggle("hollow", isFigure && day.state === "estimated")
  if (!isFigure || day.amount === null) big.replaceChildren(inWords(day))
  else {
    fit(big, day.amount)
    big.replaceChildren(...(day.state === "estimated" ? estimate(day.amount) : figure(day.amount)))
  }
  const line = sentence(metrics, day)
  byId("hero-sentence").replaceChildren(...(line === null ? [] : [line]))
  const made = madeBy(day)
  const change = day.state === "entered" && leadsToEntry() && !isOtherDay ? el("a", { href: entryOf(day.date) }, t("change")) : null
  byId("hero-made").replaceChildren(
    ...[made, made !== "" && change !== null ? " · " : "", change].filter((part) => part !== null && part !== "") as Node[]
  )
  const button = byId("enter")
  const text = mayEnter() && !isOtherDay && !isWall() ? action(metrics, metrics.counted.today) : null
  show(button, text !== null)
  if (text === null) return
  setText(button, text)
  button.className = isSourced(metrics) ? "button plain" : "button"
  button.setAttribute("href", entryOf(metrics.today.date))
}

/** One sentence about the leading day, for screen readers. */
export const spokenFigure = (metrics: Metrics) => {
  const day = leadOf(metrics, isWall())
  return day.amount === null ? "" : `${dayLabel(day.date)} ${money(day.amount)}`
}
