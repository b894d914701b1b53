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
  // Only the console, which prints, takes a message without an HTTP status.
  return last?.status === null ? "push.printed" : "push.good"
}

/** The outcome of a test message. */
export const startTestPush = () => {
  /** @type {() => (Node | string)[]} */
  let content = () => []
  const render = () => byId("push-result").replaceChildren(...content())
  /** @param {typeof content} next */
  const draw = (next) => {
    content = next
    render()
  }
  /** @param {() => string} text @param {ReadonlyArray<import("../../shared/attempts.js").Attempt>} attempts */
  const report = (text, attempts) => draw(() => [el("p", {}, el("strong", {}, text())), attemptList(attempts)])
  onLanguage(render)
  const button = /** @type {HTMLButtonElement} */ (byId("test-push"))
  button.addEventListener("click", async () => {
    button.disabled = true
    draw(() => [t("push.sending")])
    try {
      /** @type {import("../../../../src/Api/Responses.ts").Responses["testPush"]} */
      const { attempts } = await admin("POST", "test_push", {})
      report(
        () => t(words(attempts.at(-1)), { format: t(`format.${attempts.at(-1)?.format ?? "text"}`) }),
        attempts
      )
    } catch (error) {
      const attempts = error instanceof ApiError ? error.body["attempts"] : undefined
      if (Array.isArray(attempts)) report(() => t("push.bad"), attempts)
      else draw(() => [sentenceOf(error)])
    }
    button.disabled = false
  })
}
