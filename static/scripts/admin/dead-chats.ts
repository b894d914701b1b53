import type { Responses } from "../../../src/Api/Responses.ts"
import { admin } from "../shared/admin.ts"
import { explain, keyToMend, mainChat } from "../shared/attempts.ts"
import { el } from "../shared/dom.ts"
import { moment } from "../shared/format/moments.ts"
import { counted, language, t } from "../shared/language.ts"
import { say, sentenceOf } from "../shared/result.ts"
import type { Health } from "./health/report.ts"
import { may } from "./me.ts"
import { removedChats } from "./messages/chats.ts"
import { question } from "./messages/question.ts"

type Message = Responses["notifications"]["items"][number]
/** `messages`: those that failed, newest first */
export type DeadChat = { chat: string; failed: number; isRemoved: boolean; isSilent: boolean; messages: Message[] }

/** The kinds of messages about the end of a day, as the server sends them again. */
const daily = ["daily", "finalized", "repeat", "awaited"]

/** The chats that refused messages. */
export const deadChats = async (health: Health): Promise<DeadChat[]> => {
  const removed = removedChats(health)
  const dead = health.notifications.chats.filter(({ failed }) => failed > 0)
  return Promise.all(dead.map(async ({ failed, last_delivered_at: delivered, name: chat }) => {
    const { items }: { items: Message[] } = await admin("GET", `notifications?state=failed&limit=200&chat=${encodeURIComponent(chat)}`)
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

/** Why the newest message was refused. */
const why = ({ chat, isRemoved, messages }: DeadChat) => {
  const last = messages[0]?.attempts.at(-1)
  if (isRemoved) return t("dead.removed")
  if (last === undefined) return t("messages.unreadable")
  return last.verdict === "format" ? t("messages.no_format") : explain(last, chat)
}

const title = ({ chat, failed, isSilent, messages }: DeadChat, isNamed: boolean, today: string) => {
  const group = isNamed ? t("dead.named", { chat }) : t("dead.group")
  const since = messages.at(-1)?.created_at
  return isSilent && since !== undefined
    ? t("dead.silent", { group, since: moment(since, today) })
    : counted("dead.some", failed, { group })
}

/** The place of the rows of dead chats in a room. The same rows are not drawn again, so that a press is not lost. */
export const makeDeadChats = (space: HTMLElement, result: HTMLElement, done: () => void) => {
  let drawn = ""
  return (dead: ReadonlyArray<DeadChat>, { notifications: { chats }, server_now: now }: Health) => {
    const shown = JSON.stringify([language(), dead])
    if (shown === drawn) return
    drawn = shown
    space.replaceChildren(...dead.map((each) => row(each, { isNamed: chats.length > 1, today: now.slice(0, 10), result, done })))
  }
}

/**
 * One row for a chat that refused messages: the cause, what to correct, and what happens to the messages.
 * @param around `isNamed`: the shop has several chats
 */
const row = (
  dead: DeadChat,
  { done, isNamed, result, today }: { isNamed: boolean; today: string; result: HTMLElement; done: () => void }
) => {
  const { chat, failed, isRemoved, messages } = dead
  const last = messages[0]?.attempts.at(-1)
  const key = isRemoved || last === undefined ? undefined : keyToMend(last, chat)
  const days = new Set(messages.flatMap(({ date, kind }) => daily.includes(kind) ? [date] : [])).size
  // The settings are read again first, where one of them has to be corrected.
  const reloads = key !== undefined && may("admin")

  const decide = async (send: "all" | "daily" | "none") => {
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
  const button = (kind: string, text: string, click: () => void) => el("button", { type: "button", class: `button${kind}`, click }, text)
  const first = reloads ? t("dead.reload") : ""
  return el("section", { class: "trouble", "data-chat": chat }, el("h3", {}, title(dead, isNamed, today)),
    el("p", {}, [why(dead), counted("dead.unsent", failed), key === undefined ? "" : t("dead.mend", { key })].join(t("dead.stop"))),
    el("p", { class: "actions" }, isRemoved ? null : button("", first + counted("dead.all", failed), () => void decide("all")),
      isRemoved || days === 0 || days === failed ? null : button(" plain", first + counted("dead.daily", days), () => void decide("daily")),
      button(" plain", t("dead.none"),
        () => question(t("dead.none"), counted("dead.none.text", failed), [{ label: t("dead.none"), act: () => void decide("none") }]))))
}
