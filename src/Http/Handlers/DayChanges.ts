import { Effect } from "effect"
import { CurrentPerson } from "../../Api/Access.ts"
import { Correction, DayMark, Withdrawal } from "../../Api/DayRequests.ts"
import * as Errors from "../../Api/Errors.ts"
import { formatYuan, toYuan } from "../../Domain/Amount.ts"
import { complaint } from "../../Domain/Expectation.ts"
import { faultAt, missing, saying } from "../../Domain/Fault.ts"
import type { LocalDate } from "../../Domain/LocalDate.ts"
import { actorOf, type Person } from "../../Domain/Person.ts"
import type { Ledger } from "../../Ledger.ts"
import {
  type DateInFuture,
  type HasRecord,
  type KeyReused,
  markableDaysAhead,
  type NoRecord,
  type NotForEntry
} from "../../Ledger/DayRequest.ts"
import { readJson } from "../Body.ts"
import { yuanOrNull } from "../Views.ts"

/** The error for a date after today, or after the last day that may be marked. */
export const dateInFuture = (date: LocalDate, last: LocalDate, what = "today in the shop's zone") => {
  const errors = [faultAt("date", complaint("date_until", `a date up to ${last}, ${what}`, date, { last }))]
  return Errors.DateInFuture.make({ detail: Errors.sentences(errors), errors })
}

const keyReused = ({ key }: KeyReused) => {
  const errors = [faultAt("idempotency-key", complaint("key_reused", "a key that was not sent with another request", key))]
  return Errors.IdempotencyKeyReused.make({ detail: Errors.sentences(errors), errors })
}

const noRecord = ({ date }: NoRecord) =>
  Errors.notFound(faultAt("date", saying("day_with_figure", `expected a day with a record, got ${date}, which has none`, { date })))

const hasRecord = ({ cents, date }: HasRecord) => {
  const message = `expected a day without a figure, got ${date} with ${formatYuan(cents)}: withdraw it first`
  const errors = [faultAt("date", saying("day_without_figure", message, { date, amount: toYuan(cents) }))]
  return Errors.DayHasFigure.make({ detail: Errors.sentences(errors), errors })
}

const noReason = Errors.invalidRequest([faultAt("reason", missing)])

const notForEntry = ({ message }: NotForEntry) => Errors.Forbidden.make({ detail: `role: ${message}`, role: "manager" })

/** Who asks, as the ledger keeps it. */
const askedBy = (person: Person, typed: string | undefined) => ({
  actor: actorOf(person, typed),
  entryToken: person.role === "entry" ? person.token : null
})

interface Asked {
  readonly headers: { readonly "idempotency-key"?: string }
}

interface AskedOfDay extends Asked {
  readonly path: { readonly date: LocalDate }
}

/** Handlers for what a person may do to one day. */
export const dayChangeHandlers = (ledger: typeof Ledger.Service) => ({
  correct: ({ headers }: Asked) =>
    Effect.gen(function*() {
      const { actor, amount, date, reason } = yield* readJson(Correction)
      const by = askedBy(yield* CurrentPerson, actor)
      yield* ledger.correct({ date, cents: amount, reason, ...by, key: headers["idempotency-key"] })
      return { ok: true as const }
    }).pipe(Effect.catchTags({
      DateInFuture: ({ date, today }: DateInFuture) => Effect.fail(dateInFuture(date, today)),
      NotForEntry: (refused: NotForEntry) => Effect.fail(notForEntry(refused)),
      KeyReused: (refused: KeyReused) => Effect.fail(keyReused(refused))
    })),

  withdraw: ({ headers, path, urlParams }: AskedOfDay & { readonly urlParams: typeof Withdrawal.Type }) =>
    Effect.gen(function*() {
      const { actor, reason = "" } = { ...urlParams, ...(yield* readJson(Withdrawal)) }
      if (reason.trim() === "") return yield* Effect.fail(noReason)
      const { before, sourceBefore } = yield* ledger.withdraw({
        date: path.date,
        reason,
        ...askedBy(yield* CurrentPerson, actor),
        key: headers["idempotency-key"]
      })
      return { ok: true as const, withdrawn: { date: path.date, amount: yuanOrNull(before), source: sourceBefore } }
    }).pipe(Effect.catchTags({
      NoRecord: (refused: NoRecord) => Effect.fail(noRecord(refused)),
      NotForEntry: (refused: NotForEntry) => Effect.fail(notForEntry(refused)),
      KeyReused: (refused: KeyReused) => Effect.fail(keyReused(refused))
    })),

  markDay: ({ headers, path }: AskedOfDay) =>
    Effect.gen(function*() {
      const { actor, closed, note } = yield* readJson(DayMark)
      const done = yield* ledger.mark({
        date: path.date,
        closed,
        note,
        ...askedBy(yield* CurrentPerson, actor),
        key: headers["idempotency-key"]
      })
      return { ok: true as const, change: done.change, closed: done.closed, note: done.note }
    }).pipe(Effect.catchTags({
      DateInFuture: ({ date, today }: DateInFuture) => Effect.fail(dateInFuture(date, today, `${markableDaysAhead} days ahead`)),
      HasRecord: (refused: HasRecord) => Effect.fail(hasRecord(refused)),
      KeyReused: (refused: KeyReused) => Effect.fail(keyReused(refused))
    }))
})
