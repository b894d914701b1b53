import { byId, setText, show } from "../shared/dom.ts"
import { figureOf, isCounted } from "../shared/entry/day.ts"
import type { Day } from "../shared/entry/day.ts"
import { dayLabel, shortDate, weekdayName } from "../shared/format/dates.ts"
import { money, roundMoney, symbol } from "../shared/format/money.ts"
import { amountFault, parseAmount } from "../shared/format/typed.ts"
import { t } from "../shared/language.ts"
import type { Draft, Seen } from "./draft.ts"
import { leadOf } from "./lead.ts"
import { isLocked } from "./shop.ts"
import type { Shop } from "./shop.ts"
import { renderStrip } from "./strip.ts"

/** `ahead` is a day that the address names and that has not come yet; `held` says why something typed has not arrived; `editing`: a figure that stands there is to be changed; `restored`: the text was typed on an earlier visit; `seen`: the figure that the page showed as the typing began; `again`: an amount far from usual, which is typed a second time */
export type Situation = {
  shop: Shop | null
  day: Day | null
  ahead: string | null
  why: "asked" | "today" | "oldest" | "night"
  busy: boolean
  editing: boolean
  held: "no" | "offline" | "unsent" | "online" | "unanswered" | "kept"
  restored: boolean
  seen: Seen
  again: number | null
}

/** How many days are named if several await a figure. */
const named = 3

const input = (id: string): HTMLInputElement => byId(id)

setText(byId("symbol"), symbol())

export const fields = { amount: input("amount"), note: input("note"), closed: input("closed"), reason: input("reason") }

/** What the form would change, compared with the stored day. */
export const wishOf = (day: Day | null) => {
  const { checked } = fields.closed
  const amount = fields.amount.disabled ? null : parseAmount(fields.amount.value)
  const note = fields.note.value.trim()
  return {
    amount,
    typedWrong: !fields.amount.disabled && fields.amount.value.trim() !== "" && amount === null,
    // A figure also opens a closed day.
    closed: day === null || checked === day.closed || amount !== null ? undefined : checked,
    note: note === (day?.note ?? "") ? undefined : note
  }
}

const hintOf = (day: Day | null) =>
  day === null || day.usual === null ? "" : t("entry.usual", { weekday: weekdayName(day.date), amount: roundMoney(day.usual.amount) })

/** Names the other days to fill in. */
export const renderLate = (shop: Shop, date: string, place: "late" | "done-late") => {
  const others = shop.awaiting.filter((each) => each !== date)
  const [first] = others
  show(byId(place), first !== undefined || date !== shop.today)
  const link = byId(`${place}-link`)
  if (first === undefined) {
    setText(byId(`${place}-text`), "")
    setText(link, t("enter.to_today"))
    link.setAttribute("href", `enter?date=${shop.today}`)
    return
  }
  const days = others.slice(0, named).map(shortDate).join(t("enter.comma"))
  setText(byId(`${place}-text`),
    t("enter.others", { n: others.length, days: others.length > named ? t("enter.others.more", { days }) : days }))
  const toToday = date !== shop.today && !shop.isCounted
  setText(link, t(toToday ? "enter.back" : "enter.others.go"))
  link.setAttribute("href", `enter?date=${toToday ? shop.today : first}`)
}

/**
 * Text that was typed for other days and not sent, newest first.
 * @param day the one that is shown
 */
export const renderUnsent = (drafts: Draft[], day: Day | null) => {
  const [newest] = drafts
    .flatMap(({ amount, date }) => {
      const parsed = parseAmount(amount)
      return date === null || date === day?.date || parsed === null ? [] : [{ amount: money(parsed), date }]
    })
    .sort((one, other) => other.date.localeCompare(one.date))
  show(byId("unsent"), newest !== undefined)
  if (newest === undefined) return
  setText(byId("unsent-text"), t("enter.unsent", { amount: newest.amount, day: dayLabel(newest.date) }))
  byId("unsent-link").setAttribute("href", `enter?date=${newest.date}`)
}

const buttonText = ({ busy, day, held, shop }: Situation, { amount, closed, note }: ReturnType<typeof wishOf>) => {
  if (busy) return t("enter.wait")
  if (shop === null || day === null) return t(held === "offline" ? "enter.load" : "enter.wait")
  if (held !== "no") return amount === null ? t("enter.again.plain") : t("enter.again", { amount: money(amount) })
  const figure = figureOf(day)
  if (amount !== null)
    return t(figure === null ? "entry.enter" : figure.amount === amount ? "entry.confirm" : "entry.change", { amount: money(amount) })
  if (closed !== undefined) return t(closed ? "entry.close" : "entry.open")
  return t(note !== undefined ? "entry.save_note" : figure === null ? "entry.enter.plain" : "entry.change.plain")
}

const heldWords = (held: Situation["held"]) => {
  switch (held) {
    case "no":
      return [t("enter.restored"), t("enter.restored.text")]
    case "offline":
      return [t("enter.offline"), t("enter.offline.text")]
    case "unsent":
      return [t("enter.held"), t("enter.held.text")]
    case "online":
      return [t("enter.online"), t("enter.kept.text")]
    case "unanswered":
      return [t("enter.held.server"), t("enter.held.text")]
    case "kept":
      return [t("enter.kept"), t("enter.kept.text")]
  }
}

const renderHeld = ({ held, restored }: Situation) => {
  show(byId("held"), held !== "no" || restored)
  const [title = "", text = ""] = heldWords(held)
  setText(byId("held-title"), title)
  setText(byId("held-text"), text)
}

const titleOf = (shop: Shop, day: Day, calm: boolean) => {
  const late = day.date !== shop.today
  if (day.date > shop.today) return ""
  if (day.closed) return t("entry.closed")
  if (!isCounted(figureOf(day))) return t(late ? "enter.title.late" : "enter.title.today")
  return !calm ? t("enter.title.change") : late ? "" : t("enter.title.stands")
}

const whenOf = ({ openUntil, today }: Shop, { date }: Day) =>
  date === today && openUntil !== null ? t("day.open_until", { day: dayLabel(date), time: openUntil }) : dayLabel(date)

/** Updates everything that depends on the loaded data and on the typed text. */
export const renderForm = (situation: Situation) => {
  const { busy, day, editing, held, shop, why } = situation
  const locked = shop !== null && day !== null && isLocked(shop, day)
  const ahead = shop !== null && day !== null && day.date > shop.today
  fields.amount.disabled = fields.closed.checked || locked || ahead
  const wish = wishOf(day)
  const nothing = wish.amount === null && wish.closed === undefined && wish.note === undefined
  const typed = fields.amount.value !== ""
  const counted = day !== null && isCounted(figureOf(day))
  const untouched = counted && nothing && !typed && held === "no"
  // If no change has begun, the page shows only the amount.
  const calm = untouched && !editing
  renderHeld(situation)
  fields.amount.classList.toggle("long", fields.amount.value.length > 9)
  fields.amount.setAttribute("aria-invalid", String(wish.typedWrong))
  byId("hint").classList.toggle("fault", wish.typedWrong)
  setText(byId("hint"), wish.typedWrong ? amountFault(fields.amount.value) : hintOf(day))
  const form = byId("enter-form")
  form.dataset["mode"] = ahead ? "ahead" : locked ? "locked" : calm ? "calm" : "typing"
  if (shop !== null && day !== null) {
    form.dataset["late"] = String(day.date < shop.today && !counted && !day.closed)
    setText(byId("title"), titleOf(shop, day, calm || locked))
    setText(byId("when"), whenOf(shop, day))
    const [lead, need] = leadOf(shop, day, why, parseAmount(fields.amount.value))
    setText(byId("lead"), day.closed && !fields.closed.checked ? "" : lead)
    byId("lead").dataset["need"] = String(need)
    fields.closed.disabled = figureOf(day) !== null || locked
    renderStrip(day, { today: shop.today, calm: calm || locked, locked, untouched, me: shop.who.name })
    show(byId("limits"), shop.who.role === "entry")
    renderLate(shop, day.date, "late")
  }
  const send = byId("send") as HTMLButtonElement
  setText(send, buttonText(situation, wish))
  send.disabled = busy || (day === null ? held !== "offline" : wish.typedWrong || nothing)
  for (const id of ["confirm", "change"]) (byId(id) as HTMLButtonElement).disabled = busy
}
