import { Either } from "effect"
import { cutoffRun } from "../Agenda.ts"
import { cutoffInstant } from "../Calendar.ts"
import type { Feed, FeedResult, Offer, OfferResult, RefusalOf, Who } from "../Command.ts"
import * as DayBook from "../DayBook.ts"
import { standing } from "../DayChange.ts"
import { firstMissing } from "../Figures.ts"
import * as Messages from "../Messages.ts"
import * as Posting from "../Posting.ts"
import { AlreadyFinal, DateInFuture, DayClosed, NotOpen } from "../Refusal.ts"
import { becomesFinal } from "../SoFar.ts"
import { storyOf } from "../Story.ts"
import { counted } from "../Text.ts"
import { figureOf, isCleared, isShut, type Turnover } from "../Turnover.ts"
import { type Decision, nothing, type Now, type OfferedDay, type States } from "./State.ts"

type Authored = Parameters<typeof Posting.firstSoFar>[2]

type Stored = Omit<Decision<unknown>, "result">

/**
 * Why a source may not change a day: the shop is closed, a person has taken the figure back since the cutoff, or the day has a
 * figure. undefined if the source may set the amount.
 */
const obstacle = ({ cutoff, day, mark }: OfferedDay): "closed" | "withdrawn" | "kept" | undefined => {
  if (figureOf(day) !== undefined) return "kept"
  if (day === undefined && isShut(mark)) return "closed"
  return isCleared(mark, cutoff) ? "withdrawn" : undefined
}

/** Whether the settlement is about to make the running amount final. Later answers do not replace that amount. */
const isOver = ({ cutoff, day, mark, settings }: OfferedDay, { at }: Now): boolean =>
  at >= cutoff && day !== undefined && becomesFinal(day, mark, cutoff, settings.feedSilenceMinutes)

/** Sets the running amount. The first one of a day has an audit record; later ones replace it without a record. */
const setSoFar = ({ day, mark: { date } }: OfferedDay, cents: Turnover["cents"], authored: Authored, { at }: Now): Stored =>
  day?.soFar === undefined
    ? { ...nothing(null), postings: [Posting.firstSoFar(date, cents, authored)] }
    : {
      ...nothing(null),
      soFar: {
        ...day,
        cents,
        changed: { at, by: authored.actor },
        soFar: { audited: day.soFar.audited, reason: Posting.reasonSoFar(authored.reason) }
      }
    }

/**
 * Sets the figure of a day that has none, or a running amount. After the cutoff it is announced as the day's settlement, so it counts
 * as the run of that cutoff if that is still to come (rule 5.13).
 */
const setFigure = (
  { cutoff, day, mark: { date }, recent, settings }: OfferedDay,
  cents: Turnover["cents"],
  authored: Authored,
  { at }: Now
): Stored => {
  const postings = Posting.endingSoFar(day, [Posting.feed(date, cents, day, authored)])
  const story = () => storyOf(DayBook.withChanges(recent, Posting.changes(postings, at)), date, settings.generator, settings)
  const isSettled = at >= cutoff
  const messages = Messages.fed(Messages.announcements(postings, settings.importNotify), isSettled)
  return {
    ...nothing(null),
    postings,
    messages: Messages.told(messages, date, story),
    remember: isSettled ? { _tag: "Run", ids: [cutoffRun({ cutoff: cutoffInstant(date, settings.calendar) })] } : null
  }
}

/** The day after the decision. */
const standingAfter = ({ day, mark }: OfferedDay, { postings, soFar }: Stored, at: number) => {
  const last = Posting.changes(postings, at).at(-1)?.day
  return standing(soFar ?? last ?? day, mark)
}

/** Decides about a figure that a source was asked for (rule 5.19). No answer is refused, but an answer may change nothing. */
export const offer = (
  { asked, cents, items, sha256 }: Offer,
  state: States["Offer"],
  now: Now,
  { actor }: Who
): Either.Either<Decision<OfferResult>> => {
  const { cutoff, day } = state
  const authored = { actor, reason: `sha256 ${sha256}, ${counted(items, "item")}` }
  const decided = (outcome: OfferResult["outcome"], stored: Stored = nothing(null)) =>
    Either.right({ ...stored, result: { outcome, current: standingAfter(state, stored, now.at) } })
  const figure = figureOf(day)
  const stands = obstacle(state)
  if (stands !== undefined) return decided(figure?.source === "feed" && figure.cents === cents ? "unchanged" : stands)
  // An answer for the figure may come before the cutoff, for example because the clock was set back. It is not an answer for the
  // whole day then.
  if (asked === "figure" && now.at >= cutoff) return decided("final", setFigure(state, cents, authored, now))
  return isOver(state, now) ? decided("kept") : decided("so_far", setSoFar(state, cents, authored, now))
}

/** Whether a day is today, or a past day that can be missing and therefore awaits its figure. */
const isOpen = ({ first, mark: { date } }: States["Feed"], { today }: Now): boolean =>
  date === today || first !== undefined && date >= firstMissing(first, today)

/** Decides about an amount that a till has pushed (rules 5.18 and 6.38). */
export const feed = (
  { cents, date, final }: Feed,
  state: States["Feed"],
  now: Now,
  { actor }: Who
): Either.Either<Decision<FeedResult>, RefusalOf<"Feed">> => {
  const { day, mark } = state
  const { today } = now
  const before = standing(day, mark)
  const decided = (change: FeedResult["change"], stored: Stored = nothing(null)) =>
    Either.right({ ...stored, result: { date, change, before, after: standingAfter(state, stored, now.at) } })
  if (date > today) return Either.left(new DateInFuture({ date, today }))
  const figure = figureOf(day)
  if (figure?.source === "feed" && figure.isFinal && figure.cents === cents) return decided("unchanged")
  switch (obstacle(state)) {
    case "kept":
      return Either.left(new AlreadyFinal({ date, current: before }))
    case "closed":
      return Either.left(new DayClosed({ date }))
    case "withdrawn":
      // A running amount that an undo has uncovered is the till's own: it counts on, and its final push is the figure.
      if (day === undefined) return Either.left(new NotOpen({ date }))
  }
  if (!isOpen(state, now)) return Either.left(new NotOpen({ date }))
  const authored = { actor, reason: "" }
  if (final) return decided("final", setFigure(state, cents, authored, now))
  return isOver(state, now)
    ? Either.left(new AlreadyFinal({ date, current: before }))
    : decided("so_far", setSoFar(state, cents, authored, now))
}
