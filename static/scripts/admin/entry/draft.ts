import { mine } from "../../shared/mine.ts"
import type { Kept } from "../../shared/mine.ts"
import { fields, wishOf } from "./form.ts"
import type { Day } from "./form.ts"

/** `note` and `closed` are null where they are as the day has them */
type Draft = {
  date: string
  amount: string
  reason: string
  actor: string
  withdrawal: string
  note: string | null
  closed: boolean | null
}

const draft: Kept<Draft> = mine.adminDraft

/** The stored text for a day. Text that was stored for a different day is dropped. */
const of = (date: string) => {
  const kept = draft.get()
  if (kept === null || kept.date === date) return kept
  draft.drop()
  return null
}

/**
 * Stores the typed text in this tab, so that it is not lost if the session ends.
 * @param day null until it is known
 */
export const keepTyped = (date: string, day: Day | null) => {
  const before = of(date)
  const marks = day === null
    ? { note: before?.note ?? null, closed: before?.closed ?? null }
    : {
      note: wishOf(day).note === undefined ? null : fields.note.value,
      closed: fields.closed.checked === day.closed ? null : fields.closed.checked
    }
  const typed = {
    date,
    amount: fields.amount.value,
    reason: fields.reason.value,
    actor: fields.actor.value,
    withdrawal: fields.withdrawal.value,
    ...marks
  }
  const texts = typed.amount + typed.reason + typed.withdrawal
  if (texts === "" && typed.note === null && typed.closed === null) draft.drop()
  else draft.keep(typed)
}

/** Restores the text that was typed for a day, except in the fields that depend on the stored day. */
export const putBackAmount = (date: string) => {
  const kept = of(date)
  fields.amount.value = kept?.amount ?? ""
  fields.reason.value = kept?.reason ?? ""
  fields.withdrawal.value = kept?.withdrawal ?? ""
  if (kept !== null) fields.actor.value = kept.actor
}

/** Restores the mark that was typed over the day's stored one. */
export const putBackMarks = (date: string) => {
  const kept = of(date)
  if (kept?.note != null) fields.note.value = kept.note
  if (kept?.closed != null && !fields.closed.disabled) fields.closed.checked = kept.closed
}

/** Drops the typed text, and the reason for withdrawing the previous amount. */
export const dropTyped = () => {
  fields.withdrawal.value = ""
  draft.drop()
}
