import { DateTime, Either } from "effect"
import { createHash } from "node:crypto"
import { changedStarts, cutoffInstant } from "./Calendar.ts"
import {
  type Commands,
  type Correct,
  entryTokenOf,
  type GoalChange,
  type Mark,
  type RefusalOf,
  type Refusals,
  type Remind,
  type Results,
  type SetGoal,
  type StartDays,
  type Tag,
  type Undo,
  type Who,
  type Withdraw
} from "./Command.ts"
import type { DayChange } from "./DayChange.ts"
import { areSameStarts } from "./DayStart.ts"
import { correct, importDays, mark, undo, withdraw } from "./Decision/Change.ts"
import { mostChanges, undoMillis } from "./Decision/Entry.ts"
import { feed, offer } from "./Decision/Offer.ts"
import { report } from "./Decision/Report.ts"
import { settle } from "./Decision/Settle.ts"
import { type Decision, nothing, type Now, type Repeating, type States } from "./Decision/State.ts"
import { rangeOf } from "./Generator.ts"
import { addMonths, monthOf } from "./LocalDate.ts"
import * as Messages from "./Messages.ts"
import * as Posting from "./Posting.ts"
import { KeyReused, MonthTooFar, TooManyChanges } from "./Refusal.ts"
import { isReminderNeeded } from "./Reminder.ts"
import { isShut } from "./Turnover.ts"

/** How many months ahead a goal may be set. */
const monthsAhead = 24

/** Rule 6.45. The same amount again changes nothing. */
const setGoal = (
  { goal, month }: SetGoal,
  { goal: before }: States["SetGoal"],
  { today }: Now,
  { actor }: Who
): Either.Either<Decision<GoalChange>, RefusalOf<"SetGoal">> => {
  const last = addMonths(monthOf(today), monthsAhead)
  if (month > last) return Either.left(new MonthTooFar({ month, last }))
  const decided = nothing({ month, before, after: goal })
  return Either.right(goal === before ? decided : { ...decided, postings: [Posting.setGoal(month, before, goal, actor)] })
}

/** Rule 4.8. Stored days do not move, and today keeps its start. */
const startDays = (
  _: StartDays,
  { settings: { calendar: { starts, zone }, dayStartsAt } }: States["StartDays"],
  { at }: Now
): Either.Either<Decision<boolean>> => {
  const changed = changedStarts(starts, dayStartsAt, DateTime.unsafeMakeZoned(at, { timeZone: zone }))
  return Either.right(areSameStarts(changed, starts) ? nothing(false) : { ...nothing(true), dayStarts: changed })
}

/** Rule 7.17: no second reminder is sent after a restart, a reload or a clock that was set back, nor by another process. */
const remind = (
  { moment: { today } }: Remind,
  { day, mark, reminded, settings }: States["Remind"],
  { at }: Now
): Either.Either<Decision<boolean>> => {
  const cutoff = cutoffInstant(today, settings.calendar).epochMillis
  const range = settings.withoutFigure === "wait" || settings.isAsked ? null : rangeOf(settings.generator, today)
  return Either.right(
    reminded || !isReminderNeeded({ day, closed: isShut(mark), now: at, cutoff })
      ? nothing(false)
      : { ...nothing(true), messages: [Messages.reminder(today, settings.calendar.cutoff, cutoff, range)] }
  )
}

type Repeatable = Correct | Withdraw | Mark | Undo

type Rule<C, S, E> = (command: C, state: S, now: Now, who: Who) => Either.Either<Decision<DayChange>, E>

/** Two requests are the same if they are equal in everything but the key. */
export const fingerprintOf = ({ _tag, key: _, ...content }: Repeatable, who: Who): string =>
  createHash("sha256").update(JSON.stringify({ ...content, actor: who.actor, entryToken: entryTokenOf(who), _tag })).digest("hex")

/** Decides a command once for each idempotency key: a repeated command gets the first result (rule 6.29). */
const once =
  <C extends Repeatable, S extends Repeating, E>(rule: Rule<C, S, E>): Rule<C, S, E | KeyReused> => (command, state, now, who) => {
    const { key } = command
    if (key === undefined) return rule(command, state, now, who)
    const fingerprint = fingerprintOf(command, who)
    const { kept } = state
    if (kept !== undefined) {
      return kept.fingerprint === fingerprint ? Either.right(nothing(kept.result)) : Either.left(new KeyReused({ key }))
    }
    return Either.map(rule(command, state, now, who), (decision) => ({
      ...decision,
      remember: { _tag: "Result", key, kept: { fingerprint, result: decision.result } }
    }))
  }

/**
 * Refuses a change beyond the number that a token of the role `entry` may make within 10 minutes (rule 8.5). A request that changes
 * nothing counts if it has a key, because its result is stored.
 */
const bounded =
  <C extends Repeatable, S extends Repeating, E>(rule: Rule<C, S, E>): Rule<C, S, E | TooManyChanges> => (command, state, now, who) =>
    Either.flatMap(rule(command, state, now, who), (decision): Either.Either<Decision<DayChange>, TooManyChanges> => {
      const oldest = state.recent.at(-mostChanges)
      const storesNothing = decision.postings.length === 0 && command.key === undefined
      return oldest === undefined || storesNothing || entryTokenOf(who) === null
        ? Either.right(decision)
        : Either.left(new TooManyChanges({ seconds: Math.max(1, Math.ceil((oldest + undoMillis - now.at) / 1_000)) }))
    })

/** The rule of each command. A person's command with an idempotency key is decided once. */
const rules: {
  readonly [T in Tag]: (
    command: Commands[T],
    state: States[T],
    now: Now,
    who: Who
  ) => Either.Either<Decision<Results[T]>, Refusals[T]>
} = {
  Settle: settle,
  Remind: remind,
  Report: report,
  Correct: once(bounded(correct)),
  Withdraw: once(withdraw),
  Mark: once(bounded(mark)),
  Undo: once(bounded(undo)),
  Import: importDays,
  Offer: offer,
  Feed: feed,
  SetGoal: setGoal,
  StartDays: startDays
}

/**
 * The one write path: what a command does to the stored days, or why it is refused. The function is total and pure: `state`
 * has everything that it depends on, read in the transaction that stores the decision.
 */
export const decideOn = <T extends Tag>(
  command: Commands[T] & { readonly _tag: T },
  state: States[T],
  now: Now,
  who: Who
): Either.Either<Decision<Results[T]>, Refusals[T]> => rules[command._tag](command, state, now, who)
