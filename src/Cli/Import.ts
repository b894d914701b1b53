import { Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { readFileSync } from "node:fs"
import { ShopClock } from "../Clock.ts"
import { formatYuan, toYuan } from "../Domain/Amount.ts"
import { dateOf } from "../Domain/Calendar.ts"
import { planImport, type PlannedRow, summarize } from "../Domain/ImportPlan.ts"
import { readCsv } from "../Import/Csv.ts"
import type { ColumnChoice } from "../Import/Layout.ts"
import { skippedSentence, skippedView } from "../Import/SkippedRow.ts"
import { Ledger } from "../Ledger.ts"
import { answering, counted, lines, type Outcome, Refused, showing } from "./Output.ts"
import { file, json, textOption } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const standardInput = 0

const readAll = (path: string) =>
  Effect.try({
    try: () => readFileSync(path === "-" ? standardInput : path),
    catch: (error) =>
      new Refused({ code: "unreadable_file", message: `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}` })
  })

const preview = ({ before, cents, change, date }: PlannedRow): string =>
  `  ${date}  ${formatYuan(cents)}${change === "changed" && before !== null ? `, now ${formatYuan(before)}` : ""}  ${change}`

interface Asked {
  readonly path: string
  readonly dryRun: boolean
  readonly actor: string
  readonly columns: ColumnChoice
}

const importFile = ({ actor, columns, dryRun, path }: Asked) =>
  Effect.gen(function*() {
    const ledger = yield* Ledger
    const clock = yield* ShopClock
    const bytes = yield* readAll(path)
    const { days: rows, skipped } = yield* readCsv(bytes, {
      columns,
      contentTypeCharset: undefined,
      today: dateOf(yield* clock.now),
      book: yield* ledger.book
    })
    if (dryRun) {
      const plan = planImport(yield* ledger.book, rows)
      const changes = plan.filter(({ change }) => change !== "unchanged")
      const { imported, unchanged, ...summary } = summarize(plan)
      return {
        ok: true,
        text: lines(
          `${counted(imported, "day")} would be imported: ${summary.new} new, ${summary.changed} changed, ${unchanged} unchanged`,
          ...changes.map(preview),
          ...skipped.map(skippedSentence)
        ),
        json: {
          imported,
          ...summary,
          unchanged,
          skipped: skipped.map(skippedView),
          dry_run: true,
          rows: plan.map(({ before, cents, change, date }) => ({
            date,
            amount: toYuan(cents),
            before: before === null ? null : toYuan(before),
            change
          }))
        }
      } satisfies Outcome
    }
    const summary = yield* showing(`importing ${counted(rows.length, "day")}`,
      () => ledger.importDays({ rows, actor, sha256: Option.none() }))
    return {
      ok: true,
      text: lines(
        `${counted(summary.imported, "day")} imported: ${summary.new} new, ${summary.changed} changed, ${summary.unchanged} unchanged`,
        ...skipped.map(skippedSentence)
      ),
      json: { ...summary, skipped: skipped.map(skippedView) }
    } satisfies Outcome
  })

export const command = Command.make(
  "import",
  {
    path: file("A CSV file with the columns date and amount; - for standard input"),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Only report what would change")),
    actor: textOption("actor", 64, "Who imports, for the audit; command-line by default"),
    dateColumn: textOption("date-column", 200, "The column with the dates: its name in the header, or its position from 1"),
    amountColumn: textOption("amount-column", 200, "The column with the amounts, likewise"),
    json
  },
  ({ actor, amountColumn, dateColumn, dryRun, json, path }) =>
    answering(json)(Effect.provide(
      importFile({
        path,
        dryRun,
        actor: Option.getOrElse(actor, () => "command-line"),
        columns: { date: Option.getOrUndefined(dateColumn), amount: Option.getOrUndefined(amountColumn) }
      }),
      Workbench.ledger
    ))
).pipe(Command.withDescription("Import days from a CSV file: all rows or none"))
