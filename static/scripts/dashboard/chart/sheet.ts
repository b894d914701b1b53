import { actorName } from "../../shared/actor.ts"
import { byId, el, show } from "../../shared/dom.ts"
import { entryLink } from "../../shared/entry/link.ts"
import { dayLabel, shortDate, weekdayName } from "../../shared/format/dates.ts"
import { figure } from "../../shared/format/figure.ts"
import { money } from "../../shared/format/money.ts"
import { hourMinute } from "../../shared/format/times.ts"
import { t } from "../../shared/language.ts"
import { messageState, messageTitle } from "../../shared/message.ts"
import { mayEnter } from "../../shared/reader.ts"
import { doneTo } from "../metrics.ts"
import type { DayDetail } from "../metrics.ts"
import type { Change } from "../metrics.ts"
import { isOpen } from "./columns.ts"
import type { Column } from "./columns.ts"
import { stateOf } from "./describe.ts"

const mostChanges = 4

const mostMessages = 3

/** The effect of a change, in words. */
const sentence = ({ amount_after, amount_before, kind }: Change) =>
  t(`sheet.change.${kind === "imported" && amount_before !== null ? "reimported" : kind}`, {
    before: money(amount_before),
    after: money(amount_after)
  })

const changeItem = (change: Change) => {
  const made = change.kind === "generated" || change.kind === "finalized"
  const by = [
    made ? null : actorName(change.actor),
    `${shortDate(change.created_at.slice(0, 10))} ${hourMinute(change.created_at)}`,
    change.reason || null
  ]
  return el("li", {}, sentence(change), el("small", {}, by.filter((part) => part !== null).join(" · ")))
}

const sourceLine = (column: Column, detail: DayDetail | null) => {
  if (column.kind === "closed") return t("closed")
  if (column.kind === "generated") return el("span", { class: "made" }, t("uncounted"))
  const { at = null, by = null, source = column.source } = detail ?? {}
  const parts = [
    t(`by.${source === "import" || source === "feed" ? source : doneTo(detail)}`),
    by === null ? null : actorName(by),
    at === null ? null : `${shortDate(at.slice(0, 10))} ${hourMinute(at)}`
  ]
  return parts.filter((part) => part !== null).join(" · ")
}

const fact = (term: string, value: Node | string) => el("div", {}, el("dt", {}, term), el("dd", {}, value))

/** Everything about one day, shown under the chart or at the bottom edge of a phone. */
export const makeSheet = ({ close }: { close: () => void }) => {
  const sheet = byId("sheet")
  /** The messages that stay unfolded while the figures are refreshed. */
  const opened: Set<number> = new Set()

  /** A message as the group reads it: its title, and the rest on request. */
  const messageItem = (message: DayDetail["messages"][number]) => {
    const { id, lines, title } = message
    const text = el("details", {
      open: opened.has(id),
      toggle: () => text.open ? opened.add(id) : opened.delete(id)
    }, el("summary", {}, title ?? ""), ...lines.map((line) => el("p", {}, line)))
    return el("li", {}, text, el("small", {}, messageState(message)))
  }

  sheet.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close()
  })

  return {
    hide: () => show(sheet, false),
    render: (column: Column, detail: DayDetail | null, failed: boolean, calm: boolean) => {
      const { amount, date, kind, lastWeek, mean4, mean4Days } = column
      const missing = kind === "gap" || kind === "blank"
      const uncounted = kind === "generated"
      const same = [
        lastWeek === null ? [] : t("sheet.last_week", { amount: money(lastWeek) }),
        mean4 === null ? [] : t("sheet.mean4", { n: mean4Days, weekday: weekdayName(date), amount: money(mean4) })
      ].flat().join(" · ")
      const note = detail?.note ?? column.note
      const changes = detail?.audit.slice(0, mostChanges) ?? []
      const messages = detail?.messages.filter(({ title }) => title !== null).slice(0, mostMessages) ?? []
      const focused = sheet !== document.activeElement && sheet.contains(document.activeElement)
      sheet.setAttribute("aria-label", t("sheet.label", { date: dayLabel(date) }))
      const shut = el("button", { type: "button", class: "quiet shut", "aria-label": t("sheet.close"), click: close }, "×")
      sheet.replaceChildren(
        el("div", { class: "what" }, el("h3", {}, [dayLabel(date), column.special].filter(Boolean).join(" · ")), amount === null
          ? el("p", { class: "none" }, stateOf(column))
          : el("p", { class: uncounted ? "amount made" : "amount" }, ...figure(amount))),
        el("dl", { class: "facts" }, isOpen(column) ? null : fact(t("sheet.source"), sourceLine(column, detail)),
          same === "" ? null : fact(t("sheet.compare"), same), note === "" ? null : fact(t("sheet.note"), note)),
        el("div", { class: "changes" }, changes.length > 0 || failed ? el("h4", {}, t("sheet.changes")) : null,
          failed ? el("p", {}, t("sheet.failed")) : el("ol", {}, ...changes.map(changeItem)), ...(detail === null || messages.length === 0
            ? []
            : [el("h4", {}, messageTitle(detail)), el("ol", {}, ...messages.map(messageItem))])),
        el("div", { class: "acts" }, !mayEnter() ?
          null :
          el("a", { class: `button ${(uncounted && !calm) || kind === "gap" ? "need" : "plain"}`, href: entryLink(date) },
            t(uncounted || missing ? "enter.day" : kind === "closed" || kind === "open" ? "chart.add" : "change")),
          el("a", { class: "quiet", href: `history?day=${date}` }, t("history")), shut)
      )
      show(sheet, true)
      if (focused) shut.focus()
    }
  }
}
