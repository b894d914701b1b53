import { byId, el, show } from "../shared/dom.ts"
import { entryLink } from "../shared/entry/link.ts"
import { mayEnter, renderBar } from "../shared/reader.ts"

/** Whether the page is on a wall, where no link can be followed. */
export const isWall = () => document.documentElement.classList.contains("wall")

/** Whether a tap on a day may open its entry: not on a wall, and only for readers who may enter amounts. */
export const leadsToEntry = () => !isWall() && mayEnter()

/** Shows what leads to the entry, or the way out to a reader who may not enter. */
export const renderLinks = () => {
  renderBar()
  show(byId("leave"), !mayEnter())
  show(byId("legend-tap"), mayEnter())
}

/** A text with a link to a day's entry, or the text alone. */
export const linkToEntry = (date: string | null, text: string, kind: string | null = null) =>
  leadsToEntry()
    ? el("a", { class: kind, href: date === null ? "admin#entry" : entryLink(date) }, text)
    : el("span", { class: kind ?? "need" }, text)
