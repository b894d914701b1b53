// @ts-check
import { byId, el } from "../../shared/dom.js"
import { t } from "../../shared/language.js"

/** @typedef {{ label: string, act: () => void }} Choice */

/**
 * Asks before a message is moved or dropped. The first choice is the safe one.
 * @param {string} title @param {string} text @param {ReadonlyArray<Choice>} choices
 */
export const question = (title, text, choices) => {
  const dialog = /** @type {HTMLDialogElement} */ (byId("message-dialog"))
  dialog.replaceChildren(el("h3", { id: "message-dialog-title" }, title), el("p", {}, text),
    el("p", { class: "actions" }, el("button", { type: "button", class: "button", click: () => dialog.close() }, t("messages.keep")),
      ...choices.map(({ act, label }) =>
        el("button", {
          type: "button",
          class: "button plain",
          click: () => {
            dialog.close()
            act()
          }
        }, label)
      )))
  dialog.showModal()
}
