import type { Day } from "../shared/entry/day.ts"
import { isDate } from "../shared/format/dates.ts"
import { parseAmount } from "../shared/format/typed.ts"
import { mine } from "../shared/mine.ts"
import type { Kept } from "../shared/mine.ts"

/** null while the page does not know its day */
export type Seen = Pick<Day, "amount" | "at" | "source" | "is_final"> | null

/** `date` is null while the page does not know its day; `asked` is the day that the address named; `at` is when the amount was typed, in milliseconds by this device's clock; `said`: the amount with its currency, which the sign-in page does not know; `tried`: it was sent, and no answer came; `seen`: the figure that the page showed as the typing began */
export type Draft = {
  date: string | null
  asked: string | null
  at: number
  amount: string
  said?: string
  note: string
  reason: string
  closed: boolean
  tried: boolean
  seen: Seen
}

const kept: Kept<Draft[]> = mine.phoneDraft

const all = () => {
  const drafts = kept.get()
  return Array.isArray(drafts) ? drafts : []
}

const keepAll = (drafts: Draft[]) => drafts.length === 0 ? kept.drop() : kept.keep(drafts)

const without = (date: string | null) => all().filter((each) => each.date !== date)

/**
 * The shop's business date at which the text was typed.
 * @param now the shop's time
 * @param endsAt of a day that does not end at midnight
 */
const dateAt = (at: number, now: string, endsAt: string | undefined) => {
  const sinceMidnight = endsAt === undefined ? 0 : Date.parse(`1970-01-01T${endsAt.slice(11, 19)}Z`)
  return new Date(Date.parse(`${now.slice(0, 19)}Z`) - (Date.now() - at) - sinceMidnight).toISOString().slice(0, 10)
}

/** Text that was typed but not saved; one draft per day. It survives a reload, and is sent only by a tap. */
export const drafts = {
  all,
  of: (date: string | null) => all().find((each) => each.date === date) ?? null,
  keep: (draft: Draft) => keepAll([...without(draft.date), draft]),
  drop: (date: string | null) => keepAll(without(date)),
  /**
   * Assigns text that was typed before any day was known: to the day in the address at that time, otherwise to the visible day, or
   * to the earlier date on which it was typed. Returns that day, or null if there is no such text.
   */
  settle: (shown: string, { endsAt, now, today }: { now: string; today: string; endsAt: string | undefined }) => {
    const draft = all().find(({ date }) => date === null)
    if (draft === undefined) return null
    const typed = dateAt(draft.at, now, endsAt)
    const { asked } = draft
    const date = asked !== null && isDate(asked) && asked <= today ? asked : typed < today ? typed : shown
    keepAll([...without(null).filter((each) => each.date !== date), { ...draft, date }])
    return date
  }
}

/**
 * What happened to a save without a response: it has `arrived`, somebody has `changed` the figure that it should have replaced, or
 * it is unknown.
 * @param day as it stands now
 */
export const fateOf = ({ amount, closed, note, seen }: Draft, day: Day, me: string) => {
  const isSame = day.amount === (seen?.amount ?? null) && day.at === (seen?.at ?? null)
  if (amount.trim() === "" && isSame) return day.closed === closed && day.note === note.trim() ? "arrived" : "open"
  if (isSame) return "open"
  return day.amount === parseAmount(amount) && day.by === me ? "arrived" : "changed"
}
