import { dayWord } from "../../../src/Domain/Holidays/DayName.ts"
import { known, language, t } from "./language.ts"

type FestivalDay = { name: string; day: number }
type Special = { holiday?: (FestivalDay & { also?: FestivalDay | undefined }) | undefined; makeup?: true | undefined }

/** The name of a holiday in the page's words; a holiday of the shop's own file has only the file's name. */
export const holidayName = (name: string) => known(`holiday.${name}`) ?? name

/** `除夕`, `初三` or `国庆`. */
const festivalDay = (day: FestivalDay) => {
  const { key, number } = dayWord(day, language() === "en")
  return known(key, { number }) ?? day.name
}

/** The name of a date beside its weekday; null for an ordinary date. */
export const specialName = ({ holiday, makeup }: Special) => {
  if (makeup === true) return t("makeup")
  return holiday === undefined ? null : [holiday, holiday.also ?? []].flat().map(festivalDay).join(" · ")
}
