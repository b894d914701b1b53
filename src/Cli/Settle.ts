import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { EarliestTime, ShopClock } from "../Clock.ts"
import { Config } from "../Config.ts"
import { moneyOf } from "../Config/ShopConfig.ts"
import { toYuan } from "../Domain/Amount.ts"
import { cutoffInstant, dateOf, formatInstant, type Moment, momentOf } from "../Domain/Calendar.ts"
import { theService } from "../Domain/Command.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { askedDay, type DateInFuture } from "../Domain/Refusal.ts"
import { resultOf } from "../Domain/Settlement.ts"
import { formatTime } from "../Domain/TimeOfDay.ts"
import { Ledger } from "../Ledger.ts"
import { type CommandOutcome, lines, printing, Refused } from "./Output.ts"
import { dateOption, json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

/**
 * The moment to settle: today once its cutoff is past, or a past day that is stored and open. A past day without a record is
 * refused: the service did not run on that day, and no amount is generated for it later.
 */
const momentFor = (asked: LocalDate | undefined, moment: Moment) =>
  Effect.gen(function*() {
    const ledger = yield* Ledger
    const settings = yield* (yield* Config).current
    const { cutoff } = settings
    const date = yield* askedDay(asked, moment.today)
    if (date === moment.today) {
      if (asked === undefined || moment.pastCutoff) return moment
      return yield* new Refused({ code: "before_cutoff", message: `${date} is settled at ${formatTime(cutoff)}, which has not come yet` })
    }
    if (!(yield* ledger.book).byDate.has(date)) {
      return yield* new Refused({
        code: "missing_day",
        message:
          `${date} has no record, and a day that was missed is never invented: enter its amount with \`turnover correct ${date} AMOUNT\`, or mark it closed with \`turnover close ${date}\``
      })
    }
    return { ...moment, today: date, cutoff: cutoffInstant(date, ledger.calendar()), pastCutoff: true }
  })

const settle = (asked: LocalDate | undefined): Effect.Effect<CommandOutcome, Refused | DateInFuture, Ledger | Config | ShopClock> =>
  Effect.gen(function*() {
    const ledger = yield* Ledger
    const settings = yield* (yield* Config).current
    const { cutoff } = settings
    const now = yield* (yield* ShopClock).now
    if (now.epochMillis < (yield* EarliestTime)) {
      return yield* new Refused({
        code: "clock_wrong",
        message: `the machine's clock says ${formatInstant(now)}, so nothing is settled: set it by NTP`
      })
    }
    const moment = yield* momentFor(asked, momentOf(now, ledger.calendar()))
    const date = moment.today
    const before = (yield* ledger.book).byDate.get(date)
    const isToday = asked === undefined || date === dateOf(moment.now, ledger.calendar())
    // A past day that is final needs nothing: its message was sent when it was settled.
    const decision = !isToday && before?.isFinal === true
      ? undefined
      : yield* Effect.orDie(ledger.carryOut({ _tag: "Settle", trigger: "start", moment, id: null }, theService))
    const day = (yield* ledger.book).byDate.get(date)
    const result = decision === undefined ? "settled" : resultOf(decision)
    const amount = day === undefined ? "" : moneyOf(settings)(day.cents)
    const sentence = {
      generated: `${date} settled: ${amount}, generated`,
      finalized: `${date} settled: ${amount}, as it was recorded`,
      pushed_again: `${date} was settled before: ${amount}; its message is sent again`,
      hastened: `${date} was settled before: ${amount}; its message is still waiting, and is tried now`,
      settled: `${date} was settled before: ${amount}`,
      awaiting_answer: `${date} awaits the answer of its source, which the service asks: \`turnover source try --date ${date}\` shows it`,
      awaiting_figure: `${date} awaits its figure, and none is generated: enter it with \`turnover correct ${date} AMOUNT\``,
      closed: `${date} is marked closed: nothing is generated`,
      left_open:
        `${date} was left without a figure after its cutoff, and none is generated: enter its amount with \`turnover correct ${date} AMOUNT\``,
      clock_in_doubt:
        `${date} gets no generated amount while a later day is stored: set the clock if it is behind, or withdraw the later day with \`turnover withdraw DATE --reason WHY\``,
      before_cutoff: `${date} is settled at ${formatTime(cutoff)}: nothing to do yet`
    }[result]
    return {
      ok: true,
      text: lines(sentence),
      json: {
        date,
        result,
        amount: day === undefined ? null : toYuan(day.cents),
        is_final: day?.isFinal ?? false,
        source: day?.source ?? null
      }
    }
  })

export const command = Command.make(
  "settle",
  { date: dateOption("date", "An open day in place of today"), json },
  ({ date, json }) => printing(json)(Effect.provide(settle(Option.getOrUndefined(date)), Workbench.ledger))
).pipe(Command.withDescription("Run the daily job now: settle today if its cutoff is past, and every open day before it"))
