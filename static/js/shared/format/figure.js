// @ts-check
import { el } from "../dom.js"
import { about, money, symbol } from "./money.js"

/** `¥3,629` large and `.76` small. The text stays in one piece for screen readers and for copying. @param {number} amount */
export const figure = (amount) => {
  const [whole = "", decimals] = money(amount).slice(symbol().length).split(".")
  return [
    el("span", { class: "currency" }, symbol()),
    whole,
    decimals === undefined ? "" : el("span", { class: "decimals" }, `.${decimals}`)
  ]
}

/** `约 ¥3,629`, with the sign small: what nobody counted has no cents. @param {number} amount */
export const estimate = (amount) => {
  const [sign = "", whole = ""] = about(amount).split(/(?<=\D)(?=\d)/)
  return [el("span", { class: "currency" }, sign), whole]
}

/** Tells the stylesheet the length of an amount as it is shown, so that it can make space. @param {HTMLElement} element @param {number} amount @param {string} [shown] */
export const fit = (element, amount, shown = money(amount)) => element.style.setProperty("--length", String(shown.length))
