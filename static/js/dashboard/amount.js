// @ts-check
import { el } from "../shared/dom.js"
import { difference, percent, signedMoney, signedRound } from "../shared/format/money.js"
import { language } from "../shared/language.js"

/** `+¥112.40（+3.5%）`. @param {number} now @param {number} before @param {boolean} [exact] */
export const change = (now, before, exact = true) => {
  const by = difference(now, before)
  const share = percent(now, before)
  const text = exact ? signedMoney(by) : signedRound(by)
  return share === null ? text : language() === "en" ? `${text} (${share})` : `${text}（${share}）`
}

/** A sentence in which no line breaks inside a difference, for example after its minus sign. @param {string} text */
export const unbroken = (text) => {
  const parts = text.split(/([+−±]\D{0,4}\d[^ ()（），]*)/)
  return parts.map((part, index) => (index % 2 === 0 ? part : el("span", { class: "together" }, part)))
}

/** A sentence with its direction, which the stylesheet shows as ▲ or ▼. @param {number} now @param {number} before @param {string} text */
export const directed = (now, before, text) => {
  const by = difference(now, before)
  return el("span", { class: "delta", "data-direction": by > 0 ? "up" : by < 0 ? "down" : "level" }, ...unbroken(text))
}
