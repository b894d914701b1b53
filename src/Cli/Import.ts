import { Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { createReadStream } from "node:fs"
import { ShopClock } from "../Clock.ts"
import { Config } from "../Config.ts"
import type { Cents, Money } from "../Domain/Amount.ts"
import { dateOf } from "../Domain/Calendar.ts"
import { named } from "../Domain/Command.ts"
import { type ImportNotify, messagesOf, planImport, type PlannedRow, storedRows, summarize, sumOf } from "../Domain/ImportPlan.ts"
import { counted } from "../Domain/Text.ts"
import { figureOf } from "../Domain/Turnover.ts"
import { largestBytes, largestMiB, mostMessages } from "../Import/LargestFile.ts"
import { readOptions } from "../Import/TableReader.ts"
import { Ledger } from "../Ledger.ts"
import { messageOf } from "../Wording.ts"
import { type CommandOutcome, lines, printing, Refused, showing } from "./Output.ts"
import { answers, type Given, outcomeView, readFile, readLines, refusalLines } from "./TableFile.ts"
import { actor, file, json } from "./Words.ts"
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

const previewIn = (money: Money) => ({ before, cents, change, date }: PlannedRow): string =>
  `  ${date}  ${money(cents)}${change === "changed" && before !== null ? `, now ${money(before)}` : ""}  ${change}`

/** Two years of days would fill the group, so many days get one message unless the person or the settings say otherwise. */
const wayFor = (changes: number, usual: ImportNotify): ImportNotify => usual === "per_row" && changes > mostMessages ? "digest" : usual

interface AskedImport {
  readonly path: string
  readonly dryRun: boolean
  readonly actor: string
  readonly given: ReadonlyArray<Given>
  readonly isForProgram: boolean
  readonly notify: Option.Option<ImportNotify>
}

const importFile = ({ actor, dryRun, given, isForProgram, notify, path }: AskedImport) =>
  Effect.gen(function*() {
    const ledger = yield* Ledger
    const clock = yield* ShopClock
    const { currency, importNotify } = yield* (yield* Config).current
    const bytes = yield* readAll(path)
    const calendar = ledger.calendar()
    const today = dateOf(yield* clock.now, calendar)
    const book = yield* ledger.book
    const file = yield* readFile(bytes, given, readOptions(calendar, { today, book, currency }, {}))
    const view = outcomeView(file)
    if (file.outcome !== "read") {
      const error = file.outcome === "ask" ? "questions" : "invalid_rows"
      const [detail = "", ...others] = refusalLines(path, file)
      if (isForProgram) return { ok: false, text: "", json: { error, detail, ...view, dry_run: dryRun } } satisfies CommandOutcome
      return yield* new Refused({ code: error, message: [detail, ...others].join("\n") })
    }
    const rows = file.days.map(({ cents, date }) => ({ date, cents: cents as Cents }))
    const kept = file.closed.filter((date) => figureOf(book.byDate.get(date)) !== undefined)
    const notes = [
      ...kept.map((date) => `${date} has a figure and is not marked closed: withdraw the figure first`),
      ...readLines(file)
    ]
    const closing = file.closed.length - kept.length
    const plan = planImport(book, rows)
    const changes = storedRows(plan, "skip")
    const way = Option.getOrElse(notify, () => wayFor(changes.length, importNotify))
    const messages = messagesOf(changes, way)
    const money = yield* Workbench.money
    const together = `the file's days come to ${money(sumOf(plan))}; ${
      messages === 0 ? "no message" : counted(messages, "message")
    } to the chat`
    if (dryRun) {
      const { imported, unchanged, ...summary } = summarize(plan)
      return {
        ok: true,
        text: lines(
          `${counted(imported, "day")} would be imported: ${summary.new} new, ${summary.changed} changed, ${unchanged} unchanged`,
          ...(closing === 0 ? [] : [`${counted(closing, "day")} would be marked closed`]),
          together,
          ...changes.map(previewIn(money)),
          ...notes
        ),
        json: { imported, ...summary, unchanged, messages, ...view, dry_run: true }
      } satisfies CommandOutcome
    }
    const summary = yield* showing(`importing ${counted(rows.length, "day")}`,
      () => ledger.carryOut({ _tag: "Import", rows, closed: file.closed, sha256: null, equal: "skip", notify: way }, named(actor)))
    const { closed = 0, ...counts } = summary
    return {
      ok: true,
      text: lines(
        `${counted(counts.imported, "day")} imported: ${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged`,
        ...(closed === 0 ? [] : [`${counted(closed, "day")} marked closed`]),
        together,
        ...notes
      ),
      json: { ...counts, messages, ...view, marked_closed: closed }
    } satisfies CommandOutcome
  })

export const command = Command.make(
  "import",
  {
    path: file("A table with a date and an amount for each day: .xlsx, .xls, .ods, CSV or another text; - for standard input"),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Only report what would change")),
    actor: actor("Who imports, for the audit"),
    notify: Options.choice("notify", ["per_row", "digest", "none"]).pipe(
      Options.withDescription(`Messages to the chat: one a day, one for all, or none. Without it, more than ${mostMessages} days get one`),
      Options.optional
    ),
    answers,
    json
  },
  ({ actor, answers, dryRun, json, notify, path }) =>
    printing(json)(Effect.provide(importFile({ path, dryRun, actor, notify, given: answers, isForProgram: json }), Workbench.ledger))
).pipe(Command.withDescription("Import days from a table as the shop has it: all rows or none. What the file does not settle is asked"))
