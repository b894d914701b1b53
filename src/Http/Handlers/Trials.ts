import { Effect, Either } from "effect"
import { CurrentPerson } from "../../Api/Access.ts"
import * as Errors from "../../Api/Errors.ts"
import { SourceTry, TestPush } from "../../Api/Trials.ts"
import { testMessage } from "../../Chat/Message.ts"
import { ShopClock } from "../../Clock.ts"
import { Config } from "../../Config.ts"
import { languageOf } from "../../Config/ShopConfig.ts"
import { toYuan } from "../../Domain/Amount.ts"
import { untimed } from "../../Domain/Attempt.ts"
import { dateOf } from "../../Domain/Calendar.ts"
import { addDays } from "../../Domain/LocalDate.ts"
import { actorOf } from "../../Domain/Person.ts"
import { askedDay } from "../../Domain/Refusal.ts"
import { Ledger } from "../../Ledger.ts"
import { Notifier } from "../../Notifier.ts"
import { AmountSource } from "../../Source.ts"
import { faultOf } from "../../Source/SourceFault.ts"
import { stillAllowed } from "../Access/Gate.ts"
import { readJson } from "../Body.ts"
import { dateInFuture, takenIn } from "./DayCommands.ts"
import { unknownChat } from "./Messages.ts"

const readAgain = faultOf("reloaded", "the settings were read again while the source was asked", {})

/** The attempts of a test message; a refusal names them, too. */
export const attemptsOf = (push: ReturnType<typeof Notifier.Service["testPush"]>) =>
  Effect.map(
    Effect.catchTags(push, {
      PushFailed: (failed) => Effect.fail(Errors.PushFailed.make({ detail: failed.message, attempts: failed.attempts.map(untimed) })),
      UnknownChat: unknownChat
    }),
    (attempts) => attempts.map(untimed)
  )

/** What stores nothing: a test message, and a question to the source. */
export const trialHandlers = Effect.gen(function*() {
  const clock = yield* ShopClock
  const config = yield* Config
  const ledger = yield* Ledger
  const notifier = yield* Notifier
  const source = yield* AmountSource
  /** A reload ends a question as it ends those of the scheduler, and with it the program. */
  const reloaded = Effect.zipRight(config.replaced, readAgain)
  const today = Effect.map(clock.now, (now) => dateOf(now, ledger.calendar()))
  const allowed = yield* stillAllowed

  return {
    testPush: () =>
      Effect.gen(function*() {
        const asked = yield* readJson(TestPush)
        if (asked.amount !== undefined) yield* takenIn(config, asked.amount)
        const requester = yield* CurrentPerson
        const actor = actorOf(requester, undefined)
        const last = yield* today
        const date = yield* Either.mapLeft(askedDay(asked.date, last), (refused) => dateInFuture(refused))
        const stored = (yield* ledger.book).byDate.get(date)
        const language = languageOf(yield* config.current)
        const message = testMessage({ date, cents: asked.amount, reason: asked.reason, actor }, stored, language)
        const { cents, reason } = message
        yield* allowed
        const attempts = yield* attemptsOf(notifier.testPush(message, asked.chat))
        return { ok: true as const, pushed: { date, amount: toYuan(cents), reason }, attempts }
      }),
    trySource: () =>
      Effect.gen(function*() {
        const asked = yield* readJson(SourceTry)
        const last = yield* today
        const date = yield* Either.mapLeft(askedDay(asked.date, last, addDays(last, -1)), (refused) => dateInFuture(refused))
        const request = yield* source.describe
        const answer = Effect.mapError(Effect.raceFirst(source.ask(date, ledger.calendar()), reloaded),
          ({ code, message, params }) => Errors.SourceFailed.make({ detail: message, date, reason: { code, params }, request }))
        const { amountCents, items, sha256 } = yield* Effect.zipRight(allowed, answer)
        return { ok: true as const, date, amount: toYuan(amountCents), items, sha256, request }
      })
  }
})
