import type { Responses } from "../../../../src/Api/Responses.ts"
import { actorName } from "../../shared/actor.ts"
import { attemptList, explain, keyToMend } from "../../shared/attempts.ts"
import { el } from "../../shared/dom.ts"
import { dateTime, dayBeside, periodLabel } from "../../shared/format/moments.ts"
import { money } from "../../shared/format/money.ts"
import { t } from "../../shared/language.ts"
import type { Key } from "../../shared/language.ts"
import { may } from "../me.ts"
import type { makeChats } from "./chats.ts"

export type Message = Responses["notifications"]["items"][number]

const fact = (label: string, value: string | null | undefined) => (value ? [el("dt", {}, label), el("dd", {}, value)] : [])

/** The day of a message, the first and last day of an import, or a report's. No line breaks inside a date. */
const dates = ({ created_at: written, date, kind, reason }: Message) =>
  (kind === "report"
    ? [periodLabel(reason)]
    : (kind === "digest" ? reason.split(" – ") : date === null ? [] : [date]).map((day) => dayBeside(day, written)))
    .flatMap((each, index) => [index === 0 ? " " : " – ", el("span", { class: "together" }, each)])

/** Why a message has not arrived: from its last attempt, otherwise in the server's words. */
const whyNot = ({ attempts, chat, failure, state }: Message) => {
  const last = attempts.at(-1)
  if (state === "delivered" || state === "accepted") return ""
  if (last === undefined || last.verdict === "delivered" || last.verdict === "accepted")
    return failure === null
      ? ""
      : t("messages.unreadable")
  if (state === "pending") return t("messages.again", { why: explain(last, chat) })
  if (last.verdict === "permanent") return explain(last, chat)
  return last.verdict === "format" ? t("messages.no_format") : t("messages.given_up", { why: explain(last, chat) })
}

/** The present amount, if it differs from the amount in a failed message. */
const changed = ({ changed_to, state }: Message) => {
  if (state !== "failed" || changed_to === null) return null
  const { amount, source } = changed_to
  return el("p", { class: "changed" }, amount === null || source === null
    ? t("messages.withdrawn_since")
    : t("messages.changed_since", { amount: money(amount), source: t(`source.${source}`) }))
}

/** What to do before a failed message is sent again: which key of `config.json` to correct, if a setting is wrong. */
const mending = ({ attempts, chat }: Message) => {
  const last = attempts.at(-1)
  const key = last === undefined ? undefined : keyToMend(last, chat)
  return key === undefined ? null : t("messages.mend", { key })
}

/**
 * Draws the rows of messages.
 * @param around `isTold`: whether the row of its chat says why a message was not sent, and offers what can be done
 */
export const makeRow = ({ chats, drop, isTold, move, reload, resend }: {
  chats: ReturnType<typeof makeChats>
  drop: (message: Message) => void
  isTold: (message: Message) => boolean
  move: (message: Message) => void
  reload: () => Promise<void>
  resend: (message: Message) => void
}) => {
  const button = (key: Key, click: () => void) => el("button", { type: "button", class: "button plain small", click }, t(key))

  /** The actions for a message that has not been sent, in a shop with several chats. */
  const elsewhere = (message: Message) =>
    chats.isSeveral()
      ? [
        chats.others(message.chat).length === 0 ? null : button("messages.move", () => move(message)),
        button("messages.drop", () => drop(message))
      ]
      : []

  /** The buttons in the row of a message that is no longer sent automatically. */
  const mend = (message: Message) => {
    const isRemoved = chats.isRemoved(message.chat)
    if (isTold(message) || message.state !== "failed" && !(message.state === "pending" && isRemoved)) return null
    const what = isRemoved ? null : mending(message)
    return el("div", { class: "mend" }, what === null ? null : el("p", {}, what), changed(message),
      el("p", { class: "actions" }, what === null || !may("admin") ? null : button("cutoff.button", () => void reload()),
        isRemoved ? null : button("messages.resend", () => resend(message)), ...elsewhere(message)))
  }

  /** Buttons that a message seldom needs stand with its attempts. */
  const beside = (message: Message) => {
    if (isTold(message))
      return el("p", { class: "actions" }, chats.isRemoved(message.chat) ? null : button("messages.resend", () => resend(message)),
        ...elsewhere(message))
    return message.state === "pending" && chats.isSeveral() && !chats.isRemoved(message.chat)
      ? el("p", { class: "actions" }, ...elsewhere(message))
      : null
  }

  return (message: Message, opened: boolean) => {
    const why = isTold(message) ? "" : whyNot(message)
    return el("li", { "data-id": message.id },
      el("details", { open: opened },
        el("summary", {},
          el("span", { class: "state", "data-state": message.state },
            t(message.delivered_by === "console" ? "state.printed" : `state.${message.state}`)),
          el("span", { class: "kind" }, t(`kind.${message.kind}`)),
          el("span", { class: "what" }, message.amount === null ? null : el("b", {}, money(message.amount)), ...dates(message),
            chats.isNamed(message.chat) ? el("span", { class: "chat" }, chats.label(message.chat)) : null),
          el("time", { datetime: message.created_at }, dateTime(message.created_at)),
          why === "" ? null : el("span", { class: "why" }, why)),
        el("div", { class: "detail" },
          el("dl", { class: "facts" }, ...fact(t("source"), message.source === null ? null : t(`source.${message.source}`)),
            ...fact(t("messages.before"), message.before === null ? null : money(message.before)),
            ...fact(t("entry.reason"), message.kind === "digest" || message.kind === "report" ? null : message.reason),
            ...fact(t("messages.by"), actorName(message.actor)),
            ...fact(t("messages.next"), message.next_attempt_at === null ? null : dateTime(message.next_attempt_at)), ...fact(
              t(message.delivered_by === "console"
                ? "messages.printed"
                : message.state === "accepted"
                ? "messages.accepted"
                : "messages.delivered"),
              message.delivered_at === null ?
                null
                : `${dateTime(message.delivered_at)}${
                  message.delivered_format === null ? "" : ` · ${t(`format.${message.delivered_format}`)}`
                }`
            )), el("h3", { class: "for-readers" }, t("messages.attempts")), message.attempts.length === 0
          ? el("p", { class: "muted" }, t("messages.no_attempt"))
          : attemptList(message.attempts, message.chat), isTold(message) ? changed(message) : null, beside(message))), mend(message))
  }
}
