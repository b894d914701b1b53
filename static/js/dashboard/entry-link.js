// @ts-check
import { el } from "../shared/dom.js"
import { entryLink } from "../shared/entry/link.js"
import { mayEnter } from "./reader.js"

/** On a wall no link can be followed. */
export const isWall = () => document.documentElement.classList.contains("wall")

/** Whether a day can be tapped to enter it: not on a wall, and not every reader may enter. */
export const leadsToEntry = () => !isWall() && mayEnter()

/** Words that lead to where that day is entered, or words only. @param {string | null} date @param {string} text @param {string | null} [kind] */
export const linkToEntry = (date, text, kind = null) =>
  leadsToEntry()
    ? el("a", { class: kind, href: date === null ? "/admin#entry" : entryLink(date) }, text)
    : el("span", { class: kind ?? "need" }, text)
