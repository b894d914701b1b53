import type { Responses } from "../../../../src/Api/Responses.ts"
import { admin } from "../../shared/admin.ts"
import { attemptList } from "../../shared/attempts.ts"
import type { Attempt } from "../../shared/attempts.ts"
import { byId, el } from "../../shared/dom.ts"
import { onLanguage, t } from "../../shared/language.ts"
import type { Key } from "../../shared/language.ts"
import { ApiError } from "../../shared/request.ts"
import { sentenceOf } from "../../shared/result.ts"

const words = (last: Attempt | undefined): Key => {
  if (last?.verdict === "accepted") return "push.accepted"
  // Only the console, which prints messages, has no HTTP status.
  return last?.status === null ? "push.printed" : "push.good"
}

/**
 * Sends test messages, and shows the outcome of the last one.
 * @returns to that chat, else to the first
 */
export const makeTestPush = (place: HTMLElement): (chat?: string) => Promise<void> => {
  let content: () => (Node | string)[] = () => []
  const render = () => place.replaceChildren(...content())
  const draw = (next: typeof content) => {
    content = next
    render()
  }
  onLanguage(render)
  return async (chat) => {
    const report = (text: () => string, attempts: ReadonlyArray<Attempt>) =>
      draw(() => [el("p", {}, el("strong", {}, [...chat === undefined ? [] : [chat], text()].join(" · "))), attemptList(attempts, chat)])
    draw(() => [t("push.sending")])
    try {
      const { attempts }: Responses["testPush"] = await admin("POST", "test_push", chat === undefined ? {} : { chat })
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

/**
 * The button for a test message.
 * @param chosen the chat that gets it; undefined for the first one
 */
export const startTestPush = (chosen: () => string | undefined) => {
  const push = makeTestPush(byId("push-result"))
  const button = byId("test-push") as HTMLButtonElement
  button.addEventListener("click", async () => {
    button.disabled = true
    await push(chosen())
    button.disabled = false
  })
}
