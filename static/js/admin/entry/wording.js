// @ts-check
import { figureOf } from "../../shared/entry/day.js"
import { doubtOf, doubtWords, isOfStored } from "../../shared/entry/doubt.js"
import { told } from "../../shared/entry/told.js"
import { dayLabel, weekdayName } from "../../shared/format/dates.js"
import { money } from "../../shared/format/money.js"
import { t } from "../../shared/language.js"
import { meanOf } from "../../shared/mean.js"

/**
 * The question before an amount is saved; null if a counted amount is only confirmed. `keeps`: the answer "no" keeps the stored figure.
 * @param {import("../../shared/entry/day.js").Day} day @param {number} amount
 * @returns {{ doubtful: boolean, keeps: boolean, words: () => import("../../shared/entry/question.js").Wording } | null}
 */
export const questionOf = (day, amount) => {
  const figure = figureOf(day)
  const doubt = doubtOf(day, amount)
  if (doubt === null && figure?.amount === amount) return null
  const wording = () => {
    const values = { day: dayLabel(day.date), amount: money(amount), before: money(figure?.amount ?? null) }
    const mean = meanOf(day)
    const usual = mean === null ? "" : t("question.usual", { n: day.mean4_days, weekday: weekdayName(day.date), amount: money(mean) })
    const asked = doubt !== null
      ? doubtWords(day, amount, doubt)
      : figure === null
      ? { title: t("question.first", values), yes: t("question.yes.first", values) }
      : { title: t("question.change", values), yes: t("question.yes.change", values) }
    return { ...asked, detail: usual + t("entry.lead", { told: told(day) }) }
  }
  return { doubtful: doubt !== null, keeps: isOfStored(doubt), words: wording }
}
