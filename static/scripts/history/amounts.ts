import { localDigits } from "../shared/format/local-digits.ts"
import { bareMoney, withSigns } from "../shared/format/money.ts"
import { language } from "../shared/language.ts"

const compact = {
  zh: new Intl.NumberFormat("zh-CN", { notation: "compact", maximumFractionDigits: 2 }),
  en: new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 })
}

/** `4,700`: an amount for a small place. The element around it has the exact amount as its label. */
export const shortAmount = (amount: number) => `${amount < 0 ? "−" : ""}${bareMoney(amount, false)}`

/** Amounts below this are short enough: `¥5,558`. */
const large = 10_000

/** `¥9.56万` or `¥95.6K`. */
export const compactMoney = (amount: number) =>
  withSigns(amount, Math.abs(amount) < large ? bareMoney(amount, false) : localDigits(compact[language()].format(Math.abs(amount))))
