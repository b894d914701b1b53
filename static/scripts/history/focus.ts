import { cellOn } from "./keys.ts"

/**
 * Finds the element that has the focus after drawing again: a day of a grid by its date, another element by its id, a link by its
 * address, a button by its words.
 */
const finder = (active: Element): (home: ParentNode) => HTMLElement | null => {
  const { date } = (active as HTMLElement).dataset
  if (date !== undefined) return (home) => cellOn(home, date)
  // The sheet of a day, which has such elements, is also moved to the week of the day.
  if (active.id !== "") return () => document.getElementById(active.id)
  const address = active.getAttribute("href")
  if (address !== null) return (home) => home.querySelector(`a[href="${CSS.escape(address)}"]`)
  const words = active.textContent
  return (home) => Array.from(home.querySelectorAll("button")).find((button) => button.textContent === words) ?? null
}

/** Draws again, and keeps the focus and the scroll position. */
export const inPlace = (draw: () => void) => {
  const active = document.activeElement
  const home = active?.closest("[id]:not([data-date])")?.id
  if (active === null || active === document.body || home === undefined) return draw()
  const find = finder(active)
  draw()
  if (active.isConnected) return
  const place = document.getElementById(home)
  if (place !== null) find(place)?.focus({ preventScroll: true })
}
