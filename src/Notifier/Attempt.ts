import { Effect, Schema } from "effect"
import { deliveryAttempted } from "../Metrics.ts"
import { type Answer, Format, Verdict } from "../Chat/ChatBot.ts"

/** One try to send, as it is kept and shown. */
export const Attempt = Schema.Struct({
  /** When the try began; milliseconds since 1970. */
  at: Schema.Number,
  format: Format,
  verdict: Verdict,
  status: Schema.NullOr(Schema.Number),
  code: Schema.NullOr(Schema.Number),
  detail: Schema.String
})
export type Attempt = typeof Attempt.Type

export const ofAnswer = (at: number, format: Format, { code, detail, status, verdict }: Answer): Attempt =>
  ({ at, format, verdict, status, code, detail })

/** Counts each try, and logs one line for it, with the status and the beginning of the bot's answer (rule 6.16). */
export const log = (notification: number | "test", format: Format, answer: Answer): Effect.Effect<void> =>
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
