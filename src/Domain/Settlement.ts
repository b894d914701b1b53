import { Data, Schema } from "effect"
import type { Turnover } from "./Turnover.ts"

/** Why the daily job runs: the cutoff itself, a start, a reloaded cutoff, minutes 0 and 1 of an hour, or a source that was asked in vain. */
export type Trigger = "cutoff" | "start" | "reload" | "hourly" | "unanswered"

/** What a day without a record gets at its cutoff: an amount within its range, or none. With none it awaits a person's figure. */
export type WithoutFigure = "generate" | "wait"

/** `auto`: a check pushes a final day again only if its message was not delivered. `always`: every check does. */
export type FallbackPush = "auto" | "always"

/** The state of the message with a day's present amount: delivered, still in the outbox, or neither. */
export type Announced = "delivered" | "pending" | "none"

/** What is still to be done in one chat counts for all of them. */
export const announcedIn = (chats: ReadonlyMap<string, Announced>): Announced => {
  const states = [...chats.values()]
  return (["none", "pending"] as const).find((state) => states.includes(state)) ?? "delivered"
}

export type Decision = Data.TaggedEnum<{
  /** The day is not over yet: nothing is due. */
  BeforeCutoff: {}
  /** No record: one is generated, final at once. */
  Generate: {}
  /** A record that is not final becomes final. A running amount does only if it was pushed lately. */
  Finalize: { readonly day: Turnover }
  /** The day is final; the settlement's message is sent, or sent again as a fallback. */
  PushAgain: { readonly day: Turnover; readonly kind: "daily" | "repeat" }
  /** The day is final and its message still waits in the outbox: it is sent at once, not a second time. */
  Hasten: { readonly day: Turnover }
  /** The day is final. Its message is delivered, or the same run in another process sends it. */
  Settled: { readonly day: Turnover }
  /** No figure yet, and its source is asked for one. */
  AwaitAnswer: {}
  /** No record, and the settings let nothing be generated, or a running amount only: the day awaits its figure. */
  AwaitFigure: { readonly announce: boolean }
  /** The shop is closed: nothing is generated. */
  Closed: { readonly announce: boolean }
  /** A person withdrew the figure or opened the day after its cutoff: nothing is generated. */
  LeftOpen: {}
  /** A day after this one is stored, so the clock is wrong now or was then: nothing is generated. */
  ClockInDoubt: {}
}>
export const Decision = Data.taggedEnum<Decision>()

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

export const resultOf = (decision: Decision) => results[decision._tag]

/** The outcome of the last run of the daily job. */
export const RunResult = Schema.Literal("never_run", "failed", ...Object.values(results))
export type RunResult = typeof RunResult.Type

export interface Situation {
  readonly trigger: Trigger
  /** Whether another process, or this one before a restart, has carried out the same run. */
  readonly ranBefore: boolean
  readonly pastCutoff: boolean
  /** Today's record, if there is one. */
  readonly day: Turnover | undefined
  readonly announced: Announced
  readonly fallbackPush: FallbackPush
  /** The day is marked closed and has no record. */
  readonly closed: boolean
  /** A person withdrew the day's figure, or opened the day again, at or after its cutoff. */
  readonly cleared: boolean
  /** Whether a day after this one is stored. */
  readonly daysAfter: boolean
  readonly withoutFigure: WithoutFigure
  /** Whether the running amount, if the record is one, becomes final at the cutoff. Otherwise the day awaits its figure. */
  readonly becomesFinal: boolean
  /** What counts in its place once a source was asked in vain; null if nobody is asked. */
  readonly whenUnanswered: WithoutFigure | null
  /** Whether the source was asked until patience was over, and not less than once. */
  readonly unanswered: boolean
  /** Whether the settlement has announced the day's figure, that the day is closed, or that it awaits its figure, since its cutoff. */
  readonly announcedSinceCutoff: { readonly figure: boolean; readonly closed: boolean; readonly awaited: boolean }
}

/** The transition table of rules 5.1, 5.2, 5.4, 5.5, 5.11, 5.12, 5.15, 5.17, 5.18 and 5.20 for the current day. */
export const decide = (situation: Situation): Decision => {
  const { announced, announcedSinceCutoff, becomesFinal, cleared, closed, day, daysAfter, fallbackPush, pastCutoff, ranBefore, trigger } =
    situation
  const { unanswered, whenUnanswered, withoutFigure } = situation
  if (!pastCutoff) return Decision.BeforeCutoff()
  if (day === undefined) {
    if (closed) return Decision.Closed({ announce: !announcedSinceCutoff.closed })
    if (cleared) return Decision.LeftOpen()
    if (daysAfter) return Decision.ClockInDoubt()
  }
  if (day === undefined || day.soFar !== undefined && !becomesFinal) {
    if (whenUnanswered !== null && !unanswered) return Decision.AwaitAnswer()
    // A till that pushes and has fallen silent knows the day better than the generator: its day waits.
    const without = whenUnanswered ?? (day === undefined ? withoutFigure : "wait")
    return without === "wait" || daysAfter ? Decision.AwaitFigure({ announce: !announcedSinceCutoff.awaited }) : Decision.Generate()
  }
  if (!day.isFinal) return Decision.Finalize({ day })
  // A run that was carried out before only prevents a second message. It never prevents the settlement of a day.
  if (ranBefore) return Decision.Settled({ day })
  const pushAgain = Decision.PushAgain({ day, kind: announcedSinceCutoff.figure ? "repeat" : "daily" })
  if (trigger === "cutoff" || trigger === "reload" || fallbackPush === "always") return pushAgain
  switch (announced) {
    case "delivered":
      return Decision.Settled({ day })
    case "pending":
      return Decision.Hasten({ day })
    case "none":
      return pushAgain
  }
}
