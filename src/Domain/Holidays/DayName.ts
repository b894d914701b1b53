/** How a day of a holiday is named. The file imports no library, so the pages use the same rule as the messages. */

interface FestivalDay {
  readonly name: string
  readonly day: number
}

const lunarDays = "一二三四五六七八九十"

/** The key of a festival's day in the table of words, and the values of its placeholders: `除夕`, `初三`, `国庆`. */
export const dayWord = ({ day, name }: FestivalDay, isEnglish: boolean): { readonly key: string; readonly number: string | number } => {
  const number = name !== "春节" ? undefined : isEnglish && day >= 0 ? day + 1 : lunarDays[day]
  if (name === "春节" && day === -1) return { key: "holiday.eve", number: "" }
  return number === undefined ? { key: `holiday.${name}`, number: "" } : { key: "holiday.lunar", number }
}
