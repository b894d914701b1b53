// @ts-check
import { byId } from "../shared/dom.js"
import { t } from "../shared/language.js"
import { ApiError } from "../shared/request.js"
import { say, sentenceOf } from "../shared/result.js"
import { signIn } from "../shared/session.js"
import { startLockout } from "./lockout.js"

/** Asks for a token until the server accepts one. @param {(who: import("../shared/session.js").Identity) => void} enter */
export const startForm = (enter) => {
  const input = /** @type {HTMLInputElement} */ (byId("token"))
  const result = byId("gate-result")
  const lockout = startLockout()
  let sending = false

  const send = async () => {
    const token = input.value.trim()
    if (sending || token === "") return
    sending = true
    say(result, "wait", () => t("working"))
    try {
      enter(await signIn({ token }))
    } catch (error) {
      const known = error instanceof ApiError
      if (known && error.status === 429) lockout(error.retryAfter || 60)
      else say(result, "bad", () => known && error.status === 401 ? t("gate.wrong") : sentenceOf(error))
      input.select()
    }
    sending = false
  }
  byId("gate-form").addEventListener("submit", (event) => {
    event.preventDefault()
    void send()
  })
  // Before this, the browser itself would send the form, so the button is disabled until now.
  const button = /** @type {HTMLButtonElement} */ (byId("gate-send"))
  button.disabled = false
}
