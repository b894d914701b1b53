import { Clock, DateTime, Effect, Layer } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import { formatInstant } from "../../src/Domain/Calendar.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { AmountSource } from "../../src/Source.ts"
import type { Figure } from "../../src/Source/Figure.ts"
import { faultOf, type SourceFault } from "../../src/Source/SourceFault.ts"
import { shanghai } from "../Domain/Arbitraries.ts"

export type Answer = Effect.Effect<Figure, SourceFault>

export const figure = (yuan: number, items = 1): Answer =>
  Effect.succeed({ amountCents: Math.round(yuan * 100) as Cents, items, sha256: "5c9b" })

/** The answer of a till that is down. */
export const refused = (): Answer => Effect.fail(faultOf("failed", "the program ended with 1: HTTP 503", { code: 1, sentence: "HTTP 503" }))

/** The answer of a till before its first sale. */
export const noItems = (): Answer => Effect.fail(faultOf("not_now", "not now: no sale yet", { sentence: "no sale yet" }))

interface SourceDouble {
  /** The present answer, which may be replaced at any time. */
  answer: (date: LocalDate) => Answer
  /** The questions since the last call, as `MM-DD HH:MM:SS for MM-DD`. */
  readonly questions: () => ReadonlyArray<string>
  readonly layer: Layer.Layer<AmountSource>
}

/** A source that answers as `answer` says, and records when it was asked for which day. */
export const sourceDouble = (answer: (date: LocalDate) => Answer): SourceDouble => {
  const asked: Array<string> = []
  const double: SourceDouble = {
    answer,
    questions: () => asked.splice(0),
    layer: Layer.succeed(AmountSource, {
      ask: (date) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const at = formatInstant(DateTime.unsafeMakeZoned(now, { timeZone: shanghai })).slice(5, 19).replace("T", " ")
          asked.push(`${at} for ${date.slice(5)}`)
          return double.answer(date)
        }),
      describe: Effect.succeed(null)
    })
  }
  return double
}
