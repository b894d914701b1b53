import { byId, show } from "../shared/dom.ts"
import { mayEnter, renderBar } from "../shared/reader.ts"

/** Whether the page is on a wall, where no link can be followed. */
export const isWall = () => document.documentElement.classList.contains("wall")

/** Whether a day may lead to its entry: not on a wall, and only for readers who may enter amounts. */
export const leadsToEntry = () => !isWall() && mayEnter()

/** The address of a day's entry. */
export const entryOf = (date: string) => `enter?date=${date}`

/** Shows what leads to the entry, or the way out to a reader who may not enter. */
export const renderLinks = () => {
  renderBar()
  show(byId("leave"), !mayEnter())
}
