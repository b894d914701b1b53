// @ts-check
import { admin } from "../../shared/admin.js"
import { attemptList } from "../../shared/attempts.js"
import { byId, el } from "../../shared/dom.js"
import { onLanguage, t } from "../../shared/language.js"
import { ApiError } from "../../shared/request.js"
import { sentenceOf } from "../../shared/result.js"

/** @param {import("../../shared/attempts.js").Attempt | undefined} last @returns {import("../../shared/language.js").Key} */
const words = (last) => {
  if (last?.verdict === "accepted") return "push.accepted"
  // Only the console, which prints messages, has no HTTP status.
  return last?.status === null ? "push.printed" : "push.good"
}

/** Sends test messages, and shows the outcome of the last one. @param {HTMLElement} place @returns {(chat?: string) => Promise<void>} to that chat, else to the first */
export const makeTestPush = (place) => {
  /** @type {() => (Node | string)[]} */
  let content = () => []
  const render = () => place.replaceChildren(...content())
  /** @param {typeof content} next */
  const draw = (next) => {
    content = next
    render()
  }
  onLanguage(render)
  return async (chat) => {
    /** @param {() => string} text @param {ReadonlyArray<import("../../shared/attempts.js").Attempt>} attempts */
    const report = (text, attempts) =>
      draw(() => [el("p", {}, el("strong", {}, [...chat === undefined ? [] : [chat], text()].join(" · "))), attemptList(attempts, chat)])
    draw(() => [t("push.sending")])
    try {
      /** @type {import("../../../../src/Api/Responses.ts").Responses["testPush"]} */
      const { attempts } = await admin("POST", "test_push", chat === undefined ? {} : { chat })
      report(
        () => t(words(attempts.at(-1)), { format: t(`format.${attempts.at(-1)?.format ?? "text"}`) }),
        attempts
      )
    } catch (error) {
      const attempts = error instanceof ApiError ? error.body["attempts"] : undefined
      if (Array.isArray(attempts)) report(() => t("push.bad"), attempts)
      else draw(() => [sentenceOf(error)])
    }
  }
}

/** The button for a test message. @param {() => string | undefined} chosen the chat that gets it; undefined for the first one */
export const startTestPush = (chosen) => {
  const push = makeTestPush(byId("push-result"))
  const button = /** @type {HTMLButtonElement} */ (byId("test-push"))
  button.addEventListener("click", async () => {
    button.disabled = true
    await push(chosen())
    button.disabled = false
  })
}
