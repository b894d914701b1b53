import { actorName } from "../shared/actor.ts"
import { byId, el } from "../shared/dom.ts"
import { askDay } from "../shared/entry/day.ts"
import type { Day } from "../shared/entry/day.ts"
import { addDays, fullDate, shortDate, weekdayName } from "../shared/format/dates.ts"
import { estimate, figure } from "../shared/format/figure.ts"
import { money, roundMoney } from "../shared/format/money.ts"
import { hourMinute } from "../shared/format/times.ts"
import { t } from "../shared/language.ts"
import type { Key } from "../shared/language.ts"
import { mayChange } from "../shared/reader.ts"
import { viewOfDay } from "./address.ts"
import { cellAt, wordsOf } from "./cells.ts"
import type { Shop } from "./cells.ts"
import { linkTo } from "./link.ts"
import { messages } from "./messages.ts"
import { indexOf } from "./past.ts"

type Detail = Day

/** `2月17日 10:12` */
const timeOf = (instant: string) => `${shortDate(instant.slice(0, 10))} ${hourMinute(instant)}`

const fact = (term: string, value: Node | string) => el("div", {}, el("dt", {}, term), el("dd", {}, value))

const changeItem = ({ actor, amount_after, amount_before, created_at, kind, reason }: Detail["audit"][number]) => {
  const isOwn = kind === "generated" || kind === "finalized"
  const by = [isOwn ? "" : actorName(actor), timeOf(created_at), reason]
  return el("li", {}, t(`sheet.change.${kind === "imported" && amount_before !== null ? "reimported" : kind}`, {
    before: money(amount_before),
    after: money(amount_after)
  }), el("small", {}, by.filter((part) => part !== "").join(" · ")))
}

const sourceOf = ({ at, by, source }: Detail) =>
  [
    source === "generated" || source === null ? t("source.generated") : t(`history.by.${source}`),
    by === null || source === "generated" ? "" : actorName(by),
    at === null ? "" : timeOf(at)
  ].filter((part) => part !== "").join(" · ")

const records = (detail: Detail) =>
  [
    el("div", { class: "changes" }, el("h3", {}, t("sheet.changes")), detail.audit.length === 0
      ? el("p", { class: "none" }, t("history.sheet.no_changes"))
      : el("ol", {}, ...detail.audit.map(changeItem))),
    messages(detail)
  ].filter((part) => part !== null)

/** The details of days that this visit has loaded. */
const makeDays = () => {
  const asked: Map<string, Promise<Detail>> = new Map()
  return {
    ask: (date: string) => {
      const known = asked.get(date)
      if (known !== undefined) return known
      const detail = askDay(date)
      asked.set(date, detail)
      // A request that failed is repeated the next time.
      detail.catch(() => asked.delete(date))
      return detail
    },
    forget: () => asked.clear()
  }
}

/** Everything about one day, shown below its week or at the bottom edge of a phone. */
export const makeSheet = ({ close }: { close: () => void }) => {
  const sheet = byId("sheet") as HTMLDialogElement
  const days = makeDays()
  /** The open day. */
  let open: string | null = null
  /** What its sheet shows until newer details arrive, so that the focus and the place of the text stay. */
  let shown: Detail | null = null
  /** The newest request: the response to an earlier one is outdated. */
  let newest: Promise<Detail> | null = null

  sheet.addEventListener("cancel", (event) => {
    event.preventDefault()
    close()
  })
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    event.preventDefault()
    close()
  })
  // Closes the sheet on a click beside it, if it covers the page.
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet && sheet.matches(":modal") && event.clientY < sheet.getBoundingClientRect().top) close()
  })

  const render = (shop: Shop, date: string, detail: Detail | null, failed: boolean) => {
    const index = indexOf(shop.known.past, date)
    const cell = cellAt(shop, index)
    if (cell === undefined) return
    const { day, special, state } = cell
    const focused = sheet.contains(document.activeElement) ? document.activeElement?.id : undefined
    const note = detail?.note ?? day.note ?? ""
    const step = (id: string, sign: string, key: Key, other: string) => {
      const there = cellAt(shop, indexOf(shop.known.past, other))
      return there === undefined || there.state === "before"
        ? null
        : linkTo(viewOfDay(other), { id, class: "quiet step", "aria-label": t(key) }, sign)
    }
    const mayEnter = detail !== null && date <= shop.known.past.today && mayChange(detail)
    const lacks = state === "missing" || state === "estimated" && !shop.isGeneratedOnly
    sheet.replaceChildren(
      el("div", { class: "what" }, el("h2", { id: "sheet-title", tabindex: -1 }, [fullDate(date), special].filter(Boolean).join(" · ")),
        day.amount === null
          ? el("p", { class: state === "missing" ? "in-words need" : "in-words" }, wordsOf(cell))
          : el("p", { class: lacks ? "amount need" : "amount" }, ...(state === "estimated" ? estimate : figure)(day.amount)),
        el("dl", {}, day.amount === null
          ? null
          : fact(t("sheet.source"), detail === null ? day.source === null ? "" : t(`source.${day.source}`) : sourceOf(detail)),
          day.amount !== null && !day.is_final ? fact(t("so_far"), t("history.state.running")) : null,
          detail === null || detail.usual === null
            ? null
            : fact(t("history.sheet.usual", { weekday: weekdayName(date) }), roundMoney(detail.usual.amount)),
          note === "" ? null : fact(t("sheet.note"), note)), el("p", { class: "acts" }, mayEnter
          ? el("a", { id: "sheet-change", class: `button ${lacks ? "need" : "plain"}`, href: `enter?date=${date}` },
            t(lacks ? "history.enter" : "history.change"))
          : null, step("sheet-before", "‹", "history.sheet.before", addDays(date, -1)),
          step("sheet-after", "›", "history.sheet.after", addDays(date, 1)))),
      ...(detail !== null
        ? records(detail)
        : [el("p", { class: "none", role: "status" }, t(failed ? "sheet.failed" : "history.sheet.wait"))]),
      el("button", { type: "button", id: "sheet-close", class: "quiet shut", "aria-label": t("sheet.close"), click: close }, "×")
    )
    if (focused) (document.getElementById(focused) ?? byId("sheet-title")).focus()
  }

  return {
    forget: days.forget,
    /** Whether a day's sheet is open. */
    isOpen: () => open !== null,
    hide: () => {
      open = shown = null
      sheet.close()
    },
    show: (shop: Shop, date: string, isModal: boolean) => {
      if (open !== date) shown = null
      open = date
      render(shop, date, shown, false)
      if (sheet.open && sheet.matches(":modal") !== isModal) sheet.close()
      if (!sheet.open) {
        if (isModal) sheet.showModal()
        // `show` would move the focus away from the day.
        else sheet.open = true
      }
      const asked = newest = days.ask(date)
      asked.then((detail) => {
        if (open !== date || newest !== asked) return
        shown = detail
        render(shop, date, detail, false)
      }, () => {
        if (open !== date || newest !== asked) return
        shown = null
        render(shop, date, null, true)
      })
    },
    focus: () => byId("sheet-title").focus()
  }
}
