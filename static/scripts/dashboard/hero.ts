import { actorName } from "../shared/actor.ts"
import { byId, el, setText, show } from "../shared/dom.ts"
import { entryLink } from "../shared/entry/link.ts"
import { dayLabel, weekdayName } from "../shared/format/dates.ts"
import { figure, fit } from "../shared/format/figure.ts"
import { hourMinute } from "../shared/format/times.ts"
import { specialName } from "../shared/holiday.ts"
import { t } from "../shared/language.ts"
import { outlierLine } from "../shared/outlier.ts"
import { mayEnter } from "../shared/reader.ts"
import { isWall, leadsToEntry, linkToEntry } from "./entry-link.ts"
import { doneTo, isAsked, isAwaited, isGeneratedEarly, isRunning, isSourced, isUncounted, leadOf, outlierOf } from "./metrics.ts"
import type { Metrics } from "./metrics.ts"
import type { Lead } from "./metrics.ts"
import type { DayDetail } from "./metrics.ts"

const caption = (metrics: Metrics, lead: Lead, detail: DayDetail | null) => {
  if (lead.amount === null)
    return lead.name === "today" || !leadsToEntry() || metrics.yesterday.closed
      ? []
      : [linkToEntry(lead.date, t("enter.late"), "button need")]
  if (isGeneratedEarly(lead)) return [el("b", { class: isUncounted(metrics, lead.source) ? "need" : null }, t("uncounted"))]
  if (lead.entered !== null) {
    const { at, by } = lead.entered
    return [
      el("span", {}, el("b", {}, t(isRunning(lead) ? "running" : lead.source === "feed" ? "reported" : "entered")),
        ...[by === null ? null : actorName(by), at === null ? null : hourMinute(at)].map((part) => (part ? ` · ${part}` : null)))
    ]
  }
  if (isUncounted(metrics, lead.source)) {
    const late = lead.name === "today" ? null : linkToEntry(lead.date, t("enter.late"))
    return [el("b", { class: "need" }, t("uncounted")), late]
  }
  const by = lead.source === "manual" ? detail?.by : null
  const { source } = lead
  const settled = by
    ? t(`settled.${doneTo(detail)}`, { name: actorName(by) })
    : t(source === "import" || source === "feed" ? `settled.${source}` : "settled")
  const outlier = outlierOf(metrics, lead)
  if (outlier !== null)
    return [
      settled,
      el("span", { class: "need" }, outlierLine(lead.date, lead.amount, outlier)),
      isWall() ? null : el("a", { href: `#${lead.date}` }, t("look"))
    ]
  const best = metrics.best_weekday && lead.date === metrics.as_of
    ? el("b", { class: "best" }, t("best", { weekday: weekdayName(lead.date) }))
    : null
  return [settled, best]
}

/** The button's text and target. The button never changes its place. */
const action = (metrics: Metrics, lead: Lead) => {
  const { generated_only, today } = metrics
  if (lead.name !== "today" || lead.amount === null)
    return today.closed
      ? null
      : { text: t("enter.today"), kind: isSourced(metrics) ? "plain" : isAwaited(metrics) ? "need" : generated_only ? "plain" : "" }
  if (isRunning(lead)) return { text: t("enter.today"), kind: isSourced(metrics) ? "plain" : isAwaited(metrics) ? "need" : "plain" }
  if (isUncounted(metrics, lead.source)) return { text: t("enter.late"), kind: "need" }
  return { text: t(lead.source === "generated" ? "enter.actual" : "change"), kind: "plain" }
}

/** The date beside the leading day; null if the figures are of a different day than the reader's today. */
let shownDate: { label: string; isToday: boolean } | null = null

/** @param openUntil when today ends, from midnight on */
export const renderHeroDate = (openUntil: string | null) => {
  const { isToday = false, label = "" } = shownDate ?? {}
  setText(byId("hero-date"), isToday && openUntil !== null ? t("day.open_until", { day: label, time: openUntil }) : label)
}

/** The largest figure, its source, and what to do about it. */
export const makeHero = () => {
  /** The visible day and amount, and whether the day was settled. */
  let shown = { date: "", settled: true }

  /** @param detail of the day that leads */
  return (metrics: Metrics, detail: DayDetail | null, isOtherDay: boolean) => {
    const lead = leadOf(metrics)
    const big = byId("hero-figure")
    // A day that was yesterday at an earlier visit may not be yesterday now.
    const label = [dayLabel(lead.date), specialName(metrics[lead.name])].filter(Boolean).join(" · ")
    setText(byId("hero-day"), isOtherDay ? label : t(lead.name))
    shownDate = isOtherDay ? null : { label, isToday: lead.name === "today" }
    renderHeroDate(null)
    // A new shop has no figure yet, which is not a fault.
    show(big, lead.amount !== null || lead.name !== "today" || isAwaited(metrics))
    const isClosed = lead.name !== "today" && metrics.yesterday.closed
    big.classList.toggle("in-words", lead.amount === null)
    big.classList.toggle("need", lead.amount === null && !isClosed && !isAsked(metrics))
    big.classList.toggle("hollow", lead.amount !== null && lead.source === "generated")
    const settled = lead.name === "today" && lead.entered === null
    if (lead.amount === null) big.replaceChildren(t(isClosed ? "closed" : "no_figure"))
    else {
      const { amount } = lead
      const paint = (part: number) => big.replaceChildren(...figure(part))
      fit(big, amount)
      // A settlement that happens while the page is visible is animated.
      if (settled && !shown.settled) {
        paint(amount)
        void import("./count-up.ts").then(({ countUp }) => countUp(amount, paint), () => undefined)
      } else if (big.textContent !== figure(amount).map((part) => (typeof part === "string" ? part : part.textContent)).join(""))
        paint(amount)
    }
    shown = { date: lead.date, settled: metrics.today.amount !== null }
    byId("hero-caption").replaceChildren(...caption(metrics, lead, detail).filter((part) => part !== null))
    show(byId("calm"), metrics.generated_only)
    const button = byId("enter")
    const next = mayEnter() && !isOtherDay ? action(metrics, lead) : null
    show(button, next !== null)
    if (next !== null) {
      setText(button, next.text)
      button.className = `button ${next.kind}`.trim()
      button.setAttribute("href", entryLink(metrics.today.date))
    }
  }
}
