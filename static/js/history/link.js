// @ts-check
import { el } from "../shared/dom.js"
import { searchOf } from "./address.js"

/** @typedef {import("./address.js").View} View */

/** The view that each link of this page opens. @type {WeakMap<Element, View>} */
const targets = new WeakMap()

/**
 * A link to a view. It also works in a new tab.
 * @param {View} view @param {Record<string, string | null>} attributes @param {...(Node | string | null)} children
 */
export const linkTo = (view, attributes, ...children) => {
  const link = el("a", { ...attributes, href: searchOf(view, location.search) }, ...children)
  targets.set(link, view)
  return link
}

/**
 * Sets the view of a link in the page's HTML; without a view, the link has no target.
 * @param {HTMLElement} link @param {View | null} view
 */
export const direct = (link, view) => {
  if (view === null) {
    link.removeAttribute("href")
    link.setAttribute("aria-disabled", "true")
    targets.delete(link)
  } else {
    link.setAttribute("href", searchOf(view, location.search))
    link.removeAttribute("aria-disabled")
    targets.set(link, view)
  }
}

/** Opens the views of links in this page, unless the person asks the browser for a new tab. @param {(view: View) => void} go */
export const followLinks = (go) => {
  document.addEventListener("click", (event) => {
    const { altKey, button, ctrlKey, metaKey, shiftKey, target } = event
    if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return
    const link = target.closest("a")
    const view = link === null ? undefined : targets.get(link)
    if (view === undefined) return
    event.preventDefault()
    go(view)
  })
}
