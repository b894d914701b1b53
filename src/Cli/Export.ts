import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { toYuan } from "../Domain/Amount.ts"
import { finalDays } from "../Domain/DayBook.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { csvOf } from "../Import/Csv.ts"
import { LedgerStore } from "../Ledger/Store.ts"
import { printing, Refused } from "./Output.ts"
import { dateOption, json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const exportDays = (from: LocalDate, to: LocalDate) =>
  Effect.gen(function*() {
    if (from > to) return yield* new Refused({ code: "invalid_range", message: `--from ${from} is after --to ${to}` })
    const store = yield* LedgerStore
    const days = finalDays(yield* store.book, from, to)
    return {
      ok: true,
      text: csvOf(days),
      json: { days: days.map(({ cents, date, source }) => ({ date, amount: toYuan(cents), source })) }
    }
  })

const first = "0000-01-01" as LocalDate
const last = "9999-12-31" as LocalDate

export const command = Command.make(
  "export",
  {
    from: dateOption("from", "The first day; the oldest by default"),
    to: dateOption("to", "The last day; the newest by default"),
    json
  },
  ({ from, json, to }) =>
    printing(json)(
      Workbench.existingDatabase.pipe(
        Effect.zipRight(
          Effect.provide(exportDays(Option.getOrElse(from, () => first), Option.getOrElse(to, () => last)), Workbench.stored)
        ),
        Effect.provide(Workbench.environment)
      )
    )
).pipe(Command.withDescription("Print the final days as CSV, oldest first"))
