import { Effect } from "effect"
import type { Answer, Format } from "../Domain/Attempt.ts"
import { deliveryAttempted } from "../Metrics.ts"

/** Counts an attempt and logs one line for it, with the status and the beginning of the bot's answer (rule 6.16). */
export const logAttempt = (notification: number | "test", format: Format, answer: Answer): Effect.Effect<void> =>
  Effect.zipRight(
    deliveryAttempted(format, answer.verdict),
    answer.verdict === "delivered" ? Effect.logInfo("push delivered") : Effect.logWarning(`push not delivered: ${answer.detail}`)
  ).pipe(
    Effect.annotateLogs({
      notification,
      format,
      verdict: answer.verdict,
      status: answer.status,
      code: answer.code,
      body: answer.excerpt
    })
  )
