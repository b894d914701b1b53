import { Args, Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { contextOf } from "../Chat/ChatBot.ts"
import { labels, lineIn } from "../Chat/Message.ts"
import { phrasesOf } from "../Chat/Message/Phrases.ts"
import { reportText } from "../Chat/Message/ReportText.ts"
import { ShopClock } from "../Clock.ts"
import { Config } from "../Config.ts"
import { holidayCalendar } from "../Config/HolidayCalendar.ts"
import { momentOf } from "../Domain/Calendar.ts"
import { asOf } from "../Domain/CountedFigures.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { type Period, periodBefore, periodOf } from "../Domain/Period.ts"
import { askedDay, type DateInFuture } from "../Domain/Refusal.ts"
import { reportOf } from "../Domain/Report.ts"
import { reportView } from "../Http/Views/ReportView.ts"
import { Ledger } from "../Ledger.ts"
import { type CommandOutcome, lines, printing } from "./Output.ts"
import { dateOption, json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const report = (
  kind: Period["kind"],
  date: LocalDate | undefined
): Effect.Effect<CommandOutcome, DateInFuture, Ledger | Config | ShopClock> =>
  Effect.gen(function*() {
    const ledger = yield* Ledger
    const settings = yield* (yield* Config).current
    const moment = momentOf(yield* (yield* ShopClock).now, ledger.calendar())
    const period = periodOf(kind, yield* askedDay(date, moment.today, periodBefore(periodOf(kind, moment.today)).last))
    const book = yield* ledger.book
    const holidays = holidayCalendar(settings)
    const found = reportOf(book, period, asOf(book, moment.today), { goals: settings.goals, holidays })
    const { groups, title } = reportText(found, null, phrasesOf(contextOf(settings, moment.now)))
    return {
      ok: true,
      text: lines(title, ...groups.flat().map((line) => lineIn(labels, line))),
      json: reportView(found, settings.shopName, holidays)
    }
  })

const kind = Args.choice([["week", "week"], ["month", "month"]] as const, { name: "PERIOD" }).pipe(
  Args.withDescription("week or month")
)

export const command = Command.make(
  "report",
  { kind, date: dateOption("date", "The week or month of this day, in place of the last one that is over"), json },
  ({ date, json, kind }) =>
    printing(json)(
      Workbench.existingDatabase.pipe(
        Effect.zipRight(Effect.provide(report(kind, Option.getOrUndefined(date)), Workbench.ledger)),
        Effect.provide(Workbench.environment)
      )
    )
).pipe(Command.withDescription("What a week or a month has come to"))
