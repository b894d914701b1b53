import { digitsIn } from "../../../../src/Domain/NumberFormat.ts"
import { weekdayName } from "../format/dates.ts"
import { locale, money } from "../format/money.ts"
import { t } from "../language.ts"
import { meanOf } from "../mean.ts"
import { figureOf, isCounted } from "./day.ts"
import type { Day } from "./day.ts"

/** An amount from a third to three times the usual one is plausible. */
const plausible = 3

/** An extra or missing zero makes ten times or a tenth of the usual amount, varied by how busy the day was. */
const nearTen = (ratio: number) => ratio >= 5 && ratio <= 20

const cents = (amount: number) => Math.round(amount * 100)

/**
 * Why an amount is doubtful; null if it is not. `ten` and `tenth`: of the stored figure. `more` and `less`: than the mean of its weekday.
 * `above` and `below`: the settings' range, as long as there is no mean; `highest` and `lowest`: the days near it, as long as there is
 * neither. `compared` is what the amount was compared with.
 */
export type Doubt = {
  kind: "ten" | "tenth" | "nothing" | "more" | "less" | "above" | "below" | "highest" | "lowest"
  compared: number
  times: number
}

/** The usual amounts of such a day, and what one above and one below them is called. */
const usualOf = (day: Expected) => {
  const mean = meanOf(day)
  if (mean !== null) return { most: mean, least: mean, high: "more" as const, low: "less" as const }
  if (day.range !== null)
    return { most: day.range.max, least: day.range.min, high: "above" as const, low: "below" as const }
  const { max: most, min: least } = day.recent ?? { max: 0, min: 0 }
  return { most, least, high: "highest" as const, low: "lowest" as const }
}

type Expected = Pick<Day, "date" | "mean4" | "mean4_days" | "range"> & { recent?: { min: number; max: number } }

export const doubtOf = (day: Pick<Day, "amount" | "source" | "is_final"> & Expected, amount: number): Doubt | null => {
  const stored = figureOf(day)
  if (stored !== null && stored.amount !== 0 && isCounted(stored)) {
    if (cents(amount) === cents(stored.amount) * 10) return { kind: "ten", compared: stored.amount, times: 10 }
    if (cents(amount) * 10 === cents(stored.amount)) return { kind: "tenth", compared: stored.amount, times: 10 }
  }
  const { high, least, low, most } = usualOf(day)
  if (most === 0) return null
  if (amount === 0) return { kind: "nothing", compared: least, times: 0 }
  if (amount > most * plausible) return { kind: high, compared: most, times: amount / most }
  if (amount * plausible < least) return { kind: low, compared: least, times: least / amount }
  return null
}

/** `10` or `3.4`, in Germany `3,4`. */
const rounded = (times: number) => digitsIn(locale(), times, times >= 9.95 || Number.isInteger(Math.round(times * 10) / 10) ? 0 : 1)

/** What the question supposes was typed wrongly. */
const guess = ({ kind, times }: Doubt) => {
  if (kind === "nothing") return ""
  if (!nearTen(times)) return t("doubt.typo")
  return t(kind === "ten" || isMore(kind) ? "doubt.zero.more" : "doubt.zero.less")
}

const isMore = (kind: Doubt["kind"]) => ["more", "above", "highest"].includes(kind)

/** Beyond this multiple of the usual amount, it is typed a second time: one tap has stored 5,120,451,204 for 51,204. */
const beyond = 100

export const isBeyond = (doubt: Doubt | null): doubt is Doubt => doubt !== null && isMore(doubt.kind) && doubt.times > beyond

/** Whether the answer "no" leaves the stored figure as it is. */
export const isOfStored = (doubt: Doubt | null) => doubt?.kind === "ten" || doubt?.kind === "tenth"

const valuesOf = ({ date }: Day, amount: number, { compared, times }: Doubt) => ({
  amount: money(amount),
  compared: money(compared),
  weekday: weekdayName(date),
  times: rounded(times)
})

/** What is said of an amount that is to be typed a second time. */
export const againSentence = (day: Day, amount: number, doubt: Doubt) =>
  t(`doubt.${doubt.kind}`, valuesOf(day, amount, doubt)) + t("doubt.again")

/** The question about a doubtful amount, and its answers. */
export const doubtWords = (day: Day, amount: number, doubt: Doubt) => {
  const values = valuesOf(day, amount, doubt)
  return {
    title: t(`doubt.${doubt.kind}`, values) + guess(doubt),
    yes: t("question.yes.doubt", values),
    ...(isOfStored(doubt) ? { no: t("doubt.back", values) } : {})
  }
}
