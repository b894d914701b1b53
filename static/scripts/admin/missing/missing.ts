import { byId, el, setText, show, update } from "../../shared/dom.ts"
import { dayLabel } from "../../shared/format/dates.ts"
import { makeOrder } from "../../shared/in-order.ts"
import { known, t } from "../../shared/language.ts"
import { say, sentenceOf } from "../../shared/result.ts"
import type { Health } from "../health/report.ts"
import type { Room } from "../main.ts"
import { askToFill } from "./days.ts"
import type { DayToFill } from "./days.ts"

/** Why a day has no figure, where it is more than that nobody has entered it. */
const reasonOf = ({ awaiting, source: { last_fault: fault } }: Health, date: string) => {
  const reason = awaiting.find((day) => day.date === date)?.reason
  if (reason === "asked") return t("missing.asked")
  if (reason !== "unanswered") return ""
  const why = fault?.date === date && fault.params !== undefined ? known(`till.fault.${fault.code}`, fault.params) : undefined
  return why === undefined ? t("missing.unanswered") : t("missing.fault", { why })
}

/** The days that need a person, each with the way to enter it, and their number beside the room's name. */
export const startMissing = (): Room => {
  let report: { days: DayToFill[]; health: Health } | undefined
  const order = makeOrder()

  const row = (health: Health, { date, state }: DayToFill) =>
    el("li", {}, el("span", { class: "day" }, dayLabel(date)),
      el("span", { class: "day-state", "data-state": state }, t(`missing.${state}`)),
      el("span", { class: "muted" }, reasonOf(health, date)),
      el("a", { class: "fill", href: `enter?date=${date}`, "aria-label": t("missing.fill.label", { day: dayLabel(date) }) },
        t("missing.fill")))

  const render = () => {
    if (report === undefined) return
    const { days, health } = report
    show(byId("missing-count"), days.length > 0)
    setText(byId("missing-count"), String(days.length))
    show(byId("missing-none"), days.length === 0)
    update(byId("missing-list"), ...days.map((day) => row(health, day)))
  }

  const load = async () => {
    const isInOrder = order()
    try {
      const found = await askToFill()
      if (!isInOrder()) return
      report = found
      say(byId("missing-result"), "none")
      render()
    } catch (error) {
      if (isInOrder()) say(byId("missing-result"), "bad", () => sentenceOf(error))
    }
  }

  return { open: () => void load(), changed: () => void load(), glance: () => void load(), relabel: render }
}
