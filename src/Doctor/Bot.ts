import { HttpClient } from "@effect/platform"
import { Clock, Duration, Effect, Either, Redacted } from "effect"
import { httpRequest, judgeReply, readReply, replyScrubber, untraced } from "../Chat/Bot.ts"
import { type ChatKeys, keysOfChat, namingKeys } from "../Chat/ChatFindings.ts"
import { email, secretsOfMail } from "../Chat/Email.ts"
import { tryMailServer } from "../Chat/Email/Send.ts"
import { networkFailure } from "../Chat/NoReply.ts"
import { productOf } from "../Chat/Products.ts"
import { type Check, failed, passed, warning } from "../Codes/HealthProblem.ts"
import type { Chat } from "../Config/Chats.ts"
import { consoleBot } from "../Config/Forms.ts"
import { isMail } from "../Config/Mail.ts"
import { chatsOf, type ShopConfig } from "../Config/ShopConfig.ts"
import { Secrets } from "../Logging/Secrets.ts"

const probePatience = "5 seconds"
const largeShift = 60_000
const noticedShift = 5_000

const checkClock = (date: string | undefined, now: number): Check => {
  const botTime = date === undefined ? NaN : Date.parse(date)
  if (!Number.isFinite(botTime))
    return warning("clock", "the bot's answer has no date to compare with", "set up NTP on the machine")
  // The header has whole seconds, so up to one second is no difference.
  const shift = Math.max(0, Math.abs(now - botTime) - 1000)
  const detail = `${Math.round(shift / 1000)} s ${now > botTime ? "ahead of" : "behind"} the bot's`
  if (shift > largeShift)
    return failed("clock", detail, "set the machine's clock, by NTP best: days are settled, and messages signed, by it")
  return shift > noticedShift
    ? warning("clock", detail, "set up NTP on the machine")
    : passed("clock", "agrees with the bot's")
}

/** Signs in to a mail server, and sends nothing. */
const checkMail = (address: string, password: string, bot: string) =>
  Effect.gen(function*() {
    const scrub = replyScrubber(yield* Secrets, { secrets: secretsOfMail(address, password), url: address })
    const now = yield* Clock.currentTimeMillis
    const tried = yield* Effect.either(tryMailServer(address, password, Duration.toMillis(probePatience)))
    if (Either.isLeft(tried)) return [failed(bot, tried.left.message, "fix it, then run doctor again; mails wait meanwhile")]
    if (tried.right !== undefined) return [failed(bot, email.judge(tried.right, { now, scrub }).detail, "fix it, then run doctor again")]
    return [passed(bot, `the mail server answers${password === "" ? "" : ", and accepts the user and the password"}`)]
  })

/**
 * Sends the bot a signed request without a message. It checks address and signature, then refuses the missing message,
 * so the group sees nothing.
 */
const checkChat = (
  { keyword, kind, secret: signing, url }: Chat,
  bot: string,
  keys: ChatKeys
): Effect.Effect<ReadonlyArray<Check>, never, HttpClient.HttpClient | Secrets> =>
  Effect.gen(function*() {
    const address = Redacted.value(url)
    if (address === consoleBot) {
      return [warning(bot, "messages are printed, not sent", "put the address of a chat bot into chat_webhook_url")]
    }
    const secret = Redacted.value(signing)
    const product = productOf(address, kind)
    const open = new URL(address).protocol === "http:"
      ? [
        warning(bot, "its address is read by everybody on the way: it begins with http", "use https where the bot or its gateway has it")
      ]
      : []
    if (isMail(address)) return yield* checkMail(address, secret, bot)
    if (product.probe === null) {
      return [
        warning(bot, `nothing can be asked at an address of ${product.title} without a message`, "send one: turnover doctor --push"),
        ...open
      ]
    }
    const asked = yield* Clock.currentTimeMillis
    const { isAlive, request } = product.probe({ address, secret, now: asked, id: "", at: asked }, keyword)
    const client = untraced(yield* HttpClient.HttpClient)
    const reply = yield* client.execute(httpRequest(request)).pipe(
      Effect.flatMap((response) => Effect.map(readReply(response), (body) => ({ response, body }))),
      Effect.scoped,
      Effect.timeout(probePatience),
      Effect.sandbox,
      Effect.either
    )
    if (Either.isLeft(reply)) {
      const { sentence = "it does not answer" } = networkFailure(reply.left)
      return [
        ...open,
        failed(bot, sentence, "check the network, a proxy in between, and chat_webhook_url; messages wait meanwhile")
      ]
    }
    const { body, response } = reply.right
    const now = yield* Clock.currentTimeMillis
    const clock = checkClock(response.headers["date"], now)
    const delivery = judgeReply(
      product,
      { status: response.status, retryAfter: response.headers["retry-after"], body },
      { now, scrub: replyScrubber(yield* Secrets, request) }
    )
    const { code, detail, movedTo, verdict } = delivery
    if (movedTo !== undefined) {
      return [
        warning(bot, `the group has the id ${movedTo} by now`, "set chat_id in chat_webhook_url to it; messages go there meanwhile"),
        clock,
        ...open
      ]
    }
    if (isAlive(delivery)) {
      const signed = secret === "" ? "" : " or the signature"
      return [
        passed(bot, `answers, and has no objection to the address${signed}${code === null ? "" : ` (code ${code})`}`),
        clock,
        ...open
      ]
    }
    return [
      verdict === "transient" || verdict === "upset"
        ? warning(bot, detail, "wait a while and run doctor again; messages wait in the outbox meanwhile")
        : failed(bot, detail, "fix it, then run doctor again"),
      clock,
      ...open
    ]
  }).pipe(Effect.map((checks) =>
    checks.map((check) => ({
      ...check,
      detail: namingKeys(check.detail, keys),
      advice: check.advice === null ? null : namingKeys(check.advice, keys)
    }))
  ))

/** Checks the bot of each chat. The clock is compared with that of the first bot that replies. */
export const checkBot = (settings: ShopConfig): Effect.Effect<ReadonlyArray<Check>, never, HttpClient.HttpClient | Secrets> =>
  Effect.gen(function*() {
    const chats = chatsOf(settings)
    const checks = yield* Effect.forEach(chats, (chat, index) =>
      checkChat(chat, chats.length === 1 ? "bot" : `bot ${chat.name}`, keysOfChat(index)))
    const all = checks.flat()
    const clock = all.find(({ name }) => name === "clock")
    return all.filter((check) => check.name !== "clock" || check === clock)
  })
