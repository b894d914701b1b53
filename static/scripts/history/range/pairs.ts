import { el } from "../../shared/dom.ts"
import { dayLabel } from "../../shared/format/dates.ts"
import { difference, percent, roundMoney, signedRound } from "../../shared/format/money.ts"
import { t } from "../../shared/language.ts"
import { viewOfDay } from "../address.ts"
import { specialOf } from "../festival.ts"
import type { Against } from "../figures/against.ts"
import type { Pair } from "../figures/against.ts"
import type { Comparison } from "../figures/against.ts"
import { stateOf } from "../figures/days.ts"
import type { Past } from "../figures/days.ts"
import type { Day } from "../figures/days.ts"
import { linkTo } from "../link.ts"
import { reasonName } from "./comparison.ts"

/** The most days that are drawn individually. */
export const mostPairs = 31

/** A day's bar with its amount, or the text in place of it. */
const bar = (past: Past, day: Day | null, largest: number, side: "now" | "then") => {
  if (day === null) return el("p", { class: "line", "data-side": side }, "—")
  const state = stateOf(past, day)
  const { cents } = day
  if (cents === null || state === "before") {
    return el("p", { class: "line", "data-side": side, "data-is": state }, state === "before" ? "—" : t(`history.state.${state}`))
  }
  const fill = el("span", { class: "fill", "data-is": state })
  fill.style.width = largest === 0 ? "0" : `${cents / largest * 100}%`
  const amount = roundMoney(cents / 100)
  return el("p", { class: "line", "data-side": side, "data-is": state }, el("span", { class: "track", "aria-hidden": "true" }, fill),
    el("span", { class: "amount" }, state === "generated" ? `${amount} ${t("history.est")}` : amount))
}

const outcome = ({ date, day: { cents }, reason, then }: Pair, against: Against, mayEnter: boolean) => {
  if (reason === "missing" && mayEnter) return el("a", { class: "to-do", href: `enter?date=${date}` }, t("range.fill"))
  if (reason !== null) return el("span", { class: "why" }, reasonName(reason, against))
  const [now, before] = [(cents ?? 0) / 100, (then?.cents ?? 0) / 100]
  const by = difference(now, before)
  return el("span", { class: by > 0 ? "rise" : by < 0 ? "fall" : "" }, percent(now, before) ?? signedRound(by))
}

/**
 * Each day beside its match: a bar for each, and the difference or the reason why they are not compared.
 * @param name of what it is compared with
 */
export const pairsTable = (past: Past, { against, pairs }: Comparison, name: string, mayEnter: boolean) => {
  const largest = Math.max(0, ...pairs.flatMap(({ day, then }) => [day.cents ?? 0, then?.cents ?? 0]))
  return el("table", { class: "pairs" }, el("caption", { class: "for-readers" }, t("range.pairs")),
    el("thead", {},
      el("tr", {}, el("th", { scope: "col" }, t("range.day")), el("th", { scope: "col" }, t("range.both", { name })),
        el("th", { scope: "col", class: "number" }, t("range.difference")))), el("tbody", {}, ...pairs.map((pair) => {
        const { date, day, match, reason, then } = pair
        const special = specialOf(day)
        return el("tr", { "data-date": date, "data-apart": reason !== null },
          el("th", { scope: "row" }, special === null ? null : el("strong", {}, special), linkTo(viewOfDay(date), {}, dayLabel(date))),
          el("td", {}, bar(past, day, largest, "now"),
            match === null ? null : el("span", { class: "for-readers" }, t("range.then", { day: dayLabel(match) })),
            bar(past, then, largest, "then")), el("td", { class: "number" }, outcome(pair, against, mayEnter)))
      })))
}
