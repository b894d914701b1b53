import { el } from "./dom.ts"
import { difference, percent, signedMoney } from "./format/money.ts"
import { language } from "./language.ts"

/** `+¥312.40（+8.2%）`, in the colour of a rise or a fall. */
export const change = (now: number, before: number) => {
  const by = difference(now, before)
  const share = percent(now, before)
  const beside = share === null ? "" : language() === "en" ? ` (${share})` : `（${share}）`
  return el("span", { class: by > 0 ? "rise" : by < 0 ? "fall" : "" }, signedMoney(by) + beside)
}
