import type { Responses } from "../../../src/Api/Responses.ts"
import { attemptsWords } from "../../../words/Attempts.ts"
import { admin } from "../shared/admin.ts"
import { explain } from "../shared/attempts.ts"
import { addWords, t } from "../shared/language.ts"

addWords(attemptsWords)

/** Why a chat does not get its messages: what it replied to the last attempt. */
export const askWhy = async (chat: string): Promise<() => string> => {
  const newest = async (state: "failed" | "pending") => {
    const { items }: Responses["notifications"] = await admin("GET",
      `notifications?state=${state}&limit=1&chat=${encodeURIComponent(chat)}`)
    return items[0]?.attempts.at(-1)
  }
  const last = await newest("failed") ?? await newest("pending")
  return () => last === undefined ? "" : t("unsent.why", { why: explain(last, chat) })
}
