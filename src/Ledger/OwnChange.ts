import { Effect } from "effect"
import type { Cents } from "../Domain/Amount.ts"
import { type Calendar, cutoffInstant } from "../Domain/Calendar.ts"
import type { Who } from "../Domain/Command.ts"
import { type DayChange, type Standing, standing } from "../Domain/DayChange.ts"
import { undoableUntil } from "../Domain/Decision/Change.ts"
import { undoMillis } from "../Domain/Decision/Entry.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { correctionKind } from "../Domain/Messages.ts"
import { figureOf, inWeek, type Weekdays } from "../Domain/Turnover.ts"
import type { LedgerStore } from "./Store.ts"

/** A person's newest change, which that person can still undo. */
export interface OwnChange {
  /** The change's audit record. */
  readonly id: number
  readonly date: LocalDate
  readonly change: DayChange["change"]
  /** Milliseconds since 1970. */
  readonly at: number
  readonly secondsLeft: number
  readonly before: Standing
  /** null if the day has no figure since. */
  readonly after: Cents | null
}

const marks = { withdraw: "withdrawn", close: "closed", open: "opened" } as const

/** What a person can still undo: the newest change within 10 minutes, unless somebody has changed its day since (rule 6.33). */
export const ownChange =
  (store: typeof LedgerStore.Service) => (who: Who, now: number, calendar: Calendar, week: Weekdays): Effect.Effect<OwnChange | null> =>
    Effect.gen(function*() {
      const found = yield* store.ownChange(who.person?.token ?? null, now - undoMillis)
      if (found === undefined) return null
      const { action, at, id, stood } = found
      const { date } = stood.mark
      const was = { ...stood, mark: inWeek(stood.mark, week) }
      const day = { day: yield* store.day(date), mark: inWeek(yield* store.mark(date), week) }
      const cutoff = cutoffInstant(date, calendar).epochMillis
      const until = undoableUntil({ day, last: { ...found, stood: was }, cutoff }, who)
      if (until <= now) return null
      const after = day.day?.cents ?? null
      const change = action !== "correct"
        ? marks[action]
        : after === null
        ? "corrected"
        : correctionKind(figureOf(stood.day ?? undefined)?.cents ?? null, after)
      return {
        id,
        date,
        change,
        at,
        secondsLeft: Math.ceil((until - now) / 1_000),
        before: standing(stood.day ?? undefined, was.mark),
        after
      }
    })
