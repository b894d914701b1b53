import type { Responses } from "../../../../src/Api/Responses.ts"
import { admin } from "../../shared/admin.ts"
import { openByTouch } from "../../shared/date-field.ts"
import { byId, el, setText, show } from "../../shared/dom.ts"
import { addDays, fullDate } from "../../shared/format/dates.ts"
import { money } from "../../shared/format/money.ts"
import { counted, known, onLanguage, t } from "../../shared/language.ts"
import type { Clock } from "../../shared/live/clock.ts"
import { ApiError } from "../../shared/request.ts"
import { say, sentenceOf } from "../../shared/result.ts"
import type { Health } from "./report.ts"

type Tried = Responses["trySource"]

/** The question and its answer. */
const facts = (request: Tried["request"], sha256?: string) => [
  ...(request === null
    ? []
    : [
      el("dt", {}, t("till.request")),
      el("dd", {}, `${request.method} ${request.address}`),
      ...(request.variables.length === 0 ? [] : [el("dt", {}, t("till.variables")), el("dd", {}, request.variables.join(", "))])
    ]),
  ...(sha256 === undefined ? [] : [el("dt", {}, t("till.hash")), el("dd", {}, sha256)])
]

/** The trial of the source of amounts. */
export const startTill = (clock: Clock) => {
  const date = byId("till-date") as HTMLInputElement
  const button = byId("till-try") as HTMLButtonElement
  const result = byId("till-result")
  let content = () => ([] as Node[])
  const render = () => {
    setText(byId("till-date-text"), date.value === "" ? "" : fullDate(date.value))
    byId("till-facts").replaceChildren(...content())
  }

  const ask = async () => {
    const day = date.value
    button.disabled = true
    content = () => []
    render()
    say(result, "wait", () => t("till.asking", { day: fullDate(day) }))
    try {
      const { amount, items, request, sha256 }: Tried = await admin("POST", "source/try", { date: day })
      say(result, "good", () => counted("till.good", items, { day: fullDate(day), amount: money(amount) }))
      content = () => facts(request, sha256)
    } catch (error) {
      const reason = error instanceof ApiError && error.code === "source_failed" ? error.body["reason"] : undefined
      say(result, "bad", () =>
        error instanceof ApiError && reason !== undefined
          ? t("till.bad", { day: fullDate(day), fault: known(`till.fault.${reason.code}`, reason.params) ?? error.message })
          : sentenceOf(error))
      if (error instanceof ApiError && reason !== undefined) content = () => facts(error.body["request"])
    }
    render()
    button.disabled = false
  }

  onLanguage(render)
  openByTouch(date)
  date.addEventListener("change", render)
  button.addEventListener("click", () => void ask())
  return {
    about: ({ server_now, source }: Health) => {
      const today = clock.known() ? clock.today() : server_now.slice(0, 10)
      show(byId("till"), source.kind !== "range" && source.kind !== "none")
      date.max = today
      // Yesterday, the newest day with a complete figure.
      if (date.value === "") date.value = addDays(today, -1)
      render()
    }
  }
}
