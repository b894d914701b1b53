// @ts-check
import { cellOn } from "./keys.js"

/**
 * What has the focus, however often it is drawn again: a day of a grid by its date, a link by its address, a button by its words.
 * @param {Element} active
 * @returns {(home: ParentNode) => HTMLElement | null}
 */
const finder = (active) => {
  const { date } = /** @type {HTMLElement} */ (active).dataset
  if (date !== undefined) return (home) => cellOn(home, date)
  const address = active.getAttribute("href")
  if (address !== null) return (home) => home.querySelector(`a[href="${CSS.escape(address)}"]`)
  const words = active.textContent
  return (home) => Array.from(home.querySelectorAll("button")).find((button) => button.textContent === words) ?? null
}

/** Draws again, and leaves the focus and the place on the page where they are. @param {() => void} draw */
export const inPlace = (draw) => {
  const active = document.activeElement
  const home = active?.closest("[id]:not([data-date])")?.id
  if (active === null || active === document.body || home === undefined) return draw()
  const find = finder(active)
  draw()
  if (active.isConnected) return
  const place = document.getElementById(home)
  if (place !== null) find(place)?.focus({ preventScroll: true })
}
