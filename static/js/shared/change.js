// @ts-check
import { el } from "./dom.js"
import { difference, percent, signedMoney } from "./format/money.js"
import { language } from "./language.js"

/** `+¥312.40（+8.2%）`, in the colour of a rise or a fall. @param {number} now @param {number} before */
export const change = (now, before) => {
  const by = difference(now, before)
  const share = percent(now, before)
  const beside = share === null ? "" : language() === "en" ? ` (${share})` : `（${share}）`
  return el("span", { class: by > 0 ? "rise" : by < 0 ? "fall" : "" }, signedMoney(by) + beside)
}
