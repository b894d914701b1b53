// @ts-check
import { digitsIn } from "../../../../src/Domain/NumberFormat.ts"
import { weekdayName } from "../format/dates.js"
import { locale, money } from "../format/money.js"
import { t } from "../language.js"
import { meanOf } from "../mean.js"
import { figureOf, isCounted } from "./day.js"

/** An amount from a third to three times the usual one is plausible. */
const plausible = 3

/** An extra or missing zero makes ten times or a tenth of the usual amount, varied by how busy the day was. */
const nearTen = (/** @type {number} */ ratio) => ratio >= 5 && ratio <= 20

const cents = (/** @type {number} */ amount) => Math.round(amount * 100)

/**
 * Why an amount is doubtful; null if it is not. `ten` and `tenth`: of the stored figure. `more` and `less`: than the mean of its weekday.
 * `above` and `below`: the settings' range, as long as there is no mean; `highest` and `lowest`: the days near it, as long as there is
 * neither. `compared` is what the amount was compared with.
 * @typedef {{
 *   kind: "ten" | "tenth" | "nothing" | "more" | "less" | "above" | "below" | "highest" | "lowest", compared: number, times: number
 * }} Doubt
 */

/** The usual amounts of such a day, and what one above and one below them is called. @param {Expected} day */
const usualOf = (day) => {
  const mean = meanOf(day)
  if (mean !== null) return { most: mean, least: mean, high: /** @type {const} */ ("more"), low: /** @type {const} */ ("less") }
  if (day.range !== null)
    return { most: day.range.max, least: day.range.min, high: /** @type {const} */ ("above"), low: /** @type {const} */ ("below") }
  const { max: most, min: least } = day.recent ?? { max: 0, min: 0 }
  return { most, least, high: /** @type {const} */ ("highest"), low: /** @type {const} */ ("lowest") }
}

/** @typedef {Pick<import("./day.js").Day, "date" | "mean4" | "mean4_days" | "range"> & { recent?: { min: number, max: number } }} Expected */

/**
 * @param {Pick<import("./day.js").Day, "amount" | "source" | "is_final"> & Expected} day @param {number} amount
 * @returns {Doubt | null}
 */
export const doubtOf = (day, amount) => {
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

/** `10` or `3.4`, in Germany `3,4`. @param {number} times */
const rounded = (times) => digitsIn(locale(), times, times >= 9.95 || Number.isInteger(Math.round(times * 10) / 10) ? 0 : 1)

/** What the question supposes was typed wrongly. @param {Doubt} doubt */
const guess = ({ kind, times }) => {
  if (kind === "nothing") return ""
  if (!nearTen(times)) return t("doubt.typo")
  return t(kind === "ten" || isMore(kind) ? "doubt.zero.more" : "doubt.zero.less")
}

/** @param {Doubt["kind"]} kind */
const isMore = (kind) => ["more", "above", "highest"].includes(kind)

/** Beyond this multiple of the usual amount, it is typed a second time: one tap has stored 5,120,451,204 for 51,204. */
const beyond = 100

/** @param {Doubt | null} doubt @returns {doubt is Doubt} */
export const isBeyond = (doubt) => doubt !== null && isMore(doubt.kind) && doubt.times > beyond

/** Whether the answer "no" leaves the stored figure as it is. @param {Doubt | null} doubt */
export const isOfStored = (doubt) => doubt?.kind === "ten" || doubt?.kind === "tenth"

/** @param {import("./day.js").Day} day @param {number} amount @param {Doubt} doubt */
const valuesOf = ({ date }, amount, { compared, times }) => ({
  amount: money(amount),
  compared: money(compared),
  weekday: weekdayName(date),
  times: rounded(times)
})

/** What is said of an amount that is to be typed a second time. @param {import("./day.js").Day} day @param {number} amount @param {Doubt} doubt */
export const againSentence = (day, amount, doubt) => t(`doubt.${doubt.kind}`, valuesOf(day, amount, doubt)) + t("doubt.again")

/**
 * The question about a doubtful amount, and its answers.
 * @param {import("./day.js").Day} day @param {number} amount @param {Doubt} doubt
 */
export const doubtWords = (day, amount, doubt) => {
  const values = valuesOf(day, amount, doubt)
  return {
    title: t(`doubt.${doubt.kind}`, values) + guess(doubt),
    yes: t("question.yes.doubt", values),
    ...(isOfStored(doubt) ? { no: t("doubt.back", values) } : {})
  }
}
