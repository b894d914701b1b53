// @ts-check
import { el } from "./dom.js"
import { dateTime } from "./format/times.js"
import { known, knows, language, t } from "./language.js"

/** @typedef {import("../../../src/Api/Responses.ts").Responses["testPush"]["attempts"][number] & { at?: string }} Attempt */

/** The keys of the sentences for an outcome: a verdict alone does not say why. @param {Attempt} attempt @returns {import("./language.js").Key} */
const wordsOf = ({ code, status, verdict }) => {
  // Only the console, which prints, takes a message without an HTTP status.
  if (verdict === "delivered") return status === null ? "verdict.printed" : "verdict.delivered"
  if (verdict === "accepted") return "verdict.accepted"
  /** @type {Array<import("./language.js").Perhaps>} */
  const exact = [`code.${code}`, `status.${status}`]
  return exact.find(knows) ?? `verdict.${verdict}`
}

/** What happened, in words that a person can act on. @param {Attempt} attempt */
export const explain = (attempt) => t(wordsOf(attempt))

/** The settings that the bot's answers speak of, by its code or the HTTP status; else the server's sentence names one. @type {Record<string, string>} */
const keys = {
  "code.19001": "chat_webhook_url",
  "code.19007": "chat_secret",
  "code.19021": "chat_secret",
  "code.19024": "chat_keyword",
  "status.401": "chat_webhook_url",
  "status.403": "chat_webhook_url",
  "status.404": "chat_webhook_url",
  "status.410": "chat_webhook_url"
}

/** The key of `config.json` to correct; undefined where no setting is known to be at fault. @param {Attempt} attempt */
export const keyToMend = ({ code, detail, status, verdict }) =>
  verdict === "permanent" ? keys[`code.${code}`] ?? keys[`status.${status}`] ?? /\bchat_[a-z_]+/.exec(detail)?.[0] : undefined

/** The server's sentence ends with Node's code for a failed connection. @param {string} detail */
const causeIn = (detail) => /\(([A-Z][A-Z0-9_]+)\)$/.exec(detail)?.[1] ?? ""

/** The bot's reply, for an investigation. The server's sentences are in English. @param {Attempt} attempt */
const evidence = (attempt) => {
  const { code, detail, status, verdict } = attempt
  if (verdict === "delivered" || verdict === "accepted") return ""
  if (language() === "en" && wordsOf(attempt) === `verdict.${verdict}`) return detail
  const cause = causeIn(detail)
  return [status === null ? "" : `HTTP ${status}`, code === null ? "" : `code ${code}`, known(`cause.${cause}`) ?? cause].filter(Boolean)
    .join(" · ")
}

/** Joins successive attempts that differ only in their time. @param {ReadonlyArray<Attempt>} attempts */
const folded = (attempts) => {
  /** @type {{ attempt: Attempt, times: number, until: string | undefined }[]} */
  const found = []
  for (const attempt of attempts) {
    const last = found.at(-1)
    /** @param {Attempt} one */
    const shown = ({ code, detail, format, status, verdict }) => JSON.stringify([format, verdict, status, code, detail])
    if (last !== undefined && shown(last.attempt) === shown(attempt)) {
      last.times += 1
      last.until = attempt.at
    } else found.push({ attempt, times: 1, until: undefined })
  }
  return found
}

/** @param {ReadonlyArray<Attempt>} attempts */
export const attemptList = (attempts) =>
  el("ol", { class: "attempts" }, ...folded(attempts).map(({ attempt, times, until }) =>
    el("li", { "data-verdict": attempt.verdict },
      el("p", { class: "head" }, el("b", {}, t(`format.${attempt.format}`)), el("span", {}, explain(attempt)),
        times === 1 ? null : el("span", { class: "times" }, t("attempts.times", { n: times })), attempt.at === undefined ?
        null :
        el("time", { datetime: attempt.at }, `${dateTime(attempt.at)}${until === undefined ? "" : ` – ${dateTime(until)}`}`)),
      el("p", { class: "raw" }, evidence(attempt)))
  ))
