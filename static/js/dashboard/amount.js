// @ts-check
import { el } from "../shared/dom.js"
import { difference, money, percent, roundMoney } from "../shared/format/money.js"
import { language, t } from "../shared/language.js"

/** A text with its direction, which the stylesheet shows as ▲ or ▼. @param {number} now @param {number} before @param {string} text */
export const directed = (now, before, text) => {
  const by = difference(now, before)
  return el("span", { class: "delta", "data-direction": by > 0 ? "up" : by < 0 ? "down" : "level" }, text)
}

/** A share without the sign that its arrow stands for. @param {number} now @param {number} before */
export const bareShare = (now, before) => percent(now, before)?.slice(1) ?? null

/** `9.9%（少 ¥383.95）`, with its arrow. @param {number} now @param {number} before @param {boolean} [exact] */
export const change = (now, before, exact = true) => {
  const by = difference(now, before)
  const share = bareShare(now, before)
  const size = (exact ? money : roundMoney)(Math.abs(by))
  const text = by === 0 ? t("change.level") : t(by > 0 ? "change.more" : "change.less", { by: size })
  return directed(now, before, share === null || by === 0 ? text : language() === "en" ? `${share} (${text})` : `${share}（${text}）`)
}

/** A sentence around an element. @param {(place: string) => string} sentence @param {HTMLElement} element */
export const around = (sentence, element) => {
  const [before = "", after = ""] = sentence("|").split("|")
  return el("span", {}, before, element, after)
}
