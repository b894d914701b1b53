// @ts-check
import { byId, el, setText } from "./dom.js"
import { t } from "./i18n.js"

/** Milliseconds for which the button says that it did. */
const told = 2_000

/** Without https there is no clipboard to write to; a selection can still be copied. @param {Node} node */
const copySelection = (node) => {
  const selection = getSelection()
  selection?.selectAllChildren(node)
  const copied = document.execCommand("copy")
  selection?.removeAllRanges()
  return copied
}

/** @param {string} command @param {string} path */
export const copyButton = (command, path) => {
  const name = el("span", { "data-i18n": "docs.copy" }, t("docs.copy"))
  const copy = async () => {
    const shown = button.closest(".part")?.querySelector("pre")
    const copied = await navigator.clipboard?.writeText(command).then(() => true, () => false)
    if (!copied && !(shown && copySelection(shown))) return
    name.dataset.i18n = "docs.copied"
    setText(name, t("docs.copied"))
    setText(byId("announcer"), t("docs.copied"))
    setTimeout(() => {
      name.dataset.i18n = "docs.copy"
      setText(name, t("docs.copy"))
      setText(byId("announcer"), "")
    }, told)
  }
  const button = el("button", { type: "button", class: "quiet copy", click: copy }, name, el("span", { class: "for-readers" }, ` curl ${path}`))
  return button
}
