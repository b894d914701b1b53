// @ts-check
import { el } from "./dom.js"
import { difference, percent, signedMoney } from "./format/money.js"

/** `+¥312.40 (+8.2%)`, in the colour of a rise or a fall. @param {number} now @param {number} before */
export const change = (now, before) => {
  const by = difference(now, before)
  const share = percent(now, before)
  return el("span", { class: by > 0 ? "rise" : by < 0 ? "fall" : "" }, `${signedMoney(by)}${share === null ? "" : ` (${share})`}`)
}
