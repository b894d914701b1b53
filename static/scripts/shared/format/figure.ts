import { el } from "../dom.ts"
import { about, money } from "./money.ts"

const parted = (text: string) => {
  const [digits = text] = /\d(?:.*\d)?/.exec(text) ?? []
  const [before = "", after = ""] = text.split(digits)
  const [whole = "", decimals] = digits.split(/(?=[.,]\d\d$)/)
  const small = (decimals ?? "") + after
  return [el("span", { class: "currency" }, before), whole, small === "" ? "" : el("span", { class: "decimals" }, small)]
}

/** `¥3,629` large and `.76` small. The text stays in one piece for screen readers and for copying. */
export const figure = (amount: number) => parted(money(amount))

/** `约 ¥3,629`, with the sign small: what nobody counted has no cents. */
export const estimate = (amount: number) => parted(about(amount))

/** Tells the stylesheet the length of an amount as it is shown, so that it can make space. */
export const fit = (element: HTMLElement, amount: number, shown: string = money(amount)) =>
  element.style.setProperty("--length", String(shown.length))
