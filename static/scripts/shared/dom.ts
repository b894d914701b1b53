import { withoutDirections } from "../../../src/Domain/VisibleText.ts"
import type { Key } from "./language.ts"

/** The element with an id. A missing one is an error of the page. */
export const byId = <T extends HTMLElement>(id: string): T => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no #${id}`)
  return (element as T)
}

/**
 * A new element. Text children become text nodes: typed text is never read as HTML, and does not change the direction of the text
 * beside it.
 * @param attributes functions are event listeners
 */
export const el = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number | boolean | null | undefined | ((event: any) => void)> & { "data-i18n"?: Key } = {},
  ...children: (Node | string | null | undefined)[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, "")
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, name === "value" ? String(value) : withoutDirections(String(value)))
    }
  }
  for (const child of children) {
    if (child !== null && child !== undefined) element.append(typeof child === "string" ? withoutDirections(child) : child)
  }
  return element
}

/**
 * Gives `parent` these children, and leaves in place what stays the same: a link that is replaced while it is pressed loses the click,
 * and its focus. Only for children without listeners.
 */
export const update = (parent: Element, ...children: Node[]) => {
  const before = [...parent.childNodes]
  for (const [index, child] of children.entries()) {
    const old = before[index]
    if (old === undefined) parent.append(child)
    else if (old instanceof Element && old.cloneNode().isEqualNode(child.cloneNode())) update(old, ...child.childNodes)
    else if (!old.isEqualNode(child)) old.replaceWith(child)
  }
  for (const old of before.slice(children.length)) old.remove()
}

export const show = (element: HTMLElement, visible: boolean) => {
  element.hidden = !visible
}

/** Sets the text only if it differs, so that a live region is not read out again. */
export const setText = (element: HTMLElement, text: string) => {
  const shown = withoutDirections(text)
  if (element.textContent !== shown) element.textContent = shown
}

/**
 * Gives an element the focus when an answer has arrived, unless the person has gone to another element meanwhile: the next key press
 * is meant for that one.
 */
export const offerFocus = (element: HTMLElement) => {
  if (document.activeElement?.matches("body, :disabled") ?? true) element.focus()
}
