// @ts-check
import { el } from "../../shared/dom.js"
import { dateTime } from "../../shared/format/times.js"
import { knows, t } from "../../shared/language.js"

/** @typedef {import("../../../../src/Api/Responses.ts").Responses["testPush"]["attempts"][number] & { at?: string }} Attempt */

/** The words for what happened; a verdict alone does not say why. @param {Attempt} attempt @returns {import("../../shared/language.js").Key} */
const wordsOf = ({ code, status, verdict }) => {
  // Only the console, which prints, takes a message without an HTTP status.
  if (verdict === "delivered") return status === null ? "verdict.printed" : "verdict.delivered"
  /** @type {Array<import("../../shared/language.js").Perhaps>} */
  const exact = [`code.${code}`, `status.${status}`]
  return exact.find(knows) ?? `verdict.${verdict}`
}

/** What happened, in words that a person can act on. @param {Attempt} attempt */
export const explain = (attempt) => t(wordsOf(attempt))

/** What the bot answered, for a person who investigates; where no answer came, the server's sentence. @param {Attempt} attempt */
const evidence = (attempt) => {
  const { code, detail, status, verdict } = attempt
  if (verdict === "delivered") return ""
  if (wordsOf(attempt) === `verdict.${verdict}`) return detail
  return [status === null ? "" : `HTTP ${status}`, code === null ? "" : `code ${code}`].filter(Boolean).join(" · ")
}

/** @param {ReadonlyArray<Attempt>} attempts */
export const attemptList = (attempts) =>
  el("ol", { class: "attempts" }, ...attempts.map((attempt) =>
    el("li", { "data-verdict": attempt.verdict },
      el("p", { class: "head" }, el("b", {}, t(`format.${attempt.format}`)), el("span", {}, explain(attempt)),
        attempt.at === undefined ? null : el("time", { datetime: attempt.at }, dateTime(attempt.at))),
      el("p", { class: "raw", lang: "en" }, evidence(attempt)))
  ))
