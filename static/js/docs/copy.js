// @ts-check
import { copyText } from "../shared/clipboard.js"
import { byId, el, setText } from "../shared/dom.js"
import { t } from "../shared/language.js"

/** Milliseconds for which the button shows that it has copied. */
const told = 2_000

/** @param {() => string} command @param {string} path */
export const copyButton = (command, path) => {
  const name = el("span", { "data-i18n": "docs.copy" }, t("docs.copy"))
  const copy = async () => {
    const shown = button.closest(".part")?.querySelector("pre")
    if (!await copyText(command(), shown)) return
    name.dataset.i18n = "copied"
    setText(name, t("copied"))
    setText(byId("announcer"), t("copied"))
    setTimeout(() => {
      name.dataset.i18n = "docs.copy"
      setText(name, t("docs.copy"))
      setText(byId("announcer"), "")
    }, told)
  }
  const button = el("button", { type: "button", class: "quiet copy", click: copy }, name,
    el("span", { class: "for-readers" }, ` curl ${path}`))
  return button
}
