// @ts-check
import { el } from "../dom.js"
import { about, money } from "./money.js"

/** @param {string} text */
const parted = (text) => {
  const [digits = text] = /\d(?:.*\d)?/.exec(text) ?? []
  const [before = "", after = ""] = text.split(digits)
  const [whole = "", decimals] = digits.split(/(?=[.,]\d\d$)/)
  const small = (decimals ?? "") + after
  return [el("span", { class: "currency" }, before), whole, small === "" ? "" : el("span", { class: "decimals" }, small)]
}

/** `¥3,629` large and `.76` small. The text stays in one piece for screen readers and for copying. @param {number} amount */
export const figure = (amount) => parted(money(amount))

/** `约 ¥3,629`, with the sign small: what nobody counted has no cents. @param {number} amount */
export const estimate = (amount) => parted(about(amount))

/** Tells the stylesheet the length of an amount as it is shown, so that it can make space. @param {HTMLElement} element @param {number} amount @param {string} [shown] */
export const fit = (element, amount, shown = money(amount)) => element.style.setProperty("--length", String(shown.length))
