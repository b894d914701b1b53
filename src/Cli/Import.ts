import { Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { createReadStream } from "node:fs"
import { ShopClock } from "../Clock.ts"
import { Config } from "../Config.ts"
import { dateOf } from "../Domain/Calendar.ts"
import { named } from "../Domain/Command.ts"
import { counted } from "../Domain/Counted.ts"
import { planImport, type PlannedRow, summarize } from "../Domain/ImportPlan.ts"
import { readCsv } from "../Import/Csv.ts"
import { largestBytes, largestMiB } from "../Import/LargestFile.ts"
import type { ColumnChoice } from "../Import/Layout.ts"
import { plannedView } from "../Import/PlannedView.ts"
import { skippedSentence, skippedView } from "../Import/SkippedRow.ts"
import { isWorkbook } from "../Import/WorkbookBytes.ts"
import { Ledger } from "../Ledger.ts"
import { messageOf } from "../Wording.ts"
import { lines, type Outcome, printing, Refused, showing } from "./Output.ts"
import { actor, file, json, textOption } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

/** Stops after the first byte too many, because a pipe or a device may have no end. */
const readStream = async (stream: AsyncIterable<Buffer>): Promise<Uint8Array> => {
  const chunks: Array<Buffer> = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
    if (length > largestBytes) break
  }
  return Buffer.concat(chunks)
}

const readAll = (path: string) =>
  Effect.tryPromise({
    try: () => readStream(path === "-" ? process.stdin : createReadStream(path)),
    catch: (error) => new Refused({ code: "unreadable_file", message: `${path} cannot be read: ${messageOf(error)}` })
  }).pipe(Effect.filterOrFail(({ length }) => length <= largestBytes, () =>
    new Refused({ code: "too_large", message: `expected a file of at most ${largestMiB} MiB, got more: ${path}` })))

const workbookFaults = {
  old_workbook: "is an old or encrypted Excel workbook: save it as .xlsx without a password",
  no_workbook: "is a damaged Excel workbook, or none: save it as .xlsx or CSV",
  misplaced_rows: "has two rows or cells in the same place, one of which would be lost: open it in Excel and save it as .xlsx again",
  too_large: "is too large: an Excel workbook may have 5 MiB, 50000 rows and a million cells",
  empty: "is a workbook without a row in any visible sheet"
} as const

const invalidWorkbook = (message: string) => new Refused({ code: "invalid_workbook", message })

/** A file as CSV, and the name of the sheet if it is a workbook. The reader of workbooks is loaded only for a workbook. */
const csvOf = (path: string, asked: string | undefined) =>
  Effect.gen(function*() {
    const bytes = yield* readAll(path)
    if (!isWorkbook(bytes)) {
      if (asked !== undefined) return yield* invalidWorkbook(`--sheet: expected an Excel workbook, got ${path}, which is none`)
      return { csv: bytes, sheet: undefined }
    }
    const { readWorkbook } = yield* Effect.promise(() => import("../Import/Workbook.ts"))
    const workbook = yield* Effect.promise(() => readWorkbook(Uint8Array.from(bytes)))
    if ("cell" in workbook) {
      return yield* invalidWorkbook(
        `${path} has in the cell ${workbook.cell} of the sheet ${workbook.sheet} what Excel does not write, a number in another form for example: ` +
          "open it in Excel, check whether the cell is right, and save it as .xlsx again"
      )
    }
    if ("fault" in workbook) return yield* invalidWorkbook(`${path} ${workbookFaults[workbook.fault]}`)
    const { sheets } = workbook
    const sheet = asked === undefined ? sheets[0] : sheets.find(({ name }) => name === asked)
    if (sheet === undefined)
      return yield* invalidWorkbook(
        `--sheet: expected one of ${sheets.map(({ name }) => name).join(", ")}, got ${asked}`
      )
    return { csv: new TextEncoder().encode(sheet.csv), sheet: { name: sheet.name, others: sheets.length - 1, hidden: sheet.hiddenRows } }
  })

const previewIn = (money: (cents: number) => string) => ({ before, cents, change, date }: PlannedRow): string =>
  `  ${date}  ${money(cents)}${change === "changed" && before !== null ? `, now ${money(before)}` : ""}  ${change}`

const mostNamed = 20

/** The first few numbers of rows, and a mark if there are more. */
const firstOf = (rows: ReadonlyArray<number>): string => `${rows.slice(0, mostNamed).join(", ")}${rows.length > mostNamed ? " …" : ""}`

interface Asked {
  readonly path: string
  readonly dryRun: boolean
  readonly actor: string
  readonly columns: ColumnChoice
  readonly sheet: string | undefined
}

const importFile = ({ actor, columns, dryRun, path, sheet: asked }: Asked) =>
  Effect.gen(function*() {
    const ledger = yield* Ledger
    const clock = yield* ShopClock
    const { currency } = yield* (yield* Config).current
    const { csv, sheet } = yield* csvOf(path, asked)
    const { days: rows, skipped } = yield* readCsv(csv, {
      columns,
      contentTypeCharset: undefined,
      currency,
      today: dateOf(yield* clock.now, ledger.calendar()),
      book: yield* ledger.book
    })
    const notes = [
      ...(sheet === undefined
        ? []
        : [`read from the sheet ${sheet.name}${sheet.others === 0 ? "" : `, one of ${sheet.others + 1}: choose another with --sheet`}`]),
      ...(sheet === undefined || sheet.hidden.length === 0
        ? []
        : [
          `${counted(sheet.hidden.length, "row")} of it ${
            sheet.hidden.length === 1 ? "is" : "are"
          } hidden in Excel, by a filter for example, and imported too: ${firstOf(sheet.hidden)}`
        ]),
      ...skipped.map(skippedSentence)
    ]
    const read = {
      ...(sheet === undefined ? {} : { sheet: sheet.name, hidden_rows: sheet.hidden.length }),
      skipped: skipped.map(skippedView)
    }
    if (dryRun) {
      const plan = planImport(yield* ledger.book, rows)
      const changes = plan.filter(({ change }) => change !== "unchanged")
      const { imported, unchanged, ...summary } = summarize(plan)
      return {
        ok: true,
        text: lines(
          `${counted(imported, "day")} would be imported: ${summary.new} new, ${summary.changed} changed, ${unchanged} unchanged`,
          ...changes.map(previewIn(yield* Workbench.money)),
          ...notes
        ),
        json: {
          imported,
          ...summary,
          unchanged,
          ...read,
          dry_run: true,
          rows: plan.map(plannedView).map(({ before_source: _, ...row }) => row)
        }
      } satisfies Outcome
    }
    const summary = yield* showing(`importing ${counted(rows.length, "day")}`,
      () => ledger.carryOut({ _tag: "Import", rows, sha256: null, equal: "skip" }, named(actor)))
    return {
      ok: true,
      text: lines(
        `${counted(summary.imported, "day")} imported: ${summary.new} new, ${summary.changed} changed, ${summary.unchanged} unchanged`,
        ...notes
      ),
      json: { ...summary, ...read }
    } satisfies Outcome
  })

export const command = Command.make(
  "import",
  {
    path: file("A CSV file or an Excel workbook (.xlsx) with the columns date and amount; - for standard input"),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Only report what would change")),
    actor: actor("Who imports, for the audit"),
    dateColumn: textOption("date-column", 200, "The column with the dates: its name in the header, or its position from 1"),
    amountColumn: textOption("amount-column", 200, "The column with the amounts, likewise"),
    sheet: textOption("sheet", 200, "The sheet of a workbook; by default the first visible one that is not empty"),
    json
  },
  ({ actor, amountColumn, dateColumn, dryRun, json, path, sheet }) =>
    printing(json)(Effect.provide(
      importFile({
        path,
        dryRun,
        actor,
        columns: { date: Option.getOrUndefined(dateColumn), amount: Option.getOrUndefined(amountColumn) },
        sheet: Option.getOrUndefined(sheet)
      }),
      Workbench.ledger
    ))
).pipe(Command.withDescription("Import days from a CSV file or an Excel workbook: all rows or none"))
