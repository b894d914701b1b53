import { el } from "../shared/dom.ts"
import { searchOf } from "./address.ts"
import type { View } from "./address.ts"

/** The view that each link of this page opens. */
const targets: WeakMap<Element, View> = new WeakMap()

/** A link to a view. It also works in a new tab. */
export const linkTo = (view: View, attributes: Record<string, string | null>, ...children: (Node | string | null)[]) => {
  const link = el("a", { ...attributes, href: searchOf(view, location.search) }, ...children)
  targets.set(link, view)
  return link
}

/** Sets the view of a link in the page's HTML; without a view, the link has no target. */
export const direct = (link: HTMLElement, view: View | null) => {
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

/** Opens the views of links in this page, unless the person asks the browser for a new tab. */
export const followLinks = (go: (view: View) => void) => {
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
