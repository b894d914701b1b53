import { byId } from "../shared/dom.ts"
import { t } from "../shared/language.ts"
import { ApiError } from "../shared/request.ts"
import { say, sentenceOf } from "../shared/result.ts"
import { signIn } from "../shared/session.ts"
import type { Identity } from "../shared/session.ts"
import { startLockout } from "./lockout.ts"

/** Asks for a token until the server accepts one. */
export const startForm = (enter: (who: Identity) => void) => {
  const input = byId("token") as HTMLInputElement
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
  const button = byId("gate-send") as HTMLButtonElement
  button.disabled = false
}
