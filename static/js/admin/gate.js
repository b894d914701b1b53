// @ts-check
import { byId, show } from "../shared/dom.js"
import { t } from "../shared/language.js"
import { ApiError, request } from "../shared/request.js"
import { onRefused, token, tryToken } from "./api.js"
import { startLockout } from "./lockout.js"
import { say, sentenceOf } from "./result.js"

/** What a header can carry; anything else would make the browser itself throw. */
const sendable = /^[\x20-\x7e\x80-\xff]+$/

/** @param {ApiError} error */
const answer = (error) => error.status === 401 ? t("gate.wrong") : sentenceOf(error)

/**
 * Asks for the token until the server takes it, and again once it no longer does.
 * @param {() => void} enter
 */
export const startGate = (enter) => {
  const input = /** @type {HTMLInputElement} */ (byId("token"))
  const button = /** @type {HTMLButtonElement} */ (byId("gate-send"))
  const result = byId("gate-result")
  let inside = false
  const lockout = startLockout()

  /** The server has no password to compare with: said instead of asking for one. */
  const disabled = () => {
    inside = false
    show(byId("rooms"), false)
    show(byId("leave"), false)
    show(byId("gate"), false)
    show(byId("disabled"), true)
    byId("disabled-title").focus()
  }

  const open = () => {
    inside = true
    show(byId("gate"), false)
    show(byId("disabled"), false)
    show(byId("rooms"), true)
    show(byId("leave"), true)
    enter()
  }

  /** @param {() => string} [reason] */
  const close = (reason) => {
    inside = false
    token.set(null)
    show(byId("rooms"), false)
    show(byId("leave"), false)
    show(byId("disabled"), false)
    show(byId("gate"), true)
    for (const dialog of document.querySelectorAll("dialog")) dialog.close()
    say(result, reason === undefined ? "none" : "bad", reason)
    input.value = ""
    input.focus()
  }

  /** @param {string} candidate @param {boolean} typed */
  const check = async (candidate, typed) => {
    if (!sendable.test(candidate)) return say(result, "bad", () => t("gate.unsendable"))
    if (typed) say(result, "wait", () => t("working"))
    try {
      await tryToken(candidate)
      token.set(candidate)
      input.value = ""
      say(result, "none")
      open()
    } catch (error) {
      const known = error instanceof ApiError
      if (known && error.code === "admin_disabled") return disabled()
      if (typed || !known) {
        if (known && error.status === 429) return lockout(error.retryAfter || 60)
        say(result, "bad", () => known ? answer(error) : sentenceOf(error))
        input.select()
        return
      }
      // A token from before: a server that is away for a moment does not make it wrong.
      const wrong = error.status === 401
      if (wrong) close(() => t("gate.again"))
      else {
        show(byId("gate"), true)
        input.value = candidate
        if (error.status === 429) lockout(error.retryAfter || 60)
        else say(result, "bad", () => answer(error))
      }
    }
  }

  byId("gate-form").addEventListener("submit", (event) => {
    event.preventDefault()
    void check(input.value.trim(), true)
  })
  byId("leave").addEventListener("click", () => close())
  onRefused((error) => {
    if (!inside) return
    if (error.code === "admin_disabled") disabled()
    else close(() => t("gate.again"))
  })

  const start = async () => {
    const kept = token.get()
    show(byId("disabled"), false)
    show(byId("gate"), kept === null)
    document.documentElement.classList.remove("signed-in")
    button.disabled = false
    if (kept !== null) return check(kept, false)
    // What was typed before this script was there stays.
    input.focus()
    const health = await request("/api/health").catch(() => undefined)
    if (health?.admin_enabled === false && !inside) disabled()
  }
  byId("disabled-retry").addEventListener("click", () => void start())
  void start()
}
