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

/** As English and Chinese write a number. The first `Intl.NumberFormat` takes a slow phone 60 ms, so pages do without it. */
const plain = (amount: number, decimals: number): string => amount.toFixed(decimals).replace(/\B(?=(?:\d{3}){1,7}\b)/g, ",")

/**
 * `3,629.76`, in Germany `3.629,76`: the digits of an amount of money. A text of digits is exact at any length. A page's locale is
 * `en` unless the shop writes numbers otherwise.
 */
export const digitsIn = (locale: string, amount: number | `${number}`, decimals: number): string =>
  locale === "en" && typeof amount === "number"
    ? plain(amount, decimals)
    : /\d(?:.*\d)?/.exec(formatOf(locale, "currency", decimals).format(amount))?.[0] ?? ""

/** `6.5%`, in Germany `6,5 %`. */
export const percentIn = (locale: string, percent: number, decimals: number): string =>
  locale === "en" ? `${plain(percent, decimals)}%` : formatOf(locale, "percent", decimals).format(percent / 100)

/** From this percentage on, a change helps no reader. */
const tooLarge = 1000

/** `+8.2%`, `−3.0%`, `±0.0%`; null if there is no amount to compare with, or if it is too small. */
export const changeIn = (locale: string, now: number, before: number): string | null => {
  const value = ((now - before) / before) * 100
  const share = Number(Math.abs(value).toFixed(1))
  return before === 0 || share >= tooLarge ? null : `${share === 0 ? "±" : value > 0 ? "+" : "−"}${percentIn(locale, share, 1)}`
}
