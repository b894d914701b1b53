import { byId, el } from "../../shared/dom.ts"
import { t } from "../../shared/language.ts"

type Choice = { label: string; act: () => void }

/** Asks before a message is moved or dropped. The first choice is the safe one. */
export const question = (title: string, text: string, choices: ReadonlyArray<Choice>) => {
  const dialog = byId("message-dialog") as HTMLDialogElement
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
