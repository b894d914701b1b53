/** How a day of a holiday is named. The file imports no library, so the pages use the same rule as the messages. */

interface FestivalDay {
  readonly name: string
  readonly day: number
}

const lunarDays = "一二三四五六七八九十"

/** The key of a festival's day in the table of words, and the values of its placeholders: `除夕`, `初三`, `国庆`. */
export const dayWord = ({ day, name }: FestivalDay, isEnglish: boolean): { readonly key: string; readonly number: string | number } => {
  const number = name !== "春节" ? undefined : isEnglish && day >= 0 ? day + 1 : lunarDays[day]
  if (number !== undefined) return { key: "holiday.lunar", number }
  // A day off before the eve has no name of its own.
  return { key: `holiday.${name !== "春节" ? name : day === -1 ? "eve" : "off"}`, number: "" }
}
