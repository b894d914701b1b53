import { Clock, Effect } from "effect"
import { createHash } from "node:crypto"
import type { DayChange } from "../Domain/DayChange.ts"
import type { DayMark } from "../Domain/DayMark.ts"
import { addDays, type LocalDate } from "../Domain/LocalDate.ts"
import * as Messages from "../Domain/Messages.ts"
import * as Posting from "../Domain/Posting.ts"
import type { Turnover } from "../Domain/Turnover.ts"
import {
  type Correction,
  DateInFuture,
  entryDays,
  HasRecord,
  KeyReused,
  markableDaysAhead,
  type Marking,
  NoRecord,
  NotForEntry,
  undoMillis,
  type Withdrawal
} from "./DayRequest.ts"
import type { LedgerStore } from "./Store.ts"

/** What a request does to a day, and the postings that do it. */
export interface Planned {
  readonly change: DayChange
  readonly postings: ReadonlyArray<Posting.Posting>
}

const changeOf = (change: DayChange["change"], mark: DayMark, before: Turnover | undefined): DayChange => ({
  date: mark.date,
  change,
  before: before?.cents ?? null,
  sourceBefore: before?.source ?? null,
  closed: mark.closed,
  note: mark.note
})

/** A figure's posting, after one that opens its day if the day was closed. */
export const withOpening = (posting: Posting.FigurePosting, mark: DayMark): ReadonlyArray<Posting.Posting> =>
  mark.closed ? [Posting.openedByFigure(mark, posting.actor), posting] : [posting]

/** Whether only the system or an `entry` token has entered a day's figure. */
const isOpenToEntry = ({ changed, source }: Turnover): boolean => source === "generated" || changed?.entryToken !== undefined

/** What an `entry` token may not do, in a sentence; undefined where it may. */
const beyondEntry = ({ date }: Correction, today: LocalDate, before: Turnover | undefined): string | undefined => {
  const first = addDays(today, -entryDays)
  if (date < first) return `expected a date from ${first} on for the role entry, got ${date}`
  if (before === undefined || isOpenToEntry(before)) return undefined
  return `expected a day whose figure an entry token has entered, got ${date}, which ${before.changed?.by ?? "another program"} has entered`
}

const isJustEntered = ({ changed }: Turnover, token: number, now: number): boolean =>
  changed?.entryToken === token && changed.at > now - undoMillis

const fingerprintOf = (request: object): string => createHash("sha256").update(JSON.stringify(request)).digest("hex")

const dayMillis = 86_400_000

/** What people's requests do to a day. Each needs a transaction around it. */
export const dayChanges = (store: typeof LedgerStore.Service) => {
  const known = (date: LocalDate) => Effect.all([store.day(date), store.mark(date)])

  const refuseBeyond = (date: LocalDate, last: LocalDate) => date > last ? new DateInFuture({ date, today: last }) : Effect.void

  return {
    correct: (asked: Correction, today: LocalDate) =>
      Effect.gen(function*() {
        const [before, mark] = yield* known(asked.date)
        // A day that was stored while the clock was ahead may be corrected.
        if (before === undefined) yield* refuseBeyond(asked.date, today)
        const beyond = asked.entryToken == null ? undefined : beyondEntry(asked, today, before)
        if (beyond !== undefined) return yield* new NotForEntry({ message: beyond })
        const kind = Messages.correctionKind(before?.cents ?? null, asked.cents)
        return {
          change: changeOf(kind, { ...mark, closed: false }, before),
          postings: withOpening(Posting.correct(asked, before), mark)
        }
      }),

    withdraw: (asked: Withdrawal) =>
      Effect.gen(function*() {
        const [before, mark] = yield* known(asked.date)
        if (before === undefined) return yield* new NoRecord({ date: asked.date })
        if (asked.entryToken != null && !isJustEntered(before, asked.entryToken, yield* Clock.currentTimeMillis)) {
          return yield* new NotForEntry({
            message: `expected a figure that this token has entered within 10 minutes, got that of ${asked.date}`
          })
        }
        return {
          change: changeOf("withdrawn", mark, before),
          postings: [Posting.withdraw(before, mark, yield* Clock.currentTimeMillis, asked)]
        }
      }),

    mark: (asked: Marking, today: LocalDate) =>
      Effect.gen(function*() {
        yield* refuseBeyond(asked.date, addDays(today, markableDaysAhead))
        const [day, before] = yield* known(asked.date)
        if (asked.closed === true && day !== undefined) return yield* new HasRecord({ date: asked.date, cents: day.cents })
        const posting = Posting.mark(before, asked, yield* Clock.currentTimeMillis)
        if (posting === undefined) return { change: changeOf("unchanged", before, day), postings: [] }
        const change = ({ close: "closed", open: "opened", note: "noted" } as const)[posting.action]
        return { change: changeOf(change, posting.mark, day), postings: [posting] }
      }),

    /** Runs `plan`, unless a request with this idempotency key was answered within 24 hours: then it returns that answer. */
    once: <E>(request: { readonly _tag: string; readonly key?: string | undefined }, plan: Effect.Effect<Planned, E>) =>
      Effect.gen(function*() {
        const { key, ...content } = request
        if (key === undefined) return yield* plan
        const now = yield* Clock.currentTimeMillis
        const fingerprint = fingerprintOf(content)
        const answered = yield* store.answered(key, now - dayMillis)
        if (answered !== undefined) {
          if (answered.fingerprint !== fingerprint) return yield* new KeyReused({ key })
          return { change: answered.answer, postings: [] }
        }
        const planned = yield* plan
        yield* store.rememberAnswer(key, { fingerprint, answer: planned.change }, now, now - dayMillis)
        return planned
      })
  }
}
