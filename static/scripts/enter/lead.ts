import { isPastCutoff } from "../shared/entry/cutoff.ts"
import { figureOf, isCounted } from "../shared/entry/day.ts"
import type { Day } from "../shared/entry/day.ts"
import { addDays, dayLabel } from "../shared/format/dates.ts"
import { money } from "../shared/format/money.ts"
import { hourMinute } from "../shared/format/times.ts"
import { t } from "../shared/language.ts"
import { asking, closing, toCome } from "../shared/to-come.ts"
import type { Situation } from "./form.ts"
import { entryDays, isLocked } from "./shop.ts"
import type { Shop } from "./shop.ts"

/** Why the role may not change the day. */
const lockOf = ({ today }: Shop, { closed, date }: Day, typed: number | null) =>
  (typed === null ? "" : t("enter.not_saved", { amount: money(typed) })) +
  t(date < addDays(today, -entryDays) ? "enter.too_old" : closed ? "enter.closed_by_manager" : "enter.not_yours")

/**
 * What happens at the cutoff. That nobody has to type is said all day.
 * @param until milliseconds
 */
const whatThen = (next: Shop["toCome"], until: number) => next.to_ask === true ? t("enter.to_ask") : toCome(next, until)

/**
 * The line above the amount: whether the day needs a figure, and why.
 * @param typed the amount in the field, which a day that is locked meanwhile does not take
 */
export const leadOf = (shop: Shop, day: Day, why: Situation["why"], typed: number | null = null): [sentence: string, need: boolean] => {
  const figure = figureOf(day)
  if (isLocked(shop, day)) return [lockOf(shop, day, typed), true]
  if (day.date > shop.today) return [t("entry.ahead"), false]
  if (day.closed) return [t("enter.is_closed"), false]
  if (figure !== null && !isCounted(figure)) return [t("enter.estimated", { amount: money(figure.amount) }), true]
  const over = isPastCutoff(shop, day.date)
  const until = Date.parse(shop.nextCutoff) - Date.parse(shop.now)
  if (day.date === shop.today && !over) return [closing(shop.cutoff, until) + whatThen(shop.toCome, until), false]
  // Without a connection, the page does not know what the settlement has done.
  if (day.date === shop.today && until <= 0) return [t("cutoff.unheard", { time: shop.cutoff }), false]
  const asked = day.date === shop.today && figure === null ? asking(shop.toCome) : ""
  if (asked !== "") return [asked, false]
  if (day.date === shop.today) return [t(figure === null ? "enter.past.cutoff" : "enter.settled", { time: shop.cutoff }), figure === null]
  if (figure !== null) return ["", false]
  // The day was today when the page was opened.
  if (why === "today") {
    const today = dayLabel(shop.today)
    return [
      shop.endsAt === undefined ? t("enter.past.midnight", { today }) : t("enter.past.end", { today, time: hourMinute(shop.endsAt) }),
      true
    ]
  }
  return [t(why === "oldest" ? "enter.past.oldest" : why === "night" ? "enter.past.night" : "enter.past"), true]
}
