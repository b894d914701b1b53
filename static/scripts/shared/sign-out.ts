import { signOutWords } from "../../../words/SignOut.ts"
import { byId, el, setText } from "./dom.ts"
import { addWords, t } from "./language.ts"
import { hasTyped } from "./mine.ts"
import { signOut } from "./session.ts"

/** @param next where to go then */
const ask = (next: string) => {
  const fault = el("p", { role: "alert" })
  const yes = el("button", {
    type: "button",
    class: "button plain",
    click: async () => {
      yes.disabled = true
      try {
        await signOut()
        location.assign(next)
      } catch {
        setText(fault, t("sign_out.failed"))
        yes.disabled = false
      }
    }
  }, t("leave"))
  const dialog = el("dialog", { "aria-labelledby": "sign-out-title", close: () => dialog.remove() },
    el("h2", { id: "sign-out-title" }, t("sign_out.title")), el("p", {}, t("sign_out.text")),
    hasTyped() ? el("p", {}, t("sign_out.typed")) : null, fault,
    el("p", { class: "actions" },
      el("button", { type: "button", class: "button", autofocus: true, click: () => dialog.close() }, t("sign_out.no")), yes))
  document.body.append(dialog)
  dialog.showModal()
}

/**
 * The button that signs out. It asks first, because after an unintended tap, a person without a password needs a new invitation.
 * @param next where to go then
 */
export const startSignOut = (next: string) => {
  addWords(signOutWords)
  const button = byId("leave") as HTMLButtonElement
  button.addEventListener("click", () => ask(next))
  // A click before this would have no effect, so the button is disabled until now.
  button.disabled = false
}
