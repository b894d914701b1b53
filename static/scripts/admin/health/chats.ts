import { byId, el, show } from "../../shared/dom.ts"
import { dateTime } from "../../shared/format/moments.ts"
import { counted, known, language, t } from "../../shared/language.ts"
import { removedChats } from "../messages/chats.ts"
import { makeTestPush } from "../messages/push.ts"
import type { Health } from "./report.ts"

type Chat = Health["notifications"]["chats"][number]

const stateOf = ({ failed, muted_until, pending }: Chat, isRemoved: boolean): [state: "ok" | "waits" | "bad", sentence: string] => {
  if (isRemoved) return ["bad", counted("chats.removed", pending + failed)]
  const parts = [
    ...(failed > 0 ? [counted("chats.failed", failed)] : []),
    ...(muted_until === null ? [] : [t("chats.muted", { until: dateTime(muted_until) })]),
    ...(pending > 0 ? [counted("chats.waits", pending)] : [])
  ]
  return parts.length === 0 ? ["ok", t("chats.ok")] : [failed > 0 ? "bad" : "waits", parts.join(" · ")]
}

const about = ({ kind, last_delivered_at }: Chat, isRemoved: boolean) =>
  [
    ...(isRemoved ? [] : [kind === null ? t("chats.console") : known(`chat_kind.${kind}`) ?? kind]),
    last_delivered_at === null ? t("chats.never") : t("chats.last", { when: dateTime(last_delivered_at) })
  ].join(" · ")

/** The chats of a shop with several, one per row: whether each delivers, and what to do if it does not. */
export const startChats = () => {
  const push = makeTestPush(byId("chat-result"))
  /** What is drawn: the same is not drawn again, so that a press is not lost, nor the focus of a button. */
  let drawn = ""

  const test = (name: string) => {
    const button = el("button", {
      type: "button",
      class: "button plain small",
      "aria-label": t("chats.test.of", { chat: name }),
      click: async () => {
        button.setAttribute("disabled", "")
        await push(name)
        button.removeAttribute("disabled")
      }
    }, t("chats.test"))
    return button
  }

  const row = (chat: Chat, isRemoved: boolean) => {
    const [state, sentence] = stateOf(chat, isRemoved)
    return el("li", { "data-state": state }, el("strong", {}, chat.name),
      el("p", {}, el("span", { class: "state" }, sentence), el("small", {}, about(chat, isRemoved))),
      el("p", { class: "actions" }, chat.failed > 0 || isRemoved
        ? el("a", { class: "button plain small", href: `#messages=${encodeURIComponent(chat.name)}` }, t("chats.messages"))
        : null, isRemoved ? null : test(chat.name)))
  }

  return {
    about: (health: Health) => {
      const { chats } = health.notifications
      const removed = removedChats(health)
      const now = JSON.stringify([language(), chats, [...removed]])
      if (now === drawn) return
      drawn = now
      show(byId("chats"), chats.length > 1)
      byId("chat-rows").replaceChildren(...chats.length > 1 ? chats.map((chat) => row(chat, removed.has(chat.name))) : [])
    }
  }
}
