import { admin } from "../../shared/admin.ts"
import { counted, t } from "../../shared/language.ts"
import { showFailed } from "../failed-count.ts"
import type { Stage } from "./stage.ts"

/** Milliseconds between two polls of the number of waiting messages. */
const lookEvery = 1_500

/** The number of messages; undefined if it cannot be loaded now. */
export const countMessages = async () => (await admin("GET", "notifications?state=pending&limit=1").catch(() => undefined))?.counts

/**
 * Follows the messages of the import until none is waiting.
 * @param isPresent whether no other file was chosen meanwhile
 * @param failedBefore messages that had failed before the import: some of its own may have failed by the first look
 */
export const followMessages = async (isPresent: () => boolean, failedBefore: number, { progress }: Stage) => {
  let most = 0
  for (;;) {
    const counts = await countMessages()
    if (!isPresent()) return
    if (counts !== undefined) {
      const { failed, pending } = counts
      showFailed(failed)
      most = Math.max(most, pending)
      if (pending === 0) {
        const lost = failed - failedBefore
        progress(lost > 0 ? t("import.messages.failed", { failed: lost }) : t("import.messages.done"), 1)
        return
      }
      progress(counted("import.messages", pending, { left: pending }), (most - pending) / most)
    }
    await new Promise((resolve) => setTimeout(resolve, lookEvery))
    if (!isPresent()) return
  }
}
