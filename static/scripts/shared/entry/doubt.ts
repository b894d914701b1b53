import { weekdayName } from "../format/dates.ts"
import { money, roundMoney } from "../format/money.ts"
import { t } from "../language.ts"
import { figureOf, isCounted } from "./day.ts"
import type { Day } from "./day.ts"

/** Until a shop's amounts show how much they differ, one from a third to three times the usual one is plausible. */
const plausible = 3

/** An extra or missing zero makes ten times or a tenth of the usual amount, varied by how busy the day was. */
const nearTen = (ratio: number) => ratio >= 5 && ratio <= 20

const cents = (amount: number) => Math.round(amount * 100)

/** Why an amount is doubtful: `ten` times or a `tenth` of the stored figure, or `more` or `less` than usual, or `nothing`. */
export type Doubt = {
  kind: "ten" | "tenth" | "nothing" | "more" | "less"
  compared: number
  times: number
}

/** null if the amount is plausible (rule 6.30). */
export const doubtOf = (day: Pick<Day, "amount" | "source" | "is_final" | "usual">, amount: number): Doubt | null => {
  const stored = figureOf(day)
  if (stored !== null && stored.amount !== 0 && isCounted(stored)) {
    if (cents(amount) === cents(stored.amount) * 10) return { kind: "ten", compared: stored.amount, times: 10 }
    if (cents(amount) * 10 === cents(stored.amount)) return { kind: "tenth", compared: stored.amount, times: 10 }
  }
  const { amount: usual, bounds } = day.usual ?? { amount: 0, bounds: null }
  if (usual === 0) return null
  if (amount === 0) return { kind: "nothing", compared: usual, times: 0 }
  const { high, low } = bounds ?? { low: usual / plausible, high: usual * plausible }
  if (amount > high) return { kind: "more", compared: usual, times: amount / usual }
  return amount < low ? { kind: "less", compared: usual, times: usual / amount } : null
}

/** What the question supposes was typed wrongly. */
const guess = ({ kind, times }: Doubt) => {
  if (kind === "nothing") return ""
  if (!nearTen(times)) return t("doubt.typo")
  return t(kind === "ten" || kind === "more" ? "doubt.zero.more" : "doubt.zero.less")
}

/** Beyond this multiple of the usual amount, it is typed a second time: one tap has stored 5,120,451,204 for 51,204. */
const beyond = 100

export const isBeyond = (doubt: Doubt | null): doubt is Doubt => doubt?.kind === "more" && doubt.times > beyond

/** Whether the answer "no" leaves the stored figure as it is. */
export const isOfStored = (doubt: Doubt | null) => doubt?.kind === "ten" || doubt?.kind === "tenth"

const sentence = ({ date }: Pick<Day, "date">, amount: number, doubt: Doubt) => {
  const { compared, kind } = doubt
  const values = { amount: money(amount), compared: isOfStored(doubt) ? money(compared) : roundMoney(compared), weekday: weekdayName(date) }
  return t(kind === "more" || kind === "less" ? "doubt.usual" : `doubt.${kind}`, values)
}

/** What is said of an amount that is to be typed a second time. */
export const againSentence = (day: Pick<Day, "date">, amount: number, doubt: Doubt) => sentence(day, amount, doubt) + t("doubt.again")

/** The question about a doubtful amount, and its answers. */
export const doubtWords = (day: Pick<Day, "date">, amount: number, doubt: Doubt) => ({
  title: sentence(day, amount, doubt) + guess(doubt),
  yes: t("question.yes.doubt", { amount: money(amount) }),
  ...(isOfStored(doubt) ? { no: t("doubt.back", { compared: money(doubt.compared) }) } : {})
})
