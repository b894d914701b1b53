import { Effect } from "effect"
import { type Delivery, type Format, isTaken } from "../Domain/Attempt.ts"
import { deliveryAttempted } from "../Metrics.ts"

/** Counts an attempt and logs one line for it, with the status and the beginning of the bot's reply (rule 6.16). */
export const logAttempt = (notification: number | "test", format: Format, delivery: Delivery): Effect.Effect<void> =>
  Effect.zipRight(
    deliveryAttempted(format, delivery.verdict),
    isTaken(delivery.verdict) ? Effect.logInfo(`push ${delivery.verdict}`) : Effect.logWarning(`push not delivered: ${delivery.detail}`)
  ).pipe(
    Effect.annotateLogs({
      notification,
      format,
      verdict: delivery.verdict,
      status: delivery.status,
      code: delivery.code,
      body: delivery.excerpt
    })
  )
