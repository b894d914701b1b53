// @ts-check
import { el } from "../shared/dom.js"
import { entryLink } from "../shared/entry/link.js"

/** Words that lead to where that day is entered; on a wall, where no link can be followed, they are words only. @param {string | null} date @param {string} text @param {string | null} [kind] */
export const linkToEntry = (date, text, kind = null) =>
  document.documentElement.classList.contains("wall")
    ? el("span", { class: kind ?? "need" }, text)
    : el("a", { class: kind, href: date === null ? "/admin#entry" : entryLink(date) }, text)
