import { mainChat } from "../../shared/attempts.ts"
import { byId, el, show } from "../../shared/dom.ts"
import { t } from "../../shared/language.ts"
import { healthReport } from "../health/report.ts"
import type { Health } from "../health/report.ts"

/** Chats that are no longer in the settings but still have messages. */
export const removedChats = ({ problems }: Health) =>
  new Set(problems.flatMap(({ code, params }) => code === "chat_removed" ? [String(params["chat"])] : []))

/** The chats of a shop that has, or had, several of them; for the list of messages. */
export const makeChats = (onChoice: () => void) => {
  let health: Health | undefined
  const select = byId("message-chat") as HTMLSelectElement
  let names: string[] = []
  let removed: Set<string> = new Set()
  const isSeveral = () => names.length > 1

  /** The label of a chat. The chat may no longer be in the settings. */
  const label = (name: string) =>
    removed.has(name) || names.length > 0 && !names.includes(name) ? t("messages.chat.removed", { chat: name }) : name

  const render = () => {
    const wanted = select.value
    select.replaceChildren(el("option", { value: "" }, t("all")), ...names.map((name) => el("option", { value: name }, label(name))))
    select.value = names.includes(wanted) ? wanted : ""
    show(byId("message-chats"), isSeveral())
  }

  select.addEventListener("change", onChoice)
  return {
    render,
    label,
    isSeveral,
    /** Whether a message for this chat has to name it. */
    isNamed: (name: string) => isSeveral() || name !== mainChat,
    isRemoved: (name: string) => removed.has(name),
    /** The chats to which a message for this one can be moved. */
    others: (name: string) => names.filter((other) => other !== name && !removed.has(other)),
    /** The chosen chat, empty for all. */
    chosen: () => isSeveral() ? select.value : "",
    choose: (name: string) => {
      select.value = name
    },
    report: () => health,
    /** Without a health report, the list stays as it was. */
    load: async () => {
      health = await healthReport().catch(() => health)
      if (health === undefined) return
      names = health.notifications.chats.map(({ name }) => name)
      removed = removedChats(health)
      render()
    }
  }
}
