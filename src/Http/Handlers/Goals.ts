import { Effect } from "effect"
import * as Errors from "../../Api/Errors.ts"
import { GoalRequest } from "../../Api/Goals.ts"
import type { ShopClock } from "../../Clock.ts"
import { faultAt } from "../../Codes/Fault.ts"
import type { Config } from "../../Config.ts"
import { toYuan } from "../../Domain/Amount.ts"
import { dateOf } from "../../Domain/Calendar.ts"
import type { DayBook } from "../../Domain/DayBook.ts"
import { wrong } from "../../Domain/Fault.ts"
import { amountOf, goalOf, type Goals } from "../../Domain/Goal.ts"
import { addMonths, type Month, monthOf } from "../../Domain/Month.ts"
import type { MonthTooFar } from "../../Domain/Refusal.ts"
import type { Ledger } from "../../Ledger.ts"
import { lostRight } from "../Access/Gate.ts"
import { readJson } from "../Body.ts"
import { yuanOrNull } from "../Views.ts"
import { asking } from "./DayCommands.ts"

/** The number of listed months, including the current one. */
const listedMonths = 12

const view = (book: Pick<DayBook, "goals">, goals: Goals, month: Month) => ({
  month,
  goal: yuanOrNull(goalOf(book, goals, month)),
  from: amountOf(book.goals, goals, month)?.origin ?? null,
  settings: yuanOrNull(amountOf(new Map(), goals, month)?.cents ?? null)
})

const tooFar = ({ last, month }: MonthTooFar) =>
  Errors.DateInFuture.make(Errors.listing([faultAt("month", wrong("date_until", `a month up to ${last}`, month, { last }))]))

/** The goals of months: listing them, and setting or clearing one (rule 6.45). */
export const goalHandlers = (
  ledger: typeof Ledger.Service,
  config: typeof Config.Service,
  clock: typeof ShopClock.Service
) => ({
  list: Effect.gen(function*() {
    const { goals } = yield* config.current
    const book = yield* ledger.book
    const first = monthOf(dateOf(yield* clock.now, ledger.calendar()))
    const months = Array.from({ length: listedMonths }, (_, index) => addMonths(first, index))
    return { items: [...new Set([...months, ...book.goals.keys()])].sort().map((month) => view(book, goals, month)) }
  }),
  set: (month: Month) =>
    Effect.gen(function*() {
      const { actor, goal } = yield* readJson(GoalRequest)
      const { before } = yield* ledger.carryOut({ _tag: "SetGoal", month, goal }, yield* asking(actor))
      const { goals } = yield* config.current
      return { ok: true as const, before: before === null ? null : toYuan(before), now: view(yield* ledger.book, goals, month) }
    }).pipe(Effect.catchTags({ RightLost: lostRight, MonthTooFar: (refused) => Effect.fail(tooFar(refused)) }))
})
