import type { Responses } from "../../../../src/Api/Responses.ts"
import { actorName } from "../../shared/actor.ts"
import { admin } from "../../shared/admin.ts"
import { attemptList, explain, keyToMend } from "../../shared/attempts.ts"
import { byId, el, setText, show } from "../../shared/dom.ts"
import { dateTime, dayBeside, periodLabel } from "../../shared/format/moments.ts"
import { money } from "../../shared/format/money.ts"
import { counted, language, t } from "../../shared/language.ts"
import type { Key } from "../../shared/language.ts"
import { ApiError } from "../../shared/request.ts"
import { say, sentenceOf } from "../../shared/result.ts"
import { deadChats, makeDeadChats } from "../dead-chats.ts"
import type { DeadChat } from "../dead-chats.ts"
import { showFailed } from "../failed-count.ts"
import type { Room } from "../main.ts"
import { may } from "../me.ts"
import { makeChats } from "./chats.ts"
import { startTestPush } from "./push.ts"
import { question } from "./question.ts"

type Message = Responses["notifications"]["items"][number]

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

export const startMessages = (): Room => {
  const list = byId("messages")
  const result = byId("messages-result")
  let items: Message[] = []
  let next: number | null = null
  /** Whether `items` are those of the chosen state and chat. */
  let isKnown = false
  /** True from a tap for older messages until they are there. */
  let wantsOlder = false
  let wanted = ""
  /** The chats that refused messages: each has one row above the list. */
  let dead: DeadChat[] = []
  let asking = 0
  /** What is drawn: the same is not drawn again, so that a press is not lost, nor the focus of a button. */
  let drawn = ""

  const act = async (request: Promise<unknown>, done: () => string) => {
    try {
      await request
      say(result, "good", done)
    } catch (error) {
      say(result, "bad", () => error instanceof ApiError && error.status === 404 ? t("messages.no_longer") : sentenceOf(error))
    }
    await load()
  }

  const resend = ({ id }: Message) => void act(admin("POST", `notifications/${id}/resend`), () => t("messages.resent"))

  const move = ({ chat, id }: Message) =>
    question(t("messages.move"), t("messages.move.text", { chat }), chats.others(chat).map((other) => ({
      label: other,
      act: () => void act(admin("POST", `notifications/${id}/resend`, { chat: other }), () => t("messages.moved", { chat: other }))
    })))

  const drop = ({ chat, id }: Message) =>
    question(t("messages.drop"), t("messages.drop.text", { chat }), [{
      label: t("messages.drop"),
      act: () => void act(admin("DELETE", `notifications/${id}`), () => t("messages.dropped"))
    }])

  const reload = async () => {
    try {
      await admin("POST", "reload_cutoff")
      say(result, "good", () => t("messages.reloaded"))
    } catch (error) {
      say(result, "bad", () => sentenceOf(error))
    }
  }

  const button = (key: Key, click: () => void) => el("button", { type: "button", class: "button plain small", click }, t(key))

  /** The actions for a message that has not been sent, in a shop with several chats. */
  const elsewhere = (message: Message) =>
    chats.isSeveral()
      ? [
        chats.others(message.chat).length === 0 ? null : button("messages.move", () => move(message)),
        button("messages.drop", () => drop(message))
      ]
      : []

  /** Whether the row of its chat says why a message was not sent, and offers what can be done. */
  const isTold = ({ chat, state }: Message) => state === "failed" && dead.some((each) => each.chat === chat)

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

  const row = (message: Message, opened: boolean) => {
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

  /** The rows; messages that the row of their chat speaks for are counted, unless they are asked for. */
  const rows = (opened: Set<string | undefined>) => {
    const found: HTMLElement[] = []
    let told = 0
    const fold = () => {
      if (told > 0) found.push(el("li", {}, el("button", { type: "button", class: "rest", click: seeFailed }, counted("dead.rows", told))))
      told = 0
    }
    for (const message of items) {
      if (wanted === "" && isTold(message)) told++
      else {
        fold()
        found.push(row(message, opened.has(String(message.id))))
      }
    }
    fold()
    return found
  }

  const seeFailed = () => (document.querySelector("#message-states [value='failed']") as HTMLElement).click()

  const render = () => {
    if (!isKnown) return
    show(byId("messages-more"), next !== null)
    const around = items.map(({ chat }) => [chats.label(chat), chats.isNamed(chat), chats.others(chat)])
    const now = JSON.stringify([language(), wanted, items, dead, around])
    if (now === drawn) return
    drawn = now
    const opened = new Set(Array.from(list.querySelectorAll("details[open]"), (details) => details.parentElement?.dataset["id"]))
    const focused = (document.activeElement?.closest("#messages > li") as HTMLElement | null)?.dataset["id"]
    list.replaceChildren(...rows(opened))
    if (focused !== undefined) (list.querySelector(`[data-id="${focused}"] summary`) as HTMLElement | null)?.focus()
    if (items.length === 0) list.replaceChildren(el("li", { class: "muted" }, t("messages.none")))
  }

  const load = async (before?: number) => {
    const mine = ++asking
    const chat = chats.chosen()
    // Pages of the list that are open stay open when it is loaded again.
    const limit = before === undefined ? Math.min(200, Math.max(50, items.length)) : 50
    try {
      const answer = await admin("GET",
        `notifications?limit=${limit}${wanted === "" ? "" : `&state=${wanted}`}${chat === "" ? "" : `&chat=${encodeURIComponent(chat)}`}${
          before === undefined ? "" : `&before=${before}`
        }`)
      if (mine !== asking) return
      isKnown = true
      if (before !== undefined) wantsOlder = false
      items = before === undefined ? answer.items : [...items, ...answer.items]
      next = answer.next
      // The tab counts the failed messages of all chats.
      if (chat === "") showFailed(answer.counts.failed)
      for (const state of ["pending", "delivered", "accepted", "failed"]) setText(byId(`count-${state}`), String(answer.counts[state]))
      // Only a product that does not confirm deliveries has such messages.
      show(byId("accepted-state"), answer.counts.accepted > 0)
      render()
      // The list was loaded again meanwhile, which made the response with the older ones outdated.
      if (wantsOlder) await loadOlder()
    } catch (error) {
      if (mine !== asking) return
      wantsOlder = false
      say(result, "bad", () => sentenceOf(error))
    }
  }

  const loadOlder = async () => {
    wantsOlder = next !== null
    if (next !== null) await load(next)
  }

  const choose = () => {
    items = []
    next = null
    isKnown = wantsOlder = false
    say(result, "none")
    void load()
  }
  const chats = makeChats(choose)
  startTestPush(() => chats.chosen() || undefined)
  byId("message-states").addEventListener("change", (event) => {
    wanted = (event.target as HTMLInputElement).value
    choose()
  })
  byId("messages-more").addEventListener("click", () => void loadOlder())

  const drawDead = makeDeadChats(byId("dead-messages"), result, () => void loadAll())

  const loadChats = async () => {
    await chats.load()
    const health = chats.report()
    if (health === undefined) return
    dead = await deadChats(health).catch(() => dead)
    drawDead(dead, health)
  }

  const loadAll = async () => {
    await Promise.all([load(), loadChats()])
    render()
  }

  /** Shows the list at once, and again with the names of the chats if there are several. A link may name a chat. */
  const open = async () => {
    void load()
    await loadChats()
    const [room, named = ""] = location.hash.slice(1).split("=")
    if (room === "messages" && named !== "") chats.choose(decodeURIComponent(named))
    if (chats.isSeveral()) void load()
    else render()
  }

  let polling: ReturnType<typeof setInterval> | undefined
  return {
    open: () => {
      say(result, "none")
      void open()
      // A delivery changes no figure, so no event announces it, and the list has to be polled.
      clearInterval(polling)
      polling = setInterval(() => {
        if (!document.hidden && items.some((message) => message.state === "pending")) void load()
      }, 3_000)
    },
    close: () => clearInterval(polling),
    changed: () => void loadAll(),
    relabel: () => {
      chats.render()
      const health = chats.report()
      if (health !== undefined) drawDead(dead, health)
      render()
    }
  }
}
