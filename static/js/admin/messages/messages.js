// @ts-check
import { actorName } from "../../shared/actor.js"
import { admin } from "../../shared/admin.js"
import { attemptList, explain, keyToMend } from "../../shared/attempts.js"
import { byId, el, setText, show } from "../../shared/dom.js"
import { money } from "../../shared/format/money.js"
import { dateTime } from "../../shared/format/times.js"
import { t } from "../../shared/language.js"
import { say, sentenceOf } from "../../shared/result.js"
import { showFailed } from "../failed-count.js"
import { may } from "../me.js"

/** @typedef {import("../../../../src/Api/Responses.ts").Responses["notifications"]["items"][number]} Message */

/** @param {string} label @param {string | null | undefined} value */
const fact = (label, value) => (value ? [el("dt", {}, label), el("dd", {}, value)] : [])

/** The day of a message, or the first and last of an import's; a date is never broken. @param {Message} message */
const dates = ({ date, kind, reason }) =>
  (kind === "digest" ? reason.split(" – ") : [date ?? ""])
    .flatMap((each, index) => [index === 0 ? " " : " – ", el("span", { class: "together" }, each)])

/** Why a message has not arrived, from its last attempt; else in the server's words. @param {Message} message */
const whyNot = ({ attempts, failure, state }) => {
  const last = attempts.at(-1)
  if (state === "delivered" || state === "accepted") return ""
  if (last === undefined || last.verdict === "delivered" || last.verdict === "accepted")
    return failure === null
      ? ""
      : t("messages.unreadable")
  if (state === "pending") return t("messages.again", { why: explain(last) })
  if (last.verdict === "permanent") return explain(last)
  return last.verdict === "format" ? t("messages.no_format") : t("messages.given_up", { why: explain(last) })
}

/** The amount now, if it differs from what a failed message states. @param {Message} message */
const changed = ({ changed_to, state }) => {
  if (state !== "failed" || changed_to === null) return null
  const { amount, source } = changed_to
  return el("p", { class: "changed" }, amount === null || source === null
    ? t("messages.withdrawn_since")
    : t("messages.changed_since", { amount: money(amount), source: t(`source.${source}`) }))
}

/** What to do before a failed message is sent again: the key of `config.json`, if a setting is wrong. @param {Message} message */
const mending = ({ attempts }) => {
  const last = attempts.at(-1)
  const key = last === undefined ? undefined : keyToMend(last)
  return key === undefined ? null : t("messages.mend", { key })
}

/** @returns {import("../main.js").Room} */
export const startMessages = () => {
  const list = byId("messages")
  const result = byId("messages-result")
  /** @type {Message[]} */
  let items = []
  /** @type {number | null} */
  let next = null
  let wanted = ""
  let asking = 0

  /** @param {Message} message */
  const resend = async (message) => {
    try {
      await admin("POST", `notifications/${message.id}/resend`)
      say(result, "good", () => t("messages.resent"))
    } catch (error) {
      say(result, "bad", () => sentenceOf(error))
    }
    await load()
  }

  const reload = async () => {
    try {
      await admin("POST", "reload_cutoff")
      say(result, "good", () => t("messages.reloaded"))
    } catch (error) {
      say(result, "bad", () => sentenceOf(error))
    }
  }

  /** The button for a failed message's next attempt, in its row. @param {Message} message */
  const mend = (message) => {
    if (message.state !== "failed") return null
    const what = mending(message)
    /** @param {import("../../shared/language.js").Key} key @param {() => void} click */
    const button = (key, click) => el("button", { type: "button", class: "button plain small", click }, t(key))
    return el("div", { class: "mend" }, what === null ? null : el("p", {}, what), changed(message),
      el("p", { class: "actions" }, what === null || !may("admin") ? null : button("cutoff.button", () => void reload()),
        button("messages.resend", () => void resend(message))))
  }

  /** @param {Message} message @param {boolean} opened */
  const row = (message, opened) => {
    const why = whyNot(message)
    return el("li", { "data-id": message.id },
      el("details", { open: opened },
        el("summary", {},
          el("span", { class: "state", "data-state": message.state },
            t(message.delivered_by === "console" ? "state.printed" : `state.${message.state}`)),
          el("span", { class: "kind" }, t(`kind.${message.kind}`)),
          el("span", { class: "what" }, message.amount === null ? null : el("b", {}, money(message.amount)), ...dates(message)),
          el("time", { datetime: message.created_at }, dateTime(message.created_at)),
          why === "" ? null : el("span", { class: "why" }, why)),
        el("div", { class: "detail" },
          el("dl", { class: "facts" }, ...fact(t("source"), message.source === null ? null : t(`source.${message.source}`)),
            ...fact(t("messages.before"), message.before === null ? null : money(message.before)),
            ...fact(t("entry.reason"), message.kind === "digest" ? null : message.reason),
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
            )), el("h3", { class: "for-readers" }, t("messages.attempts")),
          message.attempts.length === 0 ? el("p", { class: "muted" }, t("messages.no_attempt")) : attemptList(message.attempts))),
      mend(message))
  }

  const render = () => {
    const opened = new Set(Array.from(list.querySelectorAll("details[open]"), (details) => details.parentElement?.dataset["id"]))
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("#messages > li"))?.dataset["id"]
    list.replaceChildren(...items.map((message) => row(message, opened.has(String(message.id)))))
    if (focused !== undefined) /** @type {HTMLElement | null} */ (list.querySelector(`[data-id="${focused}"] summary`))?.focus()
    if (items.length === 0) list.replaceChildren(el("li", { class: "muted" }, t("messages.none")))
    show(byId("messages-more"), next !== null)
  }

  /** @param {number} [before] */
  const load = async (before) => {
    const mine = ++asking
    // Pages that are open stay open when the list is loaded again.
    const limit = before === undefined ? Math.min(200, Math.max(50, items.length)) : 50
    try {
      const answer = await admin("GET",
        `notifications?limit=${limit}${wanted === "" ? "" : `&state=${wanted}`}${before === undefined ? "" : `&before=${before}`}`)
      if (mine !== asking) return
      items = before === undefined ? answer.items : [...items, ...answer.items]
      next = answer.next
      showFailed(answer.counts.failed)
      for (const state of ["pending", "delivered", "accepted", "failed"]) setText(byId(`count-${state}`), String(answer.counts[state]))
      // Only a product that says no more than that has such messages.
      show(byId("accepted-state"), answer.counts.accepted > 0)
      render()
    } catch (error) {
      if (mine === asking) say(result, "bad", () => sentenceOf(error))
    }
  }

  byId("message-states").addEventListener("change", (event) => {
    wanted = /** @type {HTMLInputElement} */ (event.target).value
    items = []
    say(result, "none")
    void load()
  })
  byId("messages-more").addEventListener("click", () => void load(next ?? undefined))

  /** @type {ReturnType<typeof setInterval> | undefined} */
  let polling
  return {
    open: () => {
      say(result, "none")
      void load()
      // A delivery changes no figure, so no event announces it.
      clearInterval(polling)
      polling = setInterval(() => {
        if (!document.hidden && items.some((message) => message.state === "pending")) void load()
      }, 3_000)
    },
    close: () => clearInterval(polling),
    changed: () => void load(),
    relabel: () => render()
  }
}
