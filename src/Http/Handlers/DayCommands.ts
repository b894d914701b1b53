import { type DateTime, Effect } from "effect"
import { CurrentPerson } from "../../Api/Access.ts"
import { Correction, DayMark, Undo, Withdrawal } from "../../Api/DayRequests.ts"
import * as Errors from "../../Api/Errors.ts"
import { faultAt, missing, saying } from "../../Codes/Fault.ts"
import { Config } from "../../Config.ts"
import { type Cents, fractionFault, type Money, toYuan } from "../../Domain/Amount.ts"
import { instantAt } from "../../Domain/Calendar.ts"
import type { Expected, Who } from "../../Domain/Command.ts"
import type { DayChange } from "../../Domain/DayChange.ts"
import { markableDaysAhead } from "../../Domain/Decision/Change.ts"
import { wrong } from "../../Domain/Fault.ts"
import type { LocalDate } from "../../Domain/LocalDate.ts"
import { actorOf } from "../../Domain/Person.ts"
import type {
  ChangedMeanwhile,
  CutoffPassed,
  DateInFuture,
  HasRecord,
  KeyReused,
  NoChange,
  NoRecord,
  NotForEntry,
  TooManyChanges
} from "../../Domain/Refusal.ts"
import type { Source } from "../../Domain/Turnover.ts"
import { isBlank } from "../../Domain/VisibleText.ts"
import { Ledger } from "../../Ledger.ts"
import { lostRight } from "../Access/Gate.ts"
import { readJson } from "../Body.ts"
import { withHeader } from "../Headers.ts"
import { standing, yuanOrNull } from "../Views.ts"

/** The error for a date after today, or after the last date that may be marked. */
export const dateInFuture = ({ date, today: last }: DateInFuture, what = "today in the shop's zone") =>
  Errors.DateInFuture.make(Errors.listing([faultAt("date", wrong("date_until", `a date up to ${last}, ${what}`, date, { last }))]))

/** Refuses an amount with a fraction where the currency has no decimals. */
export const takenIn = (config: typeof Config.Service, cents: number | null, field = "amount") => {
  const fault = cents === null ? undefined : fractionFault(cents, config.snapshot().currency.code)
  return fault === undefined ? Effect.void : Effect.fail(Errors.invalidRequest([faultAt(field, fault)]))
}

const keyReused = ({ key }: KeyReused) =>
  Errors.IdempotencyKeyReused.make(
    Errors.listing([faultAt("idempotency-key", wrong("key_reused", "a key that was not sent with another request", key))])
  )

const noRecord = ({ date }: NoRecord) =>
  Errors.notFound(faultAt("date", saying("day_with_figure", `expected a day with a record, got ${date}, which has none`, { date })))

const hasRecord = ({ cents, date }: HasRecord, money: Money) => {
  const message = `expected a day without a figure, got ${date} with ${money(cents)}: withdraw it first`
  return Errors.DayHasFigure.make(Errors.listing([faultAt("date", saying("day_without_figure", message, { date, amount: toYuan(cents) }))]))
}

const noReason = Errors.invalidRequest([faultAt("reason", missing)])

const notForEntry = ({ message }: NotForEntry) => Errors.Forbidden.make({ detail: `role: ${message}`, role: "manager" })

const noChange = ({ id }: NoChange) =>
  Errors.notFound(faultAt("id", saying("known_change", `expected the audit record of a change that can be undone, got ${id}`, { id })))

const cutoffPassed = ({ date }: CutoffPassed) =>
  Errors.CutoffPassed.make({ detail: `${date} is past its cutoff and would be without a figure: enter the right one, or ask a manager` })

export const changedMeanwhile = ({ current, date }: ChangedMeanwhile, zone: DateTime.TimeZone, money: Money) =>
  Errors.ChangedMeanwhile.make({
    detail: `expected ${date} as the request names it, got ${current.cents === null ? "no figure" : money(current.cents)}`,
    date,
    current: standing(current, zone)
  })

const tooManyChanges = ({ seconds }: TooManyChanges) =>
  Effect.zipRight(
    withHeader("retry-after", String(seconds)),
    Effect.fail(Errors.TooManyChanges.make({ detail: `expected at most 30 changes within 10 minutes, try again in ${seconds} s` }))
  )

/** The author of the change, with the typed name. */
export const asking = (typed: string | undefined) => Effect.map(CurrentPerson, (person): Who => ({ person, actor: actorOf(person, typed) }))

interface AskedOnce {
  readonly headers: { readonly "idempotency-key"?: string }
}

interface AskedOfDay extends AskedOnce {
  readonly path: { readonly date: LocalDate }
}

interface Expecting {
  readonly expected?: "none"
  readonly expected_amount?: Cents
  readonly expected_source?: Source
}

const ofBody = (expected: { readonly amount: Cents; readonly source: Source } | null | undefined): Expected | undefined =>
  expected && { cents: expected.amount, source: expected.source }

const twoExpected = Errors.invalidRequest([faultAt("expected", saying("one_only", "expected one figure, got two"))])

/** The figure that a query expects. It has both members, or `expected=none` alone. */
const ofQuery = ({ expected, expected_amount: cents, expected_source: source }: Expecting) => {
  if (cents === undefined && source === undefined) return Effect.succeed(expected === undefined ? undefined : null)
  if (expected !== undefined) return Effect.fail(twoExpected)
  if (cents === undefined) return Effect.fail(Errors.invalidRequest([faultAt("expected_amount", missing)]))
  if (source === undefined) return Effect.fail(Errors.invalidRequest([faultAt("expected_source", missing)]))
  return Effect.succeed({ cents, source })
}

const one = (first: Expected | undefined, second: Expected | undefined) =>
  first !== undefined && second !== undefined ? Effect.fail(twoExpected) : Effect.succeed(first === undefined ? second : first)

export const dayCommandHandlers = (
  ledger: typeof Ledger.Service,
  zone: DateTime.TimeZone,
  money: Money,
  config: typeof Config.Service
) => {
  const shared = {
    NotForEntry: (refused: NotForEntry) => Effect.fail(notForEntry(refused)),
    ChangedMeanwhile: (refused: ChangedMeanwhile) => Effect.fail(changedMeanwhile(refused, zone, money)),
    KeyReused: (refused: KeyReused) => Effect.fail(keyReused(refused)),
    RightLost: lostRight
  }
  const done = ({ before, id }: DayChange) => ({ ok: true as const, id, before: standing(before, zone) })

  return {
    correct: ({ headers }: AskedOnce) =>
      Effect.gen(function*() {
        const { actor, amount, date, expected, note, reason } = yield* readJson(Correction)
        yield* takenIn(config, amount)
        const command = {
          _tag: "Correct",
          date,
          cents: amount,
          reason,
          note,
          expected: ofBody(expected),
          key: headers["idempotency-key"]
        } as const
        const change = yield* ledger.carryOut(command, yield* asking(actor))
        return { ...done(change), change: change.change }
      }).pipe(Effect.catchTags({
        ...shared,
        TooManyChanges: tooManyChanges,
        DateInFuture: (refused: DateInFuture) => Effect.fail(dateInFuture(refused))
      })),

    withdraw: ({ headers, path, urlParams }: AskedOfDay & { readonly urlParams: Omit<typeof Withdrawal.Type, "expected"> & Expecting }) =>
      Effect.gen(function*() {
        const body = yield* readJson(Withdrawal)
        const { actor, reason = "" } = { ...urlParams, ...body }
        if (isBlank(reason)) return yield* Effect.fail(noReason)
        const expected = yield* one(ofBody(body.expected), yield* ofQuery(urlParams))
        const command = { _tag: "Withdraw", date: path.date, reason, expected, key: headers["idempotency-key"] } as const
        const change = yield* ledger.carryOut(command, yield* asking(actor))
        const { cents, source } = change.before
        return { ...done(change), withdrawn: { date: path.date, amount: yuanOrNull(cents), source } }
      }).pipe(Effect.catchTags({
        ...shared,
        NoRecord: (refused: NoRecord) => Effect.fail(noRecord(refused))
      })),

    markDay: ({ headers, path }: AskedOfDay) =>
      Effect.gen(function*() {
        const { actor, closed, expected, note } = yield* readJson(DayMark)
        const command = {
          _tag: "Mark",
          date: path.date,
          closed,
          note,
          expected: ofBody(expected),
          key: headers["idempotency-key"]
        } as const
        const change = yield* ledger.carryOut(command, yield* asking(actor))
        return { ...done(change), change: change.change, closed: change.after.closed, note: change.after.note }
      }).pipe(Effect.catchTags({
        ...shared,
        TooManyChanges: tooManyChanges,
        DateInFuture: (refused: DateInFuture) => Effect.fail(dateInFuture(refused, `${markableDaysAhead} days ahead`)),
        HasRecord: (refused: HasRecord) => Effect.fail(hasRecord(refused, money))
      })),

    own: Effect.gen(function*() {
      const own = yield* ledger.ownChange(yield* asking(undefined))
      return {
        change: own && {
          id: own.id,
          date: own.date,
          change: own.change,
          at: instantAt(own.at, zone),
          seconds_left: own.secondsLeft,
          before: standing(own.before, zone),
          after: yuanOrNull(own.after)
        }
      }
    }),

    undo: ({ headers, path }: AskedOnce & { readonly path: { readonly id: number } }) =>
      Effect.gen(function*() {
        const { actor, reason } = yield* readJson(Undo)
        const command = { _tag: "Undo", id: path.id, reason, key: headers["idempotency-key"] } as const
        const change = yield* ledger.carryOut(command, yield* asking(actor))
        return { ...done(change), undone: { id: path.id, date: change.date }, after: standing(change.after, zone) }
      }).pipe(Effect.catchTags({
        ...shared,
        TooManyChanges: tooManyChanges,
        NoChange: (refused: NoChange) => Effect.fail(noChange(refused)),
        CutoffPassed: (refused: CutoffPassed) => Effect.fail(cutoffPassed(refused))
      }))
  }
}
