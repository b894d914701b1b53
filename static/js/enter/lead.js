// @ts-check
import { isPastCutoff } from "../shared/entry/cutoff.js"
import { figureOf, isCounted } from "../shared/entry/day.js"
import { addDays, dayLabel } from "../shared/format/dates.js"
import { money } from "../shared/format/money.js"
import { hourMinute } from "../shared/format/times.js"
import { t } from "../shared/language.js"
import { asking, closing, toCome } from "../shared/to-come.js"
import { entryDays, isLocked } from "./shop.js"

/** @typedef {import("../shared/entry/day.js").Day} Day */
/** @typedef {import("./shop.js").Shop} Shop */

/** Why the role may not change the day. @param {Shop} shop @param {Day} day */
const lockOf = ({ today }, { closed, date }) =>
  t(date < addDays(today, -entryDays) ? "enter.too_old" : closed ? "enter.closed_by_manager" : "enter.not_yours")

/** What happens at the cutoff. That nobody has to type is said all day. @param {Shop["toCome"]} next @param {number} until milliseconds */
const whatThen = (next, until) => next.to_ask === true ? t("enter.to_ask") : toCome(next, until)

/**
 * The line above the amount: whether the day needs a figure, and why.
 * @param {Shop} shop @param {Day} day @param {import("./form.js").Situation["why"]} why @returns {[sentence: string, need: boolean]}
 */
export const leadOf = (shop, day, why) => {
  const figure = figureOf(day)
  if (isLocked(shop, day)) return [lockOf(shop, day), true]
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
