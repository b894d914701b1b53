// @ts-check
import { el } from "./dom.js"
import { dateTime } from "./format/moments.js"
import { known, knows, language, t } from "./language.js"

/** @typedef {import("../../../src/Api/Responses.ts").Responses["testPush"]["attempts"][number] & { at?: string }} Attempt */

/**
 * The keys of the sentences for an outcome: the verdict alone does not give the reason.
 * @param {Attempt} attempt @returns {import("./language.js").Key}
 */
const wordsOf = ({ code, status, verdict }) => {
  // Only the console, which prints messages, has no HTTP status.
  if (verdict === "delivered") return status === null ? "verdict.printed" : "verdict.delivered"
  if (verdict === "accepted") return "verdict.accepted"
  /** @type {Array<import("./language.js").Perhaps>} */
  const exact = [`code.${code}`, `status.${status}`]
  return exact.find(knows) ?? `verdict.${verdict}`
}

/** The chat of the top-level keys; an entry of `chats` cannot have its name. */
export const mainChat = "main"

/** The top-level keys, by the corresponding keys of an entry in `chats`. */
const topLevelKeys = { url: "chat_webhook_url", secret: "chat_secret", keyword: "chat_keyword", kind: "chat_kind" }

/** @typedef {keyof typeof topLevelKeys} SettingOfChat */

/**
 * The key of a chat's setting in `config.json`. An entry of `chats` is identified by its name, because its position may have
 * changed.
 * @param {SettingOfChat} setting @param {string} chat
 */
const keyOf = (setting, chat) => chat === mainChat ? topLevelKeys[setting] : t("attempts.key", { chat, key: setting })

/** The outcome in words that tell a person what to do. @param {Attempt} attempt @param {string} chat */
export const explain = (attempt, chat) =>
  t(wordsOf(attempt), { url: keyOf("url", chat), secret: keyOf("secret", chat), keyword: keyOf("keyword", chat) })

/** The settings that the bot's replies refer to, by its code or by the HTTP status. @type {Record<string, SettingOfChat>} */
const settings = {
  "code.19001": "url",
  "code.19007": "secret",
  "code.19021": "secret",
  "code.19024": "keyword",
  "status.401": "url",
  "status.403": "url",
  "status.404": "url",
  "status.410": "url"
}

/** The setting that the server's sentence names, by its key at that time. @param {string} detail */
const settingIn = (detail) =>
  /** @type {SettingOfChat[]} */ (Object.keys(topLevelKeys)).find((setting) =>
    new RegExp(String.raw`\b(?:${topLevelKeys[setting]}\b|chats\[\d+\]\.${setting}\b)`).test(detail)
  )

/** The key of `config.json` to correct; undefined if no setting is known to be wrong. @param {Attempt} attempt @param {string} chat */
export const keyToMend = ({ code, detail, status, verdict }, chat) => {
  const setting = verdict === "permanent" ? settings[`code.${code}`] ?? settings[`status.${status}`] ?? settingIn(detail) : undefined
  return setting === undefined ? undefined : keyOf(setting, chat)
}

/** Node's code for a failed connection, at the end of the server's sentence. @param {string} detail */
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

/** @param {ReadonlyArray<Attempt>} attempts @param {string} [chat] */
export const attemptList = (attempts, chat = mainChat) =>
  el("ol", { class: "attempts" }, ...folded(attempts).map(({ attempt, times, until }) =>
    el("li", { "data-verdict": attempt.verdict },
      el("p", { class: "head" }, el("b", {}, t(`format.${attempt.format}`)), el("span", {}, explain(attempt, chat)),
        times === 1 ? null : el("span", { class: "times" }, t("attempts.times", { n: times })), attempt.at === undefined ?
        null :
        el("time", { datetime: attempt.at }, `${dateTime(attempt.at)}${until === undefined ? "" : ` – ${dateTime(until)}`}`)),
      el("p", { class: "raw" }, evidence(attempt)))
  ))
