// @ts-check
import { admin } from "../shared/admin.js"
import { byId, el, setText, show } from "../shared/dom.js"
import { localDigits } from "../shared/format/local-digits.js"
import { monthLabel } from "../shared/format/moments.js"
import { money } from "../shared/format/money.js"
import { amountFault, parseAmount } from "../shared/format/typed.js"
import { makeOrder } from "../shared/in-order.js"
import { t } from "../shared/language.js"
import { say, sentenceOf } from "../shared/result.js"

/** @typedef {import("../../../src/Api/Responses.ts").Responses["goals"]["items"][number]} MonthGoal */

/** Where the goal of a month comes from. @param {MonthGoal} month */
const origin = ({ from, goal, month }) =>
  goal === null || from === null
    ? t("goals.from.none")
    : t(`goals.from.${from}`, { goal: money(goal), month: from === "month" ? month : monthLabel(month) })

/**
 * The goals of the current month and of future ones.
 * @param {import("../shared/live/clock.js").Clock} clock @returns {import("./main.js").Room}
 */
export const startGoals = (clock) => {
  const month = /** @type {HTMLSelectElement} */ (byId("goals-month"))
  const amount = /** @type {HTMLInputElement} */ (byId("goals-amount"))
  const result = byId("goals-result")
  /** @type {MonthGoal[]} */
  let months = []
  let busy = false
  const order = makeOrder()

  const chosen = () => months.find((one) => one.month === month.value)

  /** Shows the text beside the amount. A typed amount stays until another month is chosen. */
  const render = () => {
    const one = chosen()
    setText(byId("goals-from"), one === undefined ? "" : origin(one))
    show(byId("goals-clear"), one?.from === "set")
  }

  const choose = () => {
    amount.value = localDigits(String(chosen()?.goal ?? ""))
    render()
  }

  const load = async () => {
    const isInOrder = order()
    try {
      const { items } = await admin("GET", "goals")
      if (!isInOrder()) return
      const isFirst = months.length === 0
      const { value } = month
      months = items
      month.replaceChildren(...months.map((one) => el("option", { value: one.month }, monthLabel(one.month))))
      // Past months whose goal was set come before the current month.
      month.value = isFirst ? clock.today().slice(0, 7) : value
      if (isFirst) choose()
      else render()
    } catch (error) {
      say(result, "bad", () => sentenceOf(error))
    }
  }

  /** @param {number | null} goal */
  const set = async (goal) => {
    if (busy) return
    busy = true
    const name = month.value
    try {
      await admin("PUT", `goals/${name}`, { goal })
      await load()
      choose()
      say(result, "good", () => t(goal === null ? "goals.cleared" : "goals.saved", { month: monthLabel(name) }))
    } catch (error) {
      say(result, "bad", () => sentenceOf(error))
    }
    busy = false
  }

  month.addEventListener("change", () => {
    say(result, "none")
    choose()
  })
  byId("goals-form").addEventListener("submit", (event) => {
    event.preventDefault()
    const goal = parseAmount(amount.value)
    if (goal === null) say(result, "bad", () => amountFault(amount.value))
    else void set(goal)
  })
  byId("goals-clear").addEventListener("click", () => void set(null))
  const relabel = () => {
    for (const option of month.options) option.textContent = monthLabel(option.value)
    render()
  }
  return { open: () => void load(), changed: () => void load(), relabel }
}
