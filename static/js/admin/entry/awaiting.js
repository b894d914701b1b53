// @ts-check
import { byId, el, setText, show, update } from "../../shared/dom.js"
import { dayLabel } from "../../shared/format/dates.js"
import { makeOrder } from "../../shared/in-order.js"
import { known, t } from "../../shared/language.js"
import { settledNext } from "../../shared/next-cutoff.js"
import { askToFill } from "../to-fill.js"

/** How many days are listed before the user asks for all. */
const shownAtOnce = 6

/** @typedef {{ date: string, why: () => string }} Awaiting a day, and why it has no counted figure */
/** @typedef {{ nextCutoff: string, settledNext: string }} Next the next cutoff, and the day that is settled then; empty while they are not known */

/** Why a day has no figure. @param {import("../health/report.js").Health} health @param {string} date */
const reasonOf = ({ awaiting, source: { last_fault: fault } }, date) => {
  const reason = awaiting.find((day) => day.date === date)?.reason
  if (reason === "asked") return t("awaiting.asked")
  if (reason !== "unanswered") return t("awaiting.missing")
  const why = fault?.date === date && fault.params !== undefined ? known(`till.fault.${fault.code}`, fault.params) : undefined
  return why === undefined ? t("awaiting.unanswered") : t("awaiting.fault", { why })
}

/** The days that need a person, and the next cutoff. @returns {Promise<{ days: Awaiting[] } & Next>} */
const ask = async () => {
  const { days, health, metrics } = await askToFill()
  // A shop that generates every amount needs no person.
  byId("room-entry").classList.toggle("calm", metrics.generated_only)
  return {
    days: days.map(({ date, isEstimated }) => ({ date, why: () => isEstimated ? t("awaiting.generated") : reasonOf(health, date) })),
    nextCutoff: metrics.next_cutoff,
    settledNext: settledNext(metrics)
  }
}

/** The list of days that need a person, and their number beside the room's name. */
export const startAwaiting = () => {
  const list = byId("awaiting-list")
  /** @type {Awaiting[]} */
  let days = []
  /** @type {Next} */
  let next = { nextCutoff: "", settledNext: "" }
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
    /** @param {string} date */
    choose: (date) => {
      chosen = date
      render()
    },
    relabel: render
  }
}
