// @ts-check
import { dayLabel, weekdayName } from "../../shared/format/dates.js"
import { money } from "../../shared/format/money.js"
import { t } from "../../shared/language.js"
import { figureOf } from "./day.js"
import { doubtOf } from "./doubt.js"

/** `10` or `3.4`. @param {number} times */
const rounded = (times) => String(times >= 9.95 ? Math.round(times) : Math.round(times * 10) / 10)

/** @param {import("./day.js").Day} day @param {number} amount @param {NonNullable<ReturnType<typeof doubtOf>>} doubt */
const doubtSentence = (day, amount, { kind, times, zero }) =>
  t(`doubt.${kind}`, { amount: money(amount), weekday: weekdayName(day.date), times: rounded(times) }) +
  (kind === "nothing" ? "" : t(zero ? `doubt.${kind}.zero` : "doubt.typo"))

/**
 * What is asked before an amount is saved; null where it needs no question: a counted amount that is confirmed.
 * @param {import("./day.js").Day} day @param {number} amount
 * @returns {{ doubtful: boolean, words: () => import("./question.js").Wording } | null}
 */
export const questionOf = (day, amount) => {
  const figure = figureOf(day)
  const doubt = doubtOf(amount, day.mean4)
  if (doubt === null && figure?.amount === amount) return null
  const wording = () => {
    const values = { day: dayLabel(day.date), amount: money(amount), before: money(figure?.amount ?? null) }
    const usual = day.mean4 === null ? "" : t("question.usual", { weekday: weekdayName(day.date), amount: money(day.mean4) })
    return {
      title: doubt !== null ? doubtSentence(day, amount, doubt) : t(figure === null ? "question.first" : "question.change", values),
      detail: usual + t(figure === null ? "question.told.entered" : "question.told.corrected"),
      yes: t(doubt !== null ? "question.yes.doubt" : figure === null ? "question.yes.first" : "question.yes.change", values)
    }
  }
  return { doubtful: doubt !== null, words: wording }
}
