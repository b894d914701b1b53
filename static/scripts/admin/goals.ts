import type { Responses } from "../../../src/Api/Responses.ts"
import { admin } from "../shared/admin.ts"
import { byId, el, setText, show } from "../shared/dom.ts"
import { localDigits } from "../shared/format/local-digits.ts"
import { monthLabel } from "../shared/format/moments.ts"
import { money } from "../shared/format/money.ts"
import { amountFault, parseAmount } from "../shared/format/typed.ts"
import { makeOrder } from "../shared/in-order.ts"
import { t } from "../shared/language.ts"
import type { Clock } from "../shared/live/clock.ts"
import { say, sentenceOf } from "../shared/result.ts"
import type { Room } from "./main.ts"

type MonthGoal = Responses["goals"]["items"][number]

/** Where the goal of a month comes from. */
const origin = ({ from, goal }: MonthGoal) =>
  goal === null || from === null
    ? t("goals.from.none")
    : t(from === "set" ? "goals.from.set" : "goals.from.settings", { goal: money(goal) })

/** The goals of the current month and of future ones. */
export const startGoals = (clock: Clock): Room => {
  const month = byId("goals-month") as HTMLSelectElement
  const amount = byId("goals-amount") as HTMLInputElement
  const result = byId("goals-result")
  let months: MonthGoal[] = []
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

  const set = async (goal: number | null) => {
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
