// @ts-check
import { admin } from "../../shared/admin.js"
import { byId, el, setText, show } from "../../shared/dom.js"
import { addDays, fullDate } from "../../shared/format/dates.js"
import { money } from "../../shared/format/money.js"
import { counted, known, onLanguage, t } from "../../shared/language.js"
import { ApiError } from "../../shared/request.js"
import { say, sentenceOf } from "../../shared/result.js"
import { openByTouch } from "../date-field.js"

/** @typedef {import("../../../../src/Api/Responses.ts").Responses["trySource"]} Tried */

/** The question and its answer. @param {Tried["request"]} request @param {string} [sha256] */
const facts = (request, sha256) => [
  ...(request === null
    ? []
    : [
      el("dt", {}, t("till.request")),
      el("dd", {}, `${request.method} ${request.address}`),
      ...(request.variables.length === 0 ? [] : [el("dt", {}, t("till.variables")), el("dd", {}, request.variables.join(", "))])
    ]),
  ...(sha256 === undefined ? [] : [el("dt", {}, t("till.hash")), el("dd", {}, sha256)])
]

/** The trial of the source of amounts. @param {import("../../shared/live/clock.js").Clock} clock */
export const startTill = (clock) => {
  const date = /** @type {HTMLInputElement} */ (byId("till-date"))
  const button = /** @type {HTMLButtonElement} */ (byId("till-try"))
  const result = byId("till-result")
  let content = () => /** @type {Node[]} */ ([])
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
      /** @type {Tried} */
      const { amount, items, request, sha256 } = await admin("POST", "source/try", { date: day })
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
    /** @param {import("./report.js").Health} health */
    about: ({ server_now, source }) => {
      const today = clock.known() ? clock.today() : server_now.slice(0, 10)
      show(byId("till"), source.kind !== "range" && source.kind !== "none")
      date.max = today
      // Yesterday, the newest day with a complete figure.
      if (date.value === "") date.value = addDays(today, -1)
      render()
    }
  }
}
