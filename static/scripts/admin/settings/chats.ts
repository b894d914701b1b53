import { admin } from "../../shared/admin.ts"
import { el } from "../../shared/dom.ts"
import { t } from "../../shared/language.ts"
import type { Key } from "../../shared/language.ts"
import { say } from "../../shared/result.ts"
import { choice, optionalText, secretBox, textBox } from "./fields.ts"
import type { Control } from "./fields.ts"

export type Members = Record<string, unknown>

const kinds = ["feishu", "dingtalk", "wecom", "slack", "discord", "telegram", "teams", "googlechat", "webhook"]

/** The name of the chat of the top-level keys, as the API knows it. */
const mainChat = "main"

const labelled = (label: Key, { element }: Control, hint = "") =>
  el("div", { class: "field" }, el("label", {}, el("span", {}, t(label)), element), hint === "" ? null : el("small", {}, hint))

/** Shows where a change is refused, and says why in `place`. */
export type Failed = (error: unknown, place: HTMLElement) => Promise<void>

type Pending = () => { hash: string; set: Members }

/** Sends a test message with what is typed. */
const tryButton = (name: () => string, pending: Pending, failed: Failed) => {
  const result = el("p", { class: "result", role: "status" })
  const button = el("button", {
    type: "button",
    class: "button plain small",
    click: async () => {
      button.disabled = true
      try {
        await admin("POST", "settings/try", { ...pending(), chat: name() })
        say(result, "good", () => t("shop.try.sent"))
      } catch (error) {
        await failed(error, result)
      }
      button.disabled = false
    }
  }, t("shop.try"))
  return { button, result }
}

/** The chat of the top-level keys. */
export const mainOf = (members: Members, pending: Pending, failed: Failed) => {
  const url = textBox(members["chat_webhook_url"], { id: "set-chat_webhook_url", inputmode: "url", spellcheck: "false" })
  const secret = secretBox(members["chat_secret"])
  const kind = choice(members["chat_kind"], [
    ["", t("shop.chat.auto")],
    ...kinds.map((each) => [each, t(`chat_kind.${each}` as Key)] as const)
  ])
  const { button, result } = tryButton(() => mainChat, pending, failed)
  return {
    element: el("fieldset", { class: "chat" }, el("legend", {}, t("shop.chat.main")),
      labelled("shop.chat.url", url, t("shop.chat.url.hint")), labelled("shop.chat.secret", secret), labelled("shop.chat.kind", kind),
      el("p", { class: "actions" }, button), result),
    read: (): Members => ({ chat_webhook_url: url.read(), chat_secret: secret.read(), chat_kind: kind.read() })
  }
}

const chatOf = (members: Members, pending: Pending, failed: Failed, remove: () => void) => {
  const isMail = members["kind"] === "email"
  const name = textBox(members["name"], { maxlength: 32, name: "name" })
  const url = textBox(members["url"] ?? (isMail ? "smtps://" : ""), { name: "url", inputmode: "url", spellcheck: "false" })
  const secret = secretBox(members["secret"])
  const user = optionalText(members["user"], { name: "user" })
  const from = textBox(members["from"], { name: "from", inputmode: "email" })
  const to = textBox(Array.isArray(members["to"]) ? members["to"].join(", ") : "", { name: "to", inputmode: "email" })
  const kind = choice(members["kind"], [["", t("shop.chat.auto")], ...kinds.map((each) => [each, t(`chat_kind.${each}` as Key)] as const)])
  const { button, result } = tryButton(() => String(name.read()), pending, failed)
  const fields = isMail
    ? [
      labelled("shop.mail.server", url),
      labelled("shop.mail.from", from),
      labelled("shop.mail.to", to),
      labelled("shop.mail.user", user),
      labelled("shop.mail.secret", secret)
    ]
    : [labelled("shop.chat.url", url), labelled("shop.chat.secret", secret), labelled("shop.chat.kind", kind)]
  return {
    element: el("fieldset", { class: "chat" }, el("legend", {}, String(members["name"] ?? t(isMail ? "shop.mail" : "shop.chat.add"))),
      labelled("shop.chat.name", name), ...fields,
      el("p", { class: "actions" }, button, el("button", { type: "button", class: "quiet", click: remove }, t("shop.chat.remove"))),
      result),
    read: (): Members => {
      const typed = isMail
        ? {
          kind: "email",
          url: url.read(),
          from: from.read(),
          to: String(to.read()).split(/[,\s\uff0c\u3001]+/).filter((address) => address !== ""),
          user: user.read(),
          secret: secret.read()
        }
        : { url: url.read(), secret: secret.read(), kind: kind.read() }
      const { was = members["name"], ...kept } = members
      const all = { ...kept, ...typed, name: name.read() }
      const set = Object.fromEntries(
        Object.entries(all).filter(([key, value]) => value !== undefined && (key !== "secret" || value !== ""))
      )
      return was === undefined || was === set["name"] ? set : { ...set, was }
    }
  }
}

/** The further chats, with mail. */
export const furtherChats = (value: unknown, pending: Pending, failed: Failed) => {
  const list = el("div", { class: "chat-list" })
  let chats: ReturnType<typeof chatOf>[] = []
  const add = (members: Members) => {
    const chat = chatOf(members, pending, failed, () => {
      chats = chats.filter((each) => each !== chat)
      chat.element.remove()
      list.dispatchEvent(new Event("input", { bubbles: true }))
    })
    chats.push(chat)
    list.append(chat.element)
    return chat
  }
  for (const members of Array.isArray(value) ? value : []) add(members)
  const button = (words: Key, members: Members) =>
    el("button", {
      type: "button",
      class: "button plain small",
      click: () => add(members).element.querySelector("input")?.focus()
    }, t(words))
  return {
    element: el("div", {}, list, el("p", { class: "actions" }, button("shop.chat.add", {}), button("shop.mail.add", { kind: "email" }))),
    read: () => chats.map((chat) => chat.read())
  }
}
