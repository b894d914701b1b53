// @ts-check
import { known, language, t } from "./language.js"

/** @typedef {{ name: string, day: number }} FestivalDay @typedef {{ holiday?: (FestivalDay & { also?: FestivalDay | undefined }) | undefined, makeup?: true | undefined }} Special */

/** A holiday by its name; one of a shop's own file has no other name. @param {string} name */
export const holidayName = (name) => known(`holiday.${name}`) ?? name

const lunarDays = "一二三四五六七八九十"

/** `除夕`, `初三` or `国庆`. @param {FestivalDay} day */
const festivalDay = ({ day, name }) => {
  if (name !== "春节") return holidayName(name)
  if (day === -1) return t("holiday.eve")
  const number = language() === "en" && day >= 0 ? day + 1 : lunarDays[day]
  return number === undefined ? holidayName(name) : t("holiday.lunar", { number })
}

/** What a date is called beside its weekday; null for an ordinary one. @param {Special} special */
export const specialName = ({ holiday, makeup }) => {
  if (makeup === true) return t("makeup")
  return holiday === undefined ? null : [holiday, holiday.also ?? []].flat().map(festivalDay).join(" · ")
}
