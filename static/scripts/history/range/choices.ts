import { el } from "../../shared/dom.ts"
import { t } from "../../shared/language.ts"
import { festivalName } from "../festival.ts"
import { choicesOf } from "../figures/choices.ts"
import type { Past } from "../figures/days.ts"
import { linkTo } from "../link.ts"

/** The buttons for the ranges. */
export const rangeChoices = (past: Past, shown: { from: string; to: string }) =>
  choicesOf(past).map((choice) => {
    const { from, to } = choice
    const isShown = from === shown.from && to === shown.to
    const text = choice.block === null ? t(`range.choice.${choice.name}`) : festivalName(choice.block)
    return el("li", {},
      linkTo({ kind: "range", from, to, against: null }, { class: "chip", "aria-current": isShown ? "true" : null }, text))
  })
