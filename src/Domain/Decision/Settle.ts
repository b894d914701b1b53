import { Either } from "effect"
import { cutoffRun } from "../Agenda.ts"
import type { Announcement, RepeatReason } from "../Announcement.ts"
import { cutoffInstant } from "../Calendar.ts"
import type { Settle } from "../Command.ts"
import * as DayBook from "../DayBook.ts"
import { generateAmount } from "../Generator.ts"
import * as Messages from "../Messages.ts"
import * as Posting from "../Posting.ts"
import * as Settlement from "../Settlement.ts"
import { becomesFinal } from "../SoFar.ts"
import { storyOf } from "../Story.ts"
import { type DayMark, isCleared, isShut, type Turnover } from "../Turnover.ts"
import { type Decision, nothing, type Now, type OpenDay, type States } from "./State.ts"

/** The decisions that a second run with the same id would repeat. All others are prevented by the day's state or its messages. */
const hasEffectOnce: ReadonlySet<Settlement.DayDecision["_tag"]> = new Set(["Generate", "Finalize", "PushAgain", "Hasten"])

/**
 * Why a run sends a final day again. For a check at the start or on the hour, the setting `fallback_push` decides: always, or only
 * if the delivery is unconfirmed.
 */
const againOf = (trigger: Settlement.Trigger, fallbackPush: Settlement.FallbackPush): RepeatReason =>
  trigger === "cutoff" || trigger === "reload" ? trigger : fallbackPush === "always" ? "always" : "unconfirmed"

const messagesOf = (
  decision: Settlement.DayDecision,
  mark: DayMark,
  again: RepeatReason
): ReadonlyArray<Announcement> => {
  if (decision._tag === "PushAgain") return [Messages.settled(decision.day, decision.kind, again)]
  if (decision._tag === "AwaitFigure" && decision.announce) return [Messages.awaitedDay(mark.date)]
  return decision._tag === "Closed" && decision.announce && mark.closed ? [Messages.closedDay(mark)] : []
}

/** A message that is repeated because its delivery is unconfirmed goes only to the chats that have not confirmed it. */
const unconfirmed = (
  decision: Settlement.DayDecision,
  again: RepeatReason,
  announced: States["Settle"]["announced"]
): Pick<Decision<unknown>, "firstOnlyTo" | "hasten"> => {
  if (decision._tag === "Hasten") return { firstOnlyTo: null, hasten: decision.day }
  if (decision._tag !== "PushAgain" || again !== "unconfirmed") return { firstOnlyTo: null, hasten: null }
  const chats = [...announced]
  return {
    firstOnlyTo: chats.filter(([, state]) => state === "none").map(([chat]) => chat),
    hasten: chats.some(([, state]) => state === "pending") ? decision.day : null
  }
}

/**
 * The names of the runs that this one carries out. A start after a cutoff does what the cutoff's run would do; without this, the
 * cutoff's run in another process would announce the day again.
 */
const runsOf = (id: string, trigger: Settlement.Trigger, moment: Settle["moment"]): ReadonlyArray<string> =>
  trigger === "start" && moment.pastCutoff ? [id, cutoffRun(moment)] : [id]

/** One run of the daily job (rules 5.1 to 5.15, 5.17 and 5.18). */
export const settle = (
  { id, moment, trigger, unanswered = false }: Settle,
  { announced, announcedSinceCutoff, day, daysAfter, mark, open, ranBefore, recent, settings }: States["Settle"],
  { at }: Now
): Either.Either<Decision<Settlement.DayDecision>> => {
  const { pastCutoff, today } = moment
  const cutoff = cutoffInstant(today, settings.calendar).epochMillis
  const decision = Settlement.decide({
    trigger,
    ranBefore,
    pastCutoff,
    day,
    announced: Settlement.announcedIn(announced),
    fallbackPush: settings.fallbackPush,
    closed: isShut(mark),
    cleared: isCleared(mark, cutoff),
    daysAfter,
    withoutFigure: settings.withoutFigure,
    isAsked: settings.isAsked,
    becomesFinal: day !== undefined && becomesFinal(day, mark, cutoff, settings.feedSilenceMinutes),
    unanswered,
    announcedSinceCutoff
  })
  const finalize = (stored: Turnover) => Posting.endingSoFar(stored, [Posting.finalize(stored)])
  // A running amount of an earlier day awaits its figure if it did not become final at its cutoff, or if an undo has uncovered it.
  const isDue = (earlier: OpenDay) => {
    const over = cutoffInstant(earlier.day.date, settings.calendar).epochMillis
    return earlier.day.soFar === undefined ||
      !isCleared(earlier, over) && becomesFinal(earlier.day, earlier, over, settings.feedSilenceMinutes)
  }
  const postings: Array<Posting.Posting> = open.filter(isDue).flatMap(({ day }) => finalize(day))
  if (decision._tag === "Generate")
    postings.push(...Posting.endingSoFar(day, [Posting.generate(today, generateAmount(settings.generator, today))]))
  if (decision._tag === "Finalize") postings.push(...finalize(decision.day))
  const again = againOf(trigger, settings.fallbackPush)
  const messages = [
    ...messagesOf(decision, mark, again),
    ...Messages.announcements(postings, settings.importNotify)
  ]
  const story = () => storyOf(DayBook.withChanges(recent, Posting.changes(postings, at)), today, settings.generator, settings)
  return Either.right({
    ...nothing(decision),
    postings,
    messages: Messages.told(messages, today, story),
    ...unconfirmed(decision, again, announced),
    remember: id !== null && hasEffectOnce.has(decision._tag) ? { _tag: "Run", ids: runsOf(id, trigger, moment) } : null
  })
}
