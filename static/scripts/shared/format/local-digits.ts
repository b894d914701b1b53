import { bareMoney } from "./money.ts"

/** A short text of digits, such as `1.2万`, with the locale's decimal sign. */
export const localDigits = (text: string) => text.replace(".", bareMoney(0)[1] ?? "")
