import { actorName } from "../../shared/actor.ts"
import { byId, el, setText, show } from "../../shared/dom.ts"
import { figureOf, isSoFar } from "../../shared/entry/day.ts"
import type { Day } from "../../shared/entry/day.ts"
import { told } from "../../shared/entry/told.ts"
import { fullDate, shortDate, weekdayName } from "../../shared/format/dates.ts"
import { difference, money, roundMoney, signedMoney } from "../../shared/format/money.ts"
import { hourMinute } from "../../shared/format/times.ts"
import { amountFault, parseAmount } from "../../shared/format/typed.ts"
import { t } from "../../shared/language.ts"
import { may, myName } from "../me.ts"

export type { Day }

const input = (id: string): HTMLInputElement => byId(id)

export const fields = {
  date: input("entry-date"),
  amount: input("entry-amount"),
  reason: input("entry-reason"),
  note: input("entry-note"),
  closed: input("entry-closed"),
  actor: input("entry-actor"),
  /** The field for the reason of a withdrawal. */
  withdrawal: input("withdraw-reason")
}

/** What the form would change, compared with the stored day. */
export const wishOf = (day: Day) => {
  const amount = parseAmount(fields.amount.value)
  const note = fields.note.value.trim()
  const { checked } = fields.closed
  return {
    amount,
    typedWrong: fields.amount.value.trim() !== "" && amount === null,
    // A figure also opens a closed day.
    closed: checked === day.closed || amount !== null ? undefined : checked,
    note: note === day.note ? undefined : note
  }
}

export type Wish = ReturnType<typeof wishOf>

/** Shows the stored day in the fields that may be left unchanged. */
export const fill = (day: Day) => {
  fields.note.value = day.note
  fields.closed.checked = day.closed
}

/** Empties and disables the fields until the day is loaded, which would overwrite a typed mark. */
export const waitForDay = () => {
  fields.note.disabled = fields.closed.disabled = true
  fields.note.value = ""
  fields.closed.checked = false
  for (const id of ["entry-before", "entry-before-note", "entry-beside", "entry-beside-note", "entry-echo", "entry-lead"])
    setText(byId(id), "")
  for (const id of ["entry-reason-field", "entry-withdraw"]) show(byId(id), false)
  show(byId("entry-actor-field"), myName() === undefined)
  const send = byId("entry-send") as HTMLButtonElement
  setText(send, t("entry.enter.plain"))
  send.disabled = true
}

const before = (day: Day) => {
  const figure = figureOf(day)
  if (isSoFar(day)) {
    const parts = [t("so_far"), day.by && actorName(day.by), day.at && hourMinute(day.at)]
    setText(byId("entry-before"), money(day.amount))
    byId("entry-before").className = "none"
    setText(byId("entry-before-note"), parts.filter(Boolean).join(" · "))
    return
  }
  setText(byId("entry-before"), figure === null ? t(day.closed ? "entry.closed" : "entry.none") : money(figure.amount))
  byId("entry-before").className = figure === null ? "none" : figure.source
  byId("entry-before-note").replaceChildren(...(figure === null ? [] : [
    el("span", { class: figure.source }, t(`source.${figure.source}`)),
    ...(day.by && figure.source !== "generated" ? [` · ${actorName(day.by)}`] : []),
    ...(day.at ? [" · ", el("span", { class: "together" }, shortDate(day.at.slice(0, 10)))] : [])
  ]))
}

const beside = (day: Day, amount: number | null) => {
  const figure = figureOf(day)
  const usual = day.usual === null
    ? ""
    : t("entry.usual", { weekday: weekdayName(day.date), amount: roundMoney(day.usual.amount) })
  const isChange = figure !== null && amount !== null
  show(byId("entry-beside-part"), isChange || usual !== "")
  show(byId("entry-beside-title"), isChange)
  setText(byId("entry-beside-note"), usual)
  if (isChange) {
    const change = difference(amount, figure.amount)
    setText(byId("entry-beside-title"), t("correct.difference"))
    const text = signedMoney(change)
    // Without this, a line could break after the sign.
    byId("entry-beside").replaceChildren(
      ...(change === 0 ? [t("entry.same")] : [el("span", { class: "together" }, text.slice(0, 2)), text.slice(2)])
    )
  } else setText(byId("entry-beside"), "")
}

const buttonText = (day: Day, { amount, closed, note, typedWrong }: Wish) => {
  const figure = figureOf(day)
  if (typedWrong) return t(figure === null ? "entry.enter.plain" : "entry.change.plain")
  if (amount !== null)
    return t(figure === null ? "entry.enter" : figure.amount === amount ? "entry.confirm" : "entry.change", { amount: money(amount) })
  if (closed !== undefined) return t(closed ? "entry.close" : "entry.open")
  if (note !== undefined) return t("entry.save_note")
  return t(figure === null ? "entry.enter.plain" : "entry.change.plain")
}

/** @param openUntil when today ends, from midnight on */
export const renderDate = (date: string, today: string, openUntil: string | null) => {
  const day = fullDate(date)
  setText(byId("entry-day"), date === today && openUntil !== null ? t("day.open_until", { day, time: openUntil }) : day)
  fields.amount.disabled = date > today
}

/** Updates everything that depends on the day and on the typed text. */
export const renderForm = (day: Day, { busy, today }: { today: string; busy: boolean }) => {
  const wish = wishOf(day)
  const figure = figureOf(day)
  const ahead = day.date > today
  before(day)
  beside(day, wish.amount)
  setText(byId("entry-amount-label"), t(figure === null ? "entry.amount" : "entry.new_amount"))
  setText(byId("entry-echo"),
    wish.typedWrong ? amountFault(fields.amount.value) : ahead ? t("entry.ahead") : wish.amount === null ? "" : money(wish.amount))
  byId("entry-echo").classList.toggle("fault", wish.typedWrong)
  fields.amount.setAttribute("aria-invalid", String(wish.typedWrong))
  show(byId("entry-reason-field"), figure !== null)
  fields.note.disabled = false
  fields.closed.disabled = figure !== null
  show(byId("entry-withdraw"), figure !== null && may("manager"))
  setText(byId("entry-send"), buttonText(day, wish))
  const name = myName()
  setText(byId("entry-lead"), (name === undefined ? "" : t("entry.lead.name", { name })) +
    t(wish.amount === null && (wish.closed !== undefined || wish.note !== undefined) ? "entry.lead.note" : "entry.lead", {
      told: told(day)
    }))
  const send = byId("entry-send") as HTMLButtonElement
  send.disabled = busy || wish.typedWrong || (wish.amount === null && wish.closed === undefined && wish.note === undefined)
}
