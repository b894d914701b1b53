import { Args, Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { contextOf } from "../Chat/ChatBot.ts"
import { labels, lineIn } from "../Chat/Message.ts"
import { phrasesOf } from "../Chat/Message/Phrases.ts"
import { reportText } from "../Chat/Message/ReportText.ts"
import { ShopClock } from "../Clock.ts"
import { Config } from "../Config.ts"
import { momentOf } from "../Domain/Calendar.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { type Period, periodBefore, periodOf } from "../Domain/Period.ts"
import { askedDay } from "../Domain/Refusal.ts"
import { readReport } from "../Http/ReadReport.ts"
import { Ledger } from "../Ledger.ts"
import { type CommandOutcome, lines, printing } from "./Output.ts"
import { dateOption, json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const report = (kind: Period["kind"], date: LocalDate | undefined) =>
  Effect.gen(function*() {
    const settings = yield* (yield* Config).current
    const moment = momentOf(yield* (yield* ShopClock).now, (yield* Ledger).calendar())
    const day = yield* askedDay(date, moment.today, periodBefore(periodOf(kind, moment.today)).last)
    const { body, report } = yield* readReport(periodOf(kind, day))
    const { groups, title } = reportText(report, null, phrasesOf(contextOf(settings, moment.now)))
    return { ok: true, text: lines(title, ...groups.flat().map((line) => lineIn(labels, line))), json: body } satisfies CommandOutcome
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
