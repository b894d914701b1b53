// @ts-check
import { admin } from "../shared/admin.js"
import { explain, keyToMend, mainChat } from "../shared/attempts.js"
import { el } from "../shared/dom.js"
import { moment } from "../shared/format/moments.js"
import { counted, language, t } from "../shared/language.js"
import { say, sentenceOf } from "../shared/result.js"
import { may } from "./me.js"
import { removedChats } from "./messages/chats.js"
import { question } from "./messages/question.js"

/** @typedef {import("./health/report.js").Health} Health */
/** @typedef {import("../../../src/Api/Responses.ts").Responses["notifications"]["items"][number]} Message */
/** @typedef {{ chat: string, failed: number, isRemoved: boolean, isSilent: boolean, messages: Message[] }} DeadChat `messages`: those that failed, newest first */

/** The kinds of messages about the end of a day, as the server sends them again. */
const daily = ["daily", "finalized", "repeat", "awaited"]

/** The chats that refused messages. @param {Health} health @returns {Promise<DeadChat[]>} */
export const deadChats = async (health) => {
  const removed = removedChats(health)
  const dead = health.notifications.chats.filter(({ failed }) => failed > 0)
  return Promise.all(dead.map(async ({ failed, last_delivered_at: delivered, name: chat }) => {
    /** @type {{ items: Message[] }} */
    const { items } = await admin("GET", `notifications?state=failed&limit=200&chat=${encodeURIComponent(chat)}`)
    const since = items.at(-1)?.created_at
    return {
      chat,
      failed,
      isRemoved: removed.has(chat),
      isSilent: since !== undefined && (delivered === null || Date.parse(delivered) < Date.parse(since)),
      messages: items
    }
  }))
}

/** Why the newest message was refused. @param {DeadChat} dead */
const why = ({ chat, isRemoved, messages }) => {
  const last = messages[0]?.attempts.at(-1)
  if (isRemoved) return t("dead.removed")
  if (last === undefined) return t("messages.unreadable")
  return last.verdict === "format" ? t("messages.no_format") : explain(last, chat)
}

/** @param {DeadChat} dead @param {boolean} isNamed @param {string} today */
const title = ({ chat, failed, isSilent, messages }, isNamed, today) => {
  const group = isNamed ? t("dead.named", { chat }) : t("dead.group")
  const since = messages.at(-1)?.created_at
  return isSilent && since !== undefined
    ? t("dead.silent", { group, since: moment(since, today) })
    : counted("dead.some", failed, { group })
}

/**
 * The place of the rows of dead chats in a room. The same rows are not drawn again, so that a press is not lost.
 * @param {HTMLElement} space @param {HTMLElement} result @param {() => void} done
 */
export const makeDeadChats = (space, result, done) => {
  let drawn = ""
  /** @param {ReadonlyArray<DeadChat>} dead @param {Health} health */
  return (dead, { notifications: { chats }, server_now: now }) => {
    const shown = JSON.stringify([language(), dead])
    if (shown === drawn) return
    drawn = shown
    space.replaceChildren(...dead.map((each) => row(each, { isNamed: chats.length > 1, today: now.slice(0, 10), result, done })))
  }
}

/**
 * One row for a chat that refused messages: the cause, what to correct, and what happens to the messages.
 * @param {DeadChat} dead
 * @param {{ isNamed: boolean, today: string, result: HTMLElement, done: () => void }} around `isNamed`: the shop has several chats
 */
const row = (dead, { done, isNamed, result, today }) => {
  const { chat, failed, isRemoved, messages } = dead
  const last = messages[0]?.attempts.at(-1)
  const key = isRemoved || last === undefined ? undefined : keyToMend(last, chat)
  const days = new Set(messages.flatMap(({ date, kind }) => daily.includes(kind) ? [date] : [])).size
  // The settings are read again first, where one of them has to be corrected.
  const reloads = key !== undefined && may("admin")

  /** @param {"all" | "daily" | "none"} send */
  const decide = async (send) => {
    say(result, "wait", () => t("working"))
    try {
      if (reloads && send !== "none") await admin("POST", "reload_cutoff")
      const { dropped, sent } = await admin("POST", "notifications/resend", { send, ...(chat === mainChat ? {} : { chat }) })
      say(result, "good", () => [sent > 0 ? counted("dead.sent", sent) : "", dropped > 0 ? counted("dead.dropped", dropped) : ""].join(""))
    } catch (error) {
      say(result, "bad", () => sentenceOf(error))
    }
    done()
  }
  /** @param {string} kind @param {string} text @param {() => void} click */
  const button = (kind, text, click) => el("button", { type: "button", class: `button${kind}`, click }, text)
  const first = reloads ? t("dead.reload") : ""
  return el("section", { class: "trouble", "data-chat": chat }, el("h3", {}, title(dead, isNamed, today)),
    el("p", {}, [why(dead), counted("dead.unsent", failed), key === undefined ? "" : t("dead.mend", { key })].join(t("dead.stop"))),
    el("p", { class: "actions" }, isRemoved ? null : button("", first + counted("dead.all", failed), () => void decide("all")),
      isRemoved || days === 0 || days === failed ? null : button(" plain", first + counted("dead.daily", days), () => void decide("daily")),
      button(" plain", t("dead.none"),
        () => question(t("dead.none"), counted("dead.none.text", failed), [{ label: t("dead.none"), act: () => void decide("none") }]))))
}
