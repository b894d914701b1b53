import { byId, el, setText, show, update } from "../../shared/dom.ts"
import { dayLabel } from "../../shared/format/dates.ts"
import { makeOrder } from "../../shared/in-order.ts"
import { known, t } from "../../shared/language.ts"
import { settledNext } from "../../shared/next-cutoff.ts"
import type { Health } from "../health/report.ts"
import { askToFill } from "../missing/days.ts"

/** How many days are listed before the user asks for all. */
const shownAtOnce = 6

/** a day, and why it has no counted figure */
type Awaiting = { date: string; why: () => string }
/** the next cutoff, and the day that is settled then; empty while they are not known */
type Next = { nextCutoff: string; settledNext: string }

/** Why a day has no figure. */
const reasonOf = ({ awaiting, source: { last_fault: fault } }: Health, date: string) => {
  const reason = awaiting.find((day) => day.date === date)?.reason
  if (reason === "asked") return t("awaiting.asked")
  if (reason !== "unanswered") return t("awaiting.missing")
  const why = fault?.date === date && fault.params !== undefined ? known(`till.fault.${fault.code}`, fault.params) : undefined
  return why === undefined ? t("awaiting.unanswered") : t("awaiting.fault", { why })
}

/** The days that need a person, and the next cutoff. */
const ask = async (): Promise<{ days: Awaiting[] } & Next> => {
  const { days, health, metrics } = await askToFill()
  // A shop that generates every amount needs no person.
  byId("room-entry").classList.toggle("calm", metrics.counted.with_estimates)
  return {
    days: days.map(({ date, state }) => ({ date, why: () => state === "estimated" ? t("awaiting.generated") : reasonOf(health, date) })),
    nextCutoff: metrics.next_cutoff,
    settledNext: settledNext(metrics)
  }
}

/** The list of days that need a person, and their number beside the room's name. */
export const startAwaiting = () => {
  const list = byId("awaiting-list")
  let days: Awaiting[] = []
  let next: Next = { nextCutoff: "", settledNext: "" }
  let all = false
  let chosen = ""
  const order = makeOrder()

  const render = () => {
    show(byId("awaiting"), days.length > 0)
    show(byId("awaiting-count"), days.length > 0)
    setText(byId("awaiting-count"), String(days.length))
    setText(byId("awaiting-title"), t(days.length === 1 ? "awaiting.one" : "awaiting.some", { n: days.length }))
    const shown = all ? days : days.slice(0, shownAtOnce)
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["date"] : undefined
    update(
      list,
      ...shown.map(({ date, why }) =>
        el("li", {}, el("span", { class: "day" }, dayLabel(date)), el("span", { class: "muted" }, why()), el("a", {
          class: "fill",
          href: `#entry=${date}`,
          "data-date": date,
          "aria-label": t("fill.label", { day: dayLabel(date) }),
          "aria-current": date === chosen ? "true" : null
        }, t("fill")))
      )
    )
    const again = focused === undefined ? null : list.querySelector(`[data-date="${focused}"]`)
    if (again instanceof HTMLElement) again.focus()
    show(byId("awaiting-more"), days.length > shown.length)
    setText(byId("awaiting-more"), t("awaiting.all", { n: days.length }))
  }

  byId("awaiting-more").addEventListener("click", () => {
    all = true
    render()
    list.querySelectorAll("a")[shownAtOnce]?.focus()
  })

  return {
    load: async () => {
      const isInOrder = order()
      const known = await ask().catch(() => null)
      if (known === null || !isInOrder()) return
      days = known.days
      next = { nextCutoff: known.nextCutoff, settledNext: known.settledNext }
      render()
    },
    next: () => next,
    choose: (date: string) => {
      chosen = date
      render()
    },
    relabel: render
  }
}
