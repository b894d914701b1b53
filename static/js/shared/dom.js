// @ts-check
import { withoutDirections } from "../../../src/Domain/VisibleText.ts"

/**
 * The element with an id. A missing one is an error of the page.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export const byId = (id) => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no #${id}`)
  return /** @type {T} */ (element)
}

/**
 * A new element. Text children become text nodes: typed text is never read as HTML, and does not change the direction of the text
 * beside it.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)> & { "data-i18n"?: import("./language.js").Key }} [attributes] functions are event listeners
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export const el = (tag, attributes = {}, ...children) => {
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
 * @param {Element} parent
 * @param {...Node} children
 */
export const update = (parent, ...children) => {
  const before = [...parent.childNodes]
  for (const [index, child] of children.entries()) {
    const old = before[index]
    if (old === undefined) parent.append(child)
    else if (old instanceof Element && old.cloneNode().isEqualNode(child.cloneNode())) update(old, ...child.childNodes)
    else if (!old.isEqualNode(child)) old.replaceWith(child)
  }
  for (const old of before.slice(children.length)) old.remove()
}

/** @param {HTMLElement} element @param {boolean} visible */
export const show = (element, visible) => {
  element.hidden = !visible
}

/** Sets the text only if it differs, so that a live region is not read out again. @param {HTMLElement} element @param {string} text */
export const setText = (element, text) => {
  const shown = withoutDirections(text)
  if (element.textContent !== shown) element.textContent = shown
}

/**
 * Gives an element the focus when an answer has arrived, unless the person has gone to another element meanwhile: the next key press
 * is meant for that one.
 * @param {HTMLElement} element
 */
export const offerFocus = (element) => {
  if (document.activeElement?.matches("body, :disabled") ?? true) element.focus()
}
