import { Data } from "effect"
import type { Turnover } from "./Turnover.ts"

/** What makes the daily job run: the cutoff itself, a start, a reloaded cutoff, or minutes 0 and 1 of an hour. */
export type Trigger = "cutoff" | "start" | "reload" | "hourly"

/** `auto`: a check pushes a final day again only while nobody can have seen it. `always`: every check does. */
export type FallbackPush = "auto" | "always"

export type Decision = Data.TaggedEnum<{
  /** The day is not over yet: nothing is due. */
  BeforeCutoff: {}
  /** No record: one is generated, final at once. */
  Generate: {}
  /** A record that is not final becomes final. */
  Finalize: { readonly day: Turnover }
  /** The day is final; its message is pushed again as a fallback. */
  PushAgain: { readonly day: Turnover }
  /** The day is final and its message has arrived, or is on its way. */
  Settled: { readonly day: Turnover }
}>
export const Decision = Data.taggedEnum<Decision>()

export interface Situation {
  readonly trigger: Trigger
  readonly pastCutoff: boolean
  /** Today's record, if there is one. */
  readonly day: Turnover | undefined
  /** Whether a message with this day's present amount is known to have arrived. */
  readonly deliveryConfirmed: boolean
  readonly fallbackPush: FallbackPush
}

/** The transition table of specification 3 and contract 5 for the current day. */
export const decide = (situation: Situation): Decision => {
  const { day, deliveryConfirmed, fallbackPush, pastCutoff, trigger } = situation
  if (!pastCutoff) return Decision.BeforeCutoff()
  if (day === undefined) return Decision.Generate()
  if (!day.isFinal) return Decision.Finalize({ day })
  const repeats = trigger === "cutoff" || trigger === "reload" || fallbackPush === "always" || !deliveryConfirmed
  return repeats ? Decision.PushAgain({ day }) : Decision.Settled({ day })
}
