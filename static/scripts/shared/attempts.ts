import type { Responses } from "../../../src/Api/Responses.ts"
import { el } from "./dom.ts"
import { dateTime } from "./format/moments.ts"
import { known, knows, language, t } from "./language.ts"
import type { Key, Perhaps } from "./language.ts"

export type Attempt = Responses["testPush"]["attempts"][number] & { at?: string }

/** The keys of the sentences for an outcome: the verdict alone does not give the reason. */
const wordsOf = ({ code, status, verdict }: Attempt): Key => {
  // Only the console, which prints messages, has no HTTP status.
  if (verdict === "delivered") return status === null ? "verdict.printed" : "verdict.delivered"
  if (verdict === "accepted") return "verdict.accepted"
  const exact: Array<Perhaps> = [`code.${code}`, `status.${status}`]
  return exact.find(knows) ?? `verdict.${verdict}`
}

/** The chat of the top-level keys; an entry of `chats` cannot have its name. */
export const mainChat = "main"

/** The top-level keys, by the corresponding keys of an entry in `chats`. */
const topLevelKeys = { url: "chat_webhook_url", secret: "chat_secret", keyword: "chat_keyword", kind: "chat_kind" }

type SettingOfChat = keyof typeof topLevelKeys

/**
 * The key of a chat's setting in `config.json`. An entry of `chats` is identified by its name, because its position may have
 * changed.
 */
const keyOf = (setting: SettingOfChat, chat: string) =>
  chat === mainChat ? topLevelKeys[setting] : t("attempts.key", { chat, key: setting })

/** The outcome in words that tell a person what to do. */
export const explain = (attempt: Attempt, chat: string) =>
  t(wordsOf(attempt), { url: keyOf("url", chat), secret: keyOf("secret", chat), keyword: keyOf("keyword", chat) })

/** The settings that the bot's replies refer to, by its code or by the HTTP status. */
const settings: Record<string, SettingOfChat> = {
  "code.19001": "url",
  "code.19007": "secret",
  "code.19021": "secret",
  "code.19024": "keyword",
  "status.401": "url",
  "status.403": "url",
  "status.404": "url",
  "status.410": "url"
}

/** The setting that the server's sentence names, by its key at that time. */
const settingIn = (detail: string) =>
  (Object.keys(topLevelKeys) as SettingOfChat[]).find((setting) =>
    new RegExp(String.raw`\b(?:${topLevelKeys[setting]}\b|chats\[\d+\]\.${setting}\b)`).test(detail)
  )

/** The key of `config.json` to correct; undefined if no setting is known to be wrong. */
export const keyToMend = ({ code, detail, status, verdict }: Attempt, chat: string) => {
  const setting = verdict === "permanent" ? settings[`code.${code}`] ?? settings[`status.${status}`] ?? settingIn(detail) : undefined
  return setting === undefined ? undefined : keyOf(setting, chat)
}

/** Node's code for a failed connection, at the end of the server's sentence. */
const causeIn = (detail: string) => /\(([A-Z][A-Z0-9_]+)\)$/.exec(detail)?.[1] ?? ""

/** The bot's reply, for an investigation. The server's sentences are in English. */
const evidence = (attempt: Attempt) => {
  const { code, detail, status, verdict } = attempt
  if (verdict === "delivered" || verdict === "accepted") return ""
  if (language() === "en" && wordsOf(attempt) === `verdict.${verdict}`) return detail
  const cause = causeIn(detail)
  return [status === null ? "" : `HTTP ${status}`, code === null ? "" : `code ${code}`, known(`cause.${cause}`) ?? cause].filter(Boolean)
    .join(" · ")
}

/** Joins successive attempts that differ only in their time. */
const folded = (attempts: ReadonlyArray<Attempt>) => {
  const found: { attempt: Attempt; times: number; until: string | undefined }[] = []
  for (const attempt of attempts) {
    const last = found.at(-1)
    const shown = ({ code, detail, format, status, verdict }: Attempt) => JSON.stringify([format, verdict, status, code, detail])
    if (last !== undefined && shown(last.attempt) === shown(attempt)) {
      last.times += 1
      last.until = attempt.at
    } else found.push({ attempt, times: 1, until: undefined })
  }
  return found
}

export const attemptList = (attempts: ReadonlyArray<Attempt>, chat: string = mainChat) =>
  el("ol", { class: "attempts" }, ...folded(attempts).map(({ attempt, times, until }) =>
    el("li", { "data-verdict": attempt.verdict },
      el("p", { class: "head" }, el("b", {}, t(`format.${attempt.format}`)), el("span", {}, explain(attempt, chat)),
        times === 1 ? null : el("span", { class: "times" }, t("attempts.times", { n: times })), attempt.at === undefined ?
        null :
        el("time", { datetime: attempt.at }, `${dateTime(attempt.at)}${until === undefined ? "" : ` – ${dateTime(until)}`}`)),
      el("p", { class: "raw" }, evidence(attempt)))
  ))
