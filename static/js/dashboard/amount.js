// @ts-check
import { el } from "../shared/dom.js"
import { difference, money, percent, signedMoney, signedRound, symbol } from "../shared/format/money.js"
import { language } from "../shared/language.js"

/**
 * `¥3,629` large and `.76` small: the text stays whole for readers and for copying.
 * @param {number} amount
 */
export const figure = (amount) => {
  const [whole = "", decimals] = money(amount).slice(symbol().length).split(".")
  return [
    el("span", { class: "currency" }, symbol()),
    whole,
    decimals === undefined ? "" : el("span", { class: "decimals" }, `.${decimals}`)
  ]
}

/** Lets the stylesheet make room for long amounts. @param {HTMLElement} element @param {number} amount */
export const fit = (element, amount) => element.style.setProperty("--length", String(money(amount).length))

/** `+¥112.40（+3.5%）`. @param {number} now @param {number} before @param {boolean} [exact] */
export const change = (now, before, exact = true) => {
  const by = difference(now, before)
  const share = percent(now, before)
  const text = exact ? signedMoney(by) : signedRound(by)
  return share === null ? text : language() === "en" ? `${text} (${share})` : `${text}（${share}）`
}

/** A sentence in which no line breaks within a difference, such as after its minus. @param {string} text */
export const unbroken = (text) => {
  const difference = new RegExp(`([+−±](?:${symbol().replaceAll(/[$.]/g, "\\$&")})?\\d[\\d,.%]*)`)
  return text.split(difference).map((part, index) => (index % 2 === 0 ? part : el("span", { class: "together" }, part)))
}

/** A sentence with its direction, which the stylesheet shows as ▲ or ▼. @param {number} now @param {number} before @param {string} text */
export const directed = (now, before, text) => {
  const by = difference(now, before)
  return el("span", { class: "delta", "data-direction": by > 0 ? "up" : by < 0 ? "down" : "level" }, ...unbroken(text))
}
