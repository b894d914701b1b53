import { byId } from "../../shared/dom.ts"
import { askAgain } from "../../shared/entry/conflict.ts"
import { isPastCutoff } from "../../shared/entry/cutoff.ts"
import { askDay, figureOf } from "../../shared/entry/day.ts"
import type { Day } from "../../shared/entry/day.ts"
import { makeQuestion } from "../../shared/entry/question.ts"
import { isOpen } from "../../shared/entry/save.ts"
import { afterUndo, currentOf, standingSentence } from "../../shared/entry/standing.ts"
import type { Standing } from "../../shared/entry/standing.ts"
import { toldLater } from "../../shared/entry/told.ts"
import { addDays, dayLabel } from "../../shared/format/dates.ts"
import { money } from "../../shared/format/money.ts"
import { t } from "../../shared/language.ts"
import type { Clock } from "../../shared/live/clock.ts"
import { sentenceOf } from "../../shared/result.ts"
import { remembered } from "../../shared/store.ts"
import { openByTouch } from "../date-field.ts"
import type { Room } from "../main.ts"
import { myName } from "../me.ts"
import { askedDate } from "./address.ts"
import { startAwaiting } from "./awaiting.ts"
import { dropTyped, keepTyped, putBackAmount, putBackMarks } from "./draft.ts"
import { fields, fill, renderDate, renderForm, waitForDay, wishOf } from "./form.ts"
import type { Wish } from "./form.ts"
import { makeOutcome } from "./outcome.ts"
import { save } from "./save.ts"
import { startUndo } from "./undo.ts"
import { makeWithdrawal } from "./withdraw.ts"
import { questionOf } from "./wording.ts"

/** How many days ahead a day may be marked closed or get a note. */
const daysAhead = 366

/** The room in which a day gets its amount or note, or is marked closed. */
export const startEntry = (clock: Clock): Room => {
  /** The chosen day as stored; null until it is loaded. */
  let day: Day | null = null
  let date = ""
  let asking = 0
  /** True from a tap on save or withdraw until that is done. A second tap does nothing. */
  let busy = false
  /** True until the response to a request arrives. The day cannot be changed meanwhile. */
  let sending = false
  const awaiting = startAwaiting()
  const question = makeQuestion()
  const withdrawal = makeWithdrawal()
  const outcome = makeOutcome()
  const undo = startUndo({
    who: () => who(),
    chosen: () => date,
    done: ({ date: undone }, after) => {
      outcome.say("good", () => t("undo.done", { day: dayLabel(undone), stands: afterUndo(after, today()) }))
      void renew()
    },
    failed: (error) => outcome.say("bad", () => sentenceOf(error)),
    changed: (current) => outcome.say("bad", () => t("undo.changed", { stands: standingSentence(current, today()) }))
  })

  const today = () => clock.known() ? clock.today() : date
  const cutoff = () => ({ ...awaiting.next(), now: clock.instant() })
  const who = (): Record<string, string> => {
    const actor = fields.actor.value.trim()
    return actor === "" || myName() !== undefined ? {} : { actor }
  }

  const forget = () => {
    day = null
    waitForDay()
  }

  const render = () => {
    if (date === "") return
    renderDate(date, today(), clock.openUntil())
    if (day !== null) renderForm(day, { busy, today: today() })
  }

  const look = async () => {
    // The response to an earlier request may arrive later, and is outdated.
    const mine = ++asking
    if (date === "") return
    try {
      const found = await askDay(date)
      if (mine !== asking) return
      const wish = day === null ? null : wishOf(day)
      // A field in which the person is typing keeps its text; the others follow the day.
      if (wish === null || (wish.note === undefined && fields.closed.checked === day?.closed)) fill(found)
      if (wish === null) putBackMarks(date)
      day = found
      render()
      if (wish === null && fields.withdrawal.value !== "" && byId("entry-withdraw").offsetParent !== null) void withdraw()
    } catch (error) {
      // The outcome of a save stays visible, even if the day cannot be loaded again.
      if (mine === asking && !outcome.speaks()) outcome.say("bad", () => sentenceOf(error), false)
    }
  }
  const renew = () => Promise.all([look(), awaiting.load()])

  const choose = (next: string) => {
    if (!sending && next !== "" && next !== date) {
      date = next
      forget()
      question.drop()
      withdrawal.drop()
      outcome.clear()
      fields.date.value = next
      putBackAmount(next)
      awaiting.choose(next)
      history.replaceState(null, "", `${location.pathname}#entry=${next}`)
    }
    render()
    void look()
  }

  const once = async (change: () => Promise<void>) => {
    if (busy) return
    busy = true
    undo.drop()
    render()
    try {
      await change()
    } catch (error) {
      outcome.say("bad", () => isOpen(error) ? t("entry.open_answer") : sentenceOf(error))
    }
    busy = sending = false
    await renew()
  }

  const begin = () => {
    sending = true
    outcome.say("wait", () => t("working"), false)
  }

  /** Takes over the stored day, and keeps the typed text. */
  const adopt = (seen: Day, current: Standing) => {
    if (wishOf(seen).note === undefined) fields.note.value = current.note
    fields.closed.checked = current.closed
    const now = { ...seen, ...current }
    day = now
    sending = false
    render()
    return now
  }

  /** Saves the typed text for the visible day. If another person has changed the day, it asks first. */
  const saveOrAsk = async (stood: Day): Promise<void> => {
    const wish = wishOf(stood)
    try {
      await carryOut(stood, wish)
    } catch (error) {
      const current = currentOf(error)
      if (current === undefined) throw error
      outcome.clear()
      const now = adopt(stood, current)
      const conflict = { current, amount: wish.amount, seen: stood, group: stood.group, today: today(), now: clock.instant() }
      const answer = await askAgain(conflict, { ask: question.ask, say: outcome.say })
      if (answer === true) return saveOrAsk(now)
      if (answer === false) {
        fields.amount.value = fields.reason.value = ""
        keepTyped(stood.date, now)
      }
    }
  }

  const carryOut = async (stood: Day, { amount, closed, note }: Wish) => {
    if (amount === null && closed === undefined && note === undefined) return
    begin()
    const expected = figureOf(stood)
    const words = { ...(note === undefined ? {} : { note }), ...who() }
    if (amount === null) {
      await save("PUT", `days/${stood.date}`, { ...(closed === undefined ? {} : { closed }), ...words }, expected)
      const kind = closed === undefined ? "noted" : closed ? "closed" : "opened"
      const later = () => toldLater(kind, stood, isPastCutoff(cutoff(), stood.date))
      outcome.say("good", () => t(kind === "closed" ? "entry.closed_now" : `entry.${kind}`, { day: dayLabel(stood.date), later: later() }))
    } else {
      const reason = expected === null ? "" : fields.reason.value.trim()
      const body = { date: stood.date, amount, ...(reason === "" ? {} : { reason }), ...words }
      const { before } = await save("PUT", "turnover", body, expected)
      fields.amount.value = fields.reason.value = ""
      fields.closed.checked = false
      keepTyped(stood.date, stood)
      const kind = figureOf(before) === null ? "entered" : before.amount === amount ? "confirmed" : "changed"
      outcome.say("good", () => t(`entry.${kind}`, { day: dayLabel(stood.date), before: money(before.amount), amount: money(amount) }))
    }
    void undo.look()
    remembered.set("actor", fields.actor.value.trim())
    dropTyped()
    forget()
  }

  const submit = () =>
    once(async () => {
      if (day === null) return
      const stood = day
      const { amount } = wishOf(stood)
      const asked = amount === null ? null : questionOf(stood, amount)
      const answer = asked === null || await question.ask(asked.words, asked.doubtful)
      if (answer === false && asked?.keeps) {
        fields.amount.value = fields.reason.value = ""
        keepTyped(stood.date, stood)
        return outcome.say("good", () => t("conflict.kept", { stands: standingSentence(stood, today()) }))
      }
      // The day may have been loaded again meanwhile; only another date takes the focus elsewhere.
      if (answer !== true) return date === stood.date ? fields.amount.focus() : undefined
      await saveOrAsk(stood)
    })

  const withdraw = () =>
    once(async () => {
      const before = day === null ? null : figureOf(day)
      if (day === null || before === null) return
      const stood = day
      const reason = await withdrawal.ask(stood)
      if (reason !== null) begin()
      try {
        const answer = reason === null ? null : await save("DELETE", `turnover/${stood.date}`, { reason, ...who() }, before)
        fields.withdrawal.value = ""
        keepTyped(date, day)
        if (answer === null) return
        outcome.say("good", () => t("entry.withdrawn", { day: dayLabel(stood.date), amount: money(before.amount) }))
        void undo.look()
      } catch (error) {
        const current = currentOf(error)
        if (current === undefined) throw error
        adopt(stood, current)
        const conflict = { current, amount: null, seen: stood, group: stood.group, today: today(), now: clock.instant() }
        await askAgain(conflict, { ask: question.ask, say: outcome.say })
      }
    })

  byId("entry-form").addEventListener("submit", (event) => {
    event.preventDefault()
    void submit()
  })
  byId("entry-withdraw").addEventListener("click", () => void withdraw())
  byId("entry-previous").addEventListener("click", () => choose(addDays(date, -1)))
  byId("entry-next").addEventListener("click", () => choose(addDays(date, 1)))
  fields.date.addEventListener("change", () => choose(fields.date.value))
  for (const field of [fields.amount, fields.note, fields.closed]) field.addEventListener("input", render)
  for (const field of [fields.amount, fields.note, fields.closed, fields.reason, fields.actor, fields.withdrawal])
    field.addEventListener("input", () => keepTyped(date, day))
  // The question was about the previous amount.
  fields.amount.addEventListener("input", question.drop)
  openByTouch(fields.date)
  fields.actor.value = remembered.get("actor") ?? ""

  const open = () => {
    if (clock.known()) fields.date.max = addDays(clock.today(), daysAhead)
    void awaiting.load()
    void undo.look()
    choose(askedDate() ?? (date === "" && clock.known() ? clock.today() : date))
  }
  return {
    open,
    // An open dialog in a hidden room would block the other rooms.
    close: withdrawal.drop,
    glance: () => void awaiting.load(),
    changed: () => {
      if (!busy) void renew()
    },
    relabel: () => {
      render()
      awaiting.relabel()
      question.relabel()
      undo.relabel()
    }
  }
}
