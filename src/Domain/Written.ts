/** Writes numbers as a locale does. The file imports no library, so that pages and messages have one rule. */

const made: Record<string, Intl.NumberFormat> = {}

/** Of money also for plain digits: Austria groups them otherwise. The sign is cut off, because its place is not that of the digits. */
const formatOf = (locale: string, style: "currency" | "percent", decimals: number): Intl.NumberFormat =>
  made[locale + style + decimals] ??= new Intl.NumberFormat(locale, {
    style,
    currency: "EUR",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals
  })

/** `3,629.76`, in Germany `3.629,76`: the digits of an amount of money. A text of digits is exact at any length. */
export const digitsIn = (locale: string, amount: number | `${number}`, decimals: number): string =>
  /\d(?:.*\d)?/.exec(formatOf(locale, "currency", decimals).format(amount))?.[0] ?? ""

/** `6.5%`, in Germany `6,5 %`. */
export const percentIn = (locale: string, percent: number, decimals: number): string =>
  formatOf(locale, "percent", decimals).format(percent / 100)
