import { byId, el, setText, show } from "../shared/dom.ts"
import { figureOf, isCounted, isSoFar } from "../shared/entry/day.ts"
import type { Day } from "../shared/entry/day.ts"
import { standingSentence } from "../shared/entry/standing.ts"
import { money } from "../shared/format/money.ts"
import { t } from "../shared/language.ts"

/**
 * The stored figure and its author, above the amount. It is large if nothing is typed, and has buttons if it may be changed. While it
 * is changed, none of them stores a figure or drops what is typed.
 * @param how `untouched`: nothing is typed; `me`: the person's name
 */
export const renderStrip = (
  day: Day,
  { calm, locked, me, today, untouched }: { today: string; calm: boolean; locked: boolean; untouched: boolean; me: string | null }
) => {
  const figure = figureOf(day)
  const running = isSoFar(day)
  const shown = running || figure !== null && isCounted(figure)
  const strip = byId("strip")
  show(strip, shown)
  if (!shown) return
  const amount = money(day.amount)
  const [before = "", after = ""] = standingSentence(day, today).split(amount)
  const text = byId("strip-text")
  // A live region is read out again with each change.
  if (text.textContent !== `${before}${amount}${after}`) text.replaceChildren(before, el("b", {}, amount), after)
  strip.classList.toggle("large", calm)
  setText(byId("strip-note"), calm ? day.note : "")
  // A running amount from a till is not the day's figure, and a person's own figure needs no confirmation by that person.
  show(byId("confirm"), calm && !locked && !running && day.by !== me)
  show(byId("change"), untouched && !locked)
  setText(byId("change"), calm ? t("enter.change") : t("conflict.no", { amount }))
}
