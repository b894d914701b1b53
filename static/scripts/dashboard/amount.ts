import { el } from "../shared/dom.ts"
import { difference, money, percent, roundMoney } from "../shared/format/money.ts"
import { language, t } from "../shared/language.ts"

/** A text with its direction, which the stylesheet shows as ▲ or ▼. */
export const directed = (now: number, before: number, text: string) => {
  const by = difference(now, before)
  return el("span", { class: "delta", "data-direction": by > 0 ? "up" : by < 0 ? "down" : "level" }, text)
}

/** A share without the sign that its arrow stands for. */
export const bareShare = (now: number, before: number) => percent(now, before)?.slice(1) ?? null

/** `9.9%（少 ¥383.95）`, with its arrow. */
export const change = (now: number, before: number, exact: boolean = true) => {
  const by = difference(now, before)
  const share = bareShare(now, before)
  const size = (exact ? money : roundMoney)(Math.abs(by))
  const text = by === 0 ? t("change.level") : t(by > 0 ? "change.more" : "change.less", { by: size })
  return directed(now, before, share === null || by === 0 ? text : language() === "en" ? `${share} (${text})` : `${share}（${text}）`)
}

/** A sentence around an element. */
export const around = (sentence: (place: string) => string, element: HTMLElement) => {
  const [before = "", after = ""] = sentence("|").split("|")
  return el("span", {}, before, element, after)
}
