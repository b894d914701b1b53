// @ts-check
import { el } from "../../shared/dom.js"
import { dateTime } from "../../shared/format/times.js"
import { knows, t } from "../../shared/language.js"

/**
 * @typedef {{ at?: string, format: string, verdict: string, status: number | null, code: number | null, detail: string }} Attempt
 */

/** What happened, in words that a person can act on. @param {Attempt} attempt */
export const explain = ({ code, status, verdict }) => {
  // Only the console, which prints, takes a message without an HTTP status.
  if (verdict === "delivered") return t(status === null ? "verdict.printed" : "verdict.delivered")
  if (code !== null && knows(`code.${code}`)) return t(`code.${code}`)
  if (status !== null && knows(`status.${status}`)) return t(`status.${status}`)
  return t(`verdict.${verdict}`)
}

/** @param {Attempt[]} attempts */
export const attemptList = (attempts) =>
  el("ol", { class: "attempts" }, ...attempts.map((attempt) =>
    el("li", { "data-verdict": attempt.verdict },
      el("p", { class: "head" }, el("b", {}, t(`format.${attempt.format}`)), el("span", {}, explain(attempt)),
        attempt.at === undefined ? null : el("time", { datetime: attempt.at }, dateTime(attempt.at))),
      el("p", { class: "raw" }, attempt.detail))
  ))
