import { figureOf } from "../../shared/entry/day.ts"
import type { Day } from "../../shared/entry/day.ts"
import { doubtOf, doubtWords, isOfStored } from "../../shared/entry/doubt.ts"
import type { Wording } from "../../shared/entry/question.ts"
import { told } from "../../shared/entry/told.ts"
import { dayLabel } from "../../shared/format/dates.ts"
import { money } from "../../shared/format/money.ts"
import { t } from "../../shared/language.ts"

/** The question before an amount is saved; null if a counted amount is only confirmed. `keeps`: the answer "no" keeps the stored figure. */
export const questionOf = (day: Day, amount: number): { doubtful: boolean; keeps: boolean; words: () => Wording } | null => {
  const figure = figureOf(day)
  const doubt = doubtOf(day, amount)
  if (doubt === null && figure?.amount === amount) return null
  const wording = () => {
    const values = { day: dayLabel(day.date), amount: money(amount), before: money(figure?.amount ?? null) }
    const asked = doubt !== null
      ? doubtWords(day, amount, doubt)
      : figure === null
      ? { title: t("question.first", values), yes: t("question.yes.first", values) }
      : { title: t("question.change", values), yes: t("question.yes.change", values) }
    return { ...asked, detail: t("entry.lead", { told: told(day) }) }
  }
  return { doubtful: doubt !== null, keeps: isOfStored(doubt), words: wording }
}
