// @ts-check
import { dayWord } from "../../../src/Domain/Holidays/DayName.ts"
import { known, language, t } from "./language.js"

/** @typedef {{ name: string, day: number }} FestivalDay @typedef {{ holiday?: (FestivalDay & { also?: FestivalDay | undefined }) | undefined, makeup?: true | undefined }} Special */

/** The name of a holiday in the page's words; a holiday of the shop's own file has only the file's name. @param {string} name */
export const holidayName = (name) => known(`holiday.${name}`) ?? name

/** `除夕`, `初三` or `国庆`. @param {FestivalDay} day */
const festivalDay = (day) => {
  const { key, number } = dayWord(day, language() === "en")
  return known(key, { number }) ?? day.name
}

/** The name of a date beside its weekday; null for an ordinary date. @param {Special} special */
export const specialName = ({ holiday, makeup }) => {
  if (makeup === true) return t("makeup")
  return holiday === undefined ? null : [holiday, holiday.also ?? []].flat().map(festivalDay).join(" · ")
}
