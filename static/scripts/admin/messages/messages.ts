import { admin } from "../../shared/admin.ts"
import { byId, el, setText, show } from "../../shared/dom.ts"
import { counted, language, t } from "../../shared/language.ts"
import { ApiError } from "../../shared/request.ts"
import { say, sentenceOf } from "../../shared/result.ts"
import { deadChats, makeDeadChats } from "../dead-chats.ts"
import type { DeadChat } from "../dead-chats.ts"
import { showFailed } from "../failed-count.ts"
import type { Room } from "../main.ts"
import { makeChats } from "./chats.ts"
import { startTestPush } from "./push.ts"
import { question } from "./question.ts"
import { makeRow } from "./row.ts"
import type { Message } from "./row.ts"

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

  /** Whether the row of its chat says why a message was not sent, and offers what can be done. */
  const isTold = ({ chat, state }: Message) => state === "failed" && dead.some((each) => each.chat === chat)

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
  const row = makeRow({ chats, drop, isTold, move, reload, resend })
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
