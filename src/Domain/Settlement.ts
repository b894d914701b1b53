import { Data, Schema } from "effect"
import { figureOf, type Turnover } from "./Turnover.ts"

/**
 * Why the daily job runs: the cutoff, a start, a reloaded cutoff, minutes 0 and 1 of an hour, or a source that has not answered in
 * time.
 */
export type Trigger = "cutoff" | "start" | "reload" | "hourly" | "unanswered"

/** What a day without a record gets at its cutoff: an amount within its range, or none. Without one, it awaits a person's figure. */
export type WithoutFigure = "generate" | "wait"

/** `auto`: a check sends a final day's message again only if its delivery is not confirmed. `always`: every check does. */
export type FallbackPush = "auto" | "always"

/** How far the message with a day's present amount has come: delivered, waiting in the outbox, or neither. */
export type Announced = "delivered" | "pending" | "none"

/** The state in all chats together: what remains to be done in one chat remains to be done. */
export const announcedIn = (chats: ReadonlyMap<string, Announced>): Announced => {
  const states = [...chats.values()]
  return (["none", "pending"] as const).find((state) => states.includes(state)) ?? "delivered"
}

export type DayDecision = Data.TaggedEnum<{
  /** The day is not over yet: nothing is due. */
  BeforeCutoff: {}
  /** No record: one is generated, final at once. */
  Generate: {}
  /** A record that is not final becomes final; a running amount does so only if its last push is recent. */
  Finalize: { readonly day: Turnover }
  /** The day is final; the settlement's message is sent, or sent again as a fallback. */
  PushAgain: { readonly day: Turnover; readonly kind: "daily" | "repeat" }
  /** The day is final and its message still waits in the outbox: it is sent at once, not a second time. */
  Hasten: { readonly day: Turnover }
  /** The day is final. Its message is delivered, or the same run in another process sends it. */
  Settled: { readonly day: Turnover }
  /** There is no figure yet, and the source is being asked for one. */
  AwaitAnswer: {}
  /** There is no record and nothing is generated, or there is only a running amount: the day awaits its figure. */
  AwaitFigure: { readonly announce: boolean }
  /** The shop is closed: nothing is generated. */
  Closed: { readonly announce: boolean }
  /** A person took the figure back, or opened the day, after its cutoff: nothing is generated, nor made final. */
  LeftOpen: {}
  /** A later day is stored, so the clock is wrong now or was wrong then: nothing is generated. */
  ClockInDoubt: {}
}>
export const DayDecision = Data.taggedEnum<DayDecision>()

/** A decision that was carried out, as health, metrics and the command line name it. */
const results = {
  BeforeCutoff: "before_cutoff",
  Generate: "generated",
  Finalize: "finalized",
  PushAgain: "pushed_again",
  Hasten: "hastened",
  Settled: "settled",
  AwaitAnswer: "awaiting_answer",
  AwaitFigure: "awaiting_figure",
  Closed: "closed",
  LeftOpen: "left_open",
  ClockInDoubt: "clock_in_doubt"
} as const

export const resultOf = (decision: DayDecision) => results[decision._tag]

/** The outcome of the last run of the daily job. */
export const RunResult = Schema.Literal("never_run", "failed", ...Object.values(results))
export type RunResult = typeof RunResult.Type

export interface Situation {
  readonly trigger: Trigger
  /** Whether the same run was carried out before, by another process or by this one before a restart. */
  readonly ranBefore: boolean
  readonly pastCutoff: boolean
  /** Today's record, if there is one. */
  readonly day: Turnover | undefined
  readonly announced: Announced
  readonly fallbackPush: FallbackPush
  /** The day is marked closed and has no record. */
  readonly closed: boolean
  /** A person took the day's figure back, or opened the day again, at or after its cutoff. */
  readonly cleared: boolean
  /** Whether a day after this one is stored. */
  readonly daysAfter: boolean
  readonly withoutFigure: WithoutFigure
  /** Whether there is a source to ask. */
  readonly isAsked: boolean
  /** Whether the running amount, if the record is one, becomes final at the cutoff. If not, the day awaits its figure. */
  readonly becomesFinal: boolean
  /** Whether the source was asked at least once, and has not answered in time. */
  readonly unanswered: boolean
  /** What the settlement has announced since the day's cutoff: its figure, that it is closed, or that it awaits its figure. */
  readonly announcedSinceCutoff: { readonly figure: boolean; readonly closed: boolean; readonly awaited: boolean }
}

/** The transition table of rules 5.1, 5.2, 5.4, 5.5, 5.11, 5.12, 5.15, 5.17, 5.18 and 5.20 for the current day. */
export const decide = (situation: Situation): DayDecision => {
  const { announced, announcedSinceCutoff, becomesFinal, cleared, closed, day, daysAfter, fallbackPush, pastCutoff, ranBefore, trigger } =
    situation
  const { isAsked, unanswered, withoutFigure } = situation
  if (!pastCutoff) return DayDecision.BeforeCutoff()
  if (day === undefined && closed) return DayDecision.Closed({ announce: !announcedSinceCutoff.closed })
  if (cleared && figureOf(day) === undefined) return DayDecision.LeftOpen()
  if (day === undefined && daysAfter) return DayDecision.ClockInDoubt()
  if (day === undefined || day.soFar !== undefined && !becomesFinal) {
    if (isAsked && !unanswered) return DayDecision.AwaitAnswer()
    // A till that has pushed knows the day better than the generator, even if it is silent now, so its day waits.
    const isPushed = day !== undefined && !isAsked
    return withoutFigure === "wait" || isPushed || daysAfter
      ? DayDecision.AwaitFigure({ announce: !announcedSinceCutoff.awaited })
      : DayDecision.Generate()
  }
  if (!day.isFinal) return DayDecision.Finalize({ day })
  // A run that was carried out before only prevents a second message, never the settlement of a day.
  if (ranBefore) return DayDecision.Settled({ day })
  const pushAgain = DayDecision.PushAgain({ day, kind: announcedSinceCutoff.figure ? "repeat" : "daily" })
  if (trigger === "cutoff" || trigger === "reload") return pushAgain
  // At the instant at which patience is over, an hourly check may be due as well: of the two, that one pushes.
  if (fallbackPush === "always" && trigger !== "unanswered") return pushAgain
  switch (announced) {
    case "delivered":
      return DayDecision.Settled({ day })
    case "pending":
      return DayDecision.Hasten({ day })
    case "none":
      return pushAgain
  }
}
