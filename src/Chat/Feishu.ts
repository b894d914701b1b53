import { HttpBody, HttpClient, HttpClientRequest } from "@effect/platform"
import { Cause, Clock, Effect, Redacted } from "effect"
import { readArrivedData } from "../Concurrency/EventLoop.ts"
import type { Announcement } from "../Domain/Announcement.ts"
import type { Answer, Format } from "../Domain/Attempt.ts"
import type { ChatTarget } from "./ChatSettings.ts"
import { secretsOfAddress } from "../Logging/AddressSecrets.ts"
import { scrubber } from "../Logging/Scrub.ts"
import { traced } from "../Tracing.ts"
import { compose, toBody } from "./Message.ts"
import * as NetworkFailure from "./NetworkFailure.ts"
import { readReply } from "./ReplyBody.ts"
import { signature } from "./Feishu/Signature.ts"
import { invalidAddress, judgeFailure, judgeReply, timedOut, tooLarge } from "./Verdict.ts"

const largestRequest = 20 * 1024

const isCallable = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/**
 * One request to a bot's address, and what its answer means (rule 7.5). Redirects are not followed. No trace headers
 * go out and no span is made by the client, since it would hold the address. `secrets` are kept out of the answer.
 */
export const makePost = (client: HttpClient.HttpClient) => {
  const untraced = client.pipe(
    HttpClient.withTracerPropagation(false),
    HttpClient.withTracerDisabledWhen(() => true)
  )

  return (address: string, body: Buffer, secrets: ReadonlyArray<string>, timeoutMillis: number): Effect.Effect<Answer> => {
    const scrub = scrubber([...secretsOfAddress(address), ...secrets])
    const request = HttpClientRequest.post(address, {
      headers: { accept: "application/json", "accept-encoding": "identity", "user-agent": "turnover" },
      body: HttpBody.uint8Array(body, "application/json; charset=utf-8")
    })
    const answer = untraced.execute(request).pipe(
      Effect.flatMap((response) => Effect.zip(readReply(response), Clock.currentTimeMillis).pipe(
        Effect.map(([text, now]): Answer =>
          judgeReply({ status: response.status, retryAfter: response.headers["retry-after"], body: text }, { now, scrub }))
      )),
      Effect.catchAllCause((cause) =>
        Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.succeed(judgeFailure(NetworkFailure.ofCause(cause))))
    )
    const timeout = Effect.as(Effect.zipRight(Effect.sleep(timeoutMillis), readArrivedData), timedOut(timeoutMillis))
    return Effect.raceFirst(answer, timeout)
  }
}

/** Sends to a Feishu or Lark custom bot (rules 7.4 and 7.9), signed afresh each time. */
export const make = (client: HttpClient.HttpClient) => {
  const post = makePost(client)

  return Effect.fnUntraced(function*(target: ChatTarget, announcement: Announcement, format: Format, timeoutMillis: number) {
    const address = Redacted.value(target.webhookUrl)
    if (!isCallable(address)) return invalidAddress
    const secret = Redacted.value(target.secret)
    const signed = signature(yield* Clock.currentTimeMillis, secret)
    const body = Buffer.from(JSON.stringify({ ...signed, ...toBody(compose(announcement, target), format) }))
    return body.length > largestRequest ? tooLarge(body.length) : yield* post(address, body, [secret, signed.sign ?? ""], timeoutMillis)
  }, traced("Feishu.send"))
}
