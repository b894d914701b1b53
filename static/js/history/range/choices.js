// @ts-check
import { el } from "../../shared/dom.js"
import { t } from "../../shared/language.js"
import { festivalName } from "../festival.js"
import { choicesOf } from "../figures/choices.js"
import { linkTo } from "../link.js"

/** @typedef {import("../figures/days.js").Past} Past */

/** The buttons for the ranges. @param {Past} past @param {{ from: string, to: string }} shown */
export const rangeChoices = (past, shown) =>
  choicesOf(past).map((choice) => {
    const { from, to } = choice
    const isShown = from === shown.from && to === shown.to
    const text = choice.block === null ? t(`range.choice.${choice.name}`) : festivalName(choice.block)
    return el("li", {},
      linkTo({ kind: "range", from, to, against: null }, { class: "chip", "aria-current": isShown ? "true" : null }, text))
  })
