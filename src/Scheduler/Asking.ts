import { Cause, Clock, Effect, Either, Random } from "effect"
import { EarliestTime, ShopClock } from "../Clock.ts"
import { clockWatch } from "../Clock/ClockWatch.ts"
import { isAsked } from "../Config/AmountSource.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import type { Cents } from "../Domain/Amount.ts"
import { type Calendar, momentOf } from "../Domain/Calendar.ts"
import { theSource } from "../Domain/Command.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import * as Questions from "../Domain/Questions.ts"
import { Ledger } from "../Ledger.ts"
import { AmountSource } from "../Source.ts"
import type { Figure } from "../Source/Figure.ts"
import type { SourceFault } from "../Source/SourceFault.ts"

/**
 * What this process knows about its questions to the source; instants are milliseconds since 1970.
 */
export interface SourceStatus {
  readonly lastAskedAt: number | null
  readonly lastOkAt: number | null
  /** The newest answer with a figure. */
  readonly lastAnswer: { readonly date: LocalDate; readonly cents: Cents } | null
  /** Why the newest question has no answer; null if it has one, or if nothing was asked. */
  readonly lastFault: (Pick<SourceFault, "code" | "params"> & { readonly at: number; readonly question: Questions.Question }) | null
  readonly nextAskAt: number | null
}

const never: SourceStatus = { lastAskedAt: null, lastOkAt: null, lastAnswer: null, lastFault: null, nextAskAt: null }

/** A question about anything but the cutoff ends when the cutoff comes. */
const givesWay = { _tag: "GivesWay" } as const

const rulesOf = ({ amountSource }: ShopConfig, calendar: Calendar): Questions.AskingRules | null =>
  isAsked(amountSource)
    ? {
      calendar,
      patienceMinutes: amountSource.patienceMinutes,
      askMinutes: amountSource.askMinutes
    }
    : null

/**
 * Asks the source of the settings when the pure plan (`Questions`) says so. The questions run in a fiber of their own, so a slow
 * answer delays no command, message or stop.
 */
export const makeAsking = (longestPause: number) =>
  Effect.gen(function*() {
    const clock = yield* ShopClock
    const earliest = yield* EarliestTime
    const ledger = yield* Ledger
    const source = yield* AmountSource
    const watch = yield* clockWatch

    let memory: Questions.Memory = {}
    let status = never
    let unanswered: LocalDate | null = null
    let isStoringFailed = false

    const note = (changes: Partial<SourceStatus>) => {
      status = { ...status, ...changes }
    }

    /** Logs a new fault as a warning, and its repetitions at debug level. */
    const faulted = (question: Questions.Question, { code, message, params }: SourceFault) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        const isNews = status.lastFault?.code !== code
        note({ lastFault: { code, params, at, question } })
        return isNews
          ? Effect.logWarning(`the source has no figure, asked again later: ${message}`)
          : Effect.logDebug(`no figure: ${message}`)
      })

    const offer = ({ date, purpose }: Questions.Question, { amountCents: cents, items, sha256 }: Figure) =>
      Effect.gen(function*() {
        const at = yield* Clock.currentTimeMillis
        const { outcome } = yield* ledger.carryOut({ _tag: "Offer", date, cents, items, sha256, asked: purpose }, theSource)
        isStoringFailed = false
        note({
          lastOkAt: at,
          lastFault: null,
          lastAnswer: { date, cents }
        })
        yield* Effect.annotateLogs(Effect.logInfo("the source has answered"), { outcome, items })
      })

    /** The source's answer. A question that is not about the cutoff ends when the cutoff comes. */
    const answerTo = ({ date, purpose }: Questions.Question, { calendar }: Questions.AskingRules) =>
      Effect.flatMap(clock.now, (now) => {
        const { cutoff, pastCutoff } = momentOf(now, calendar)
        const due = cutoff.epochMillis
        const answer = source.ask(date, calendar)
        if (purpose === "figure" || pastCutoff) return answer
        return Effect.raceFirst(answer, Effect.zipRight(watch.reached(() => due, longestPause), Effect.fail(givesWay)))
      })

    /** A failure to store an answer. Replaced settings are read again at once; a database that takes no changes is logged once. */
    const notStored = (cause: Cause.Cause<never>) => {
      const isNews = !isStoringFailed
      isStoringFailed = true
      return isNews
        ? Effect.logError("the source's figure was not stored, will ask again", cause)
        : Effect.logDebug("the source's figure was not stored, will ask again")
    }

    /** Whether the question is answered and its answer is stored. */
    const answered = (question: Questions.Question, rules: Questions.AskingRules) =>
      Effect.gen(function*() {
        const figure = yield* answerTo(question, rules)
        return yield* Effect.matchCauseEffect(offer(question, figure), {
          onSuccess: () => Effect.succeed(true),
          onFailure: (cause) =>
            Cause.isInterruptedOnly(cause)
              ? Effect.interrupt
              : Effect.as(notStored(cause), false)
        })
      })

    const ask = (question: Questions.Question, rules: Questions.AskingRules) =>
      Effect.gen(function*() {
        const begun = yield* Clock.currentTimeMillis
        note({ lastAskedAt: begun, nextAskAt: null })
        const answer = yield* Effect.either(answered(question, rules))
        const fault = Either.isLeft(answer) && answer.left._tag === "SourceFault" ? answer.left : null
        if (fault !== null) yield* faulted(question, fault)
        memory = Questions.afterQuestion(memory, question, {
          begun,
          ended: yield* Clock.currentTimeMillis,
          answered: Either.getOrElse(answer, () => false)
        }, yield* Random.next)
      }).pipe(Effect.annotateLogs({ date: question.date, purpose: question.purpose }))

    /** Waits for the next reading of the clock. */
    const nextReading = Effect.suspend(() => {
      const reading = watch.lastReading()
      return watch.reached(() => watch.lastReading() === reading ? Infinity : -Infinity, longestPause)
    })

    const step = (settings: ShopConfig) =>
      Effect.gen(function*() {
        yield* watch.reached(() => earliest, longestPause)
        const rules = rulesOf(settings, { ...ledger.calendar(), cutoff: settings.cutoff })
        if (rules === null) return yield* Effect.never
        const now = yield* clock.now
        const moves = watch.moves()
        const book = ledger.snapshot()
        const { at, question } = Questions.next(rules, book, memory, now)
        if (question !== null && at <= now.epochMillis) return yield* ask(question, rules)
        unanswered = Questions.unanswered(rules, book, memory, now)
        note({ nextAskAt: question === null ? null : at })
        yield* watch.reached(() => ledger.snapshot() === book && watch.moves() === moves ? at : -Infinity, longestPause)
      }).pipe(Effect.catchAllCause((cause) =>
        Cause.isInterruptedOnly(cause)
          ? Effect.failCause(cause)
          : Effect.zipRight(Effect.logError("asking failed, will retry", cause), nextReading)
      ))

    return {
      /** Asks by these settings until it is interrupted; null if their source is not asked. */
      by: (settings: ShopConfig): Effect.Effect<never> | null => {
        const isNeeded = isAsked(settings.amountSource)
        memory = {}
        unanswered = null
        // A new source may answer although the earlier one failed.
        status = isNeeded ? { ...status, lastFault: null, nextAskAt: null } : never
        return isNeeded ? Effect.annotateLogs(Effect.forever(step(settings)), { service: "source" }) : null
      },
      /** The day whose source has not answered in time. */
      unanswered: () => unanswered,
      status: Effect.sync(() => status)
    }
  })
