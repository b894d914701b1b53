import { createRequire } from "node:module"
import type { BotDoubleAnswer, BotDoubleRequest } from "../BotDouble.ts"

/** An implementation by others, which is CommonJS. */
const { Webhook } = createRequire(import.meta.url)("standardwebhooks") as {
  readonly Webhook: new(secret: string) => { readonly sign: (id: string, at: Date, body: string) => string }
}

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

/** The oldest signature that the specification accepts, in seconds. */
const oldest = 300

/** A receiver that checks signature and age. @param now milliseconds since 1970 */
export const receiver = ({ body, headers }: BotDoubleRequest, now: number): BotDoubleAnswer => {
  const [id = "", at = "", signature = ""] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => String(headers[name]))
  const isRight = signature.split(" ").includes(new Webhook(secret).sign(id, new Date(Number(at) * 1_000), body))
  return isRight && Math.abs(now / 1_000 - Number(at)) <= oldest ? { status: 204 } : { status: 401 }
}
