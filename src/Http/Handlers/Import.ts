import { HttpServerRequest } from "@effect/platform"
import { Effect } from "effect"
import * as Errors from "../../Api/Errors.ts"
import type { ImportQuery } from "../../Api/Import.ts"
import { ShopClock } from "../../Clock.ts"
import { faultAt, saying } from "../../Codes/Fault.ts"
import { Config } from "../../Config.ts"
import { moneyOf } from "../../Config/ShopConfig.ts"
import { type Cents, toYuan } from "../../Domain/Amount.ts"
import { dateOf } from "../../Domain/Calendar.ts"
import { isClosed } from "../../Domain/DayBook.ts"
import { expectedGot } from "../../Domain/Fault.ts"
import { messagesOf, overwritten, planImport, storedRows, summarize, sumOf } from "../../Domain/ImportPlan.ts"
import { counted } from "../../Domain/Text.ts"
import { figureOf } from "../../Domain/Turnover.ts"
import { largestBytes } from "../../Import/LargestFile.ts"
import { plannedView } from "../../Import/PlannedView.ts"
import { readOptions, readText } from "../../Import/TableReader.ts"
import { Ledger } from "../../Ledger.ts"
import { type Answers, answersIn, questionCodes } from "../../Tables/Answers.ts"
import type { Account, Outcome } from "../../Tables/Outcome.ts"
import { refusal } from "../../Tables/ReadGrid.ts"
import { askedView, decisionView, faultSentence, leftOut, leftOutSentence, sentence } from "../../Tables/Sentences.ts"
import { lostRight } from "../Access/Gate.ts"
import { readBytes } from "../Body.ts"
import { asking, changedMeanwhile } from "./DayCommands.ts"

const maxPreviewRows = 1000

const mostFaults = 100

const columnsView = ({ columns }: Outcome) =>
  columns.map(({ examples: [example = ""], value }) => ({ column: value, name: /^\d+$/.test(value) ? "" : value, example }))

/** The answer to a table that is refused, or asks. */
const tableError = (table: Outcome) => {
  const { faults, outcome, questions, total } = table
  if (outcome === "refused" && faults[0]?.code === "empty") return Errors.EmptyCsv.make({ detail: "the CSV has no data rows" })
  const found = {
    errors: faults.slice(0, mostFaults).map((fault) => ({
      line: fault.line,
      value: fault.value,
      ...faultAt(fault.field, saying("table", faultSentence(fault), { reason: fault.code }))
    })),
    total,
    columns: columnsView(table)
  }
  return outcome === "refused"
    ? Errors.InvalidRows.make({ detail: `the CSV has ${counted(total, "fault")}`, ...found })
    : Errors.Questions.make({
      detail: `the file does not settle how it is meant: ${questions.map(({ code }) => code).join(", ")}`,
      questions: questions.map(askedView),
      ...found
    })
}

/** How a table was read; nothing for one that is plainly a date and an amount a row. */
const readView = (table: Outcome) => {
  const { closed, columns, decisions, rows, warnings } = table
  const isPlain = columns.length <= 2 && leftOut(table).length + warnings.length === 0 && decisions["ignored"] === undefined
  return isPlain ? {} : {
    read: {
      closed,
      warnings: warnings.map(sentence),
      decisions: decisionView(decisions),
      columns: columnsView(table),
      rows: rows.slice(0, maxPreviewRows).map(({ line, value, what }) => ({ line, what, value }))
    }
  }
}

const skippedView = (row: Account) => ({
  line: row.line,
  reason: row.what === "title" ? row.what : row.what === "total" || row.what === "subtotal" ? "total" as const : "other" as const,
  value: row.value,
  total: row.says === undefined ? null : toYuan(row.says),
  sum: row.sum === undefined ? null : toYuan(row.sum),
  message: leftOutSentence(row)
})

const answersOf = (query: typeof ImportQuery.Type): Answers | string =>
  answersIn(questionCodes.flatMap((code) => {
    const value = code === "sheet" ? [] : query[code] ?? []
    return (typeof value === "string" ? [value] : value).map((one) => [code, one] as const)
  }))

/** The charset in `text/csv; charset=…`. Refuses a body that is not CSV. */
const csvCharset = (contentType: string | undefined): Effect.Effect<string | undefined, typeof Errors.UnsupportedMediaType.Type> => {
  const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim())
  if (type.toLowerCase() !== "text/csv") {
    return Effect.fail(Errors.UnsupportedMediaType.make({ detail: `content-type: ${expectedGot("text/csv", contentType)}` }))
  }
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter))
  return Effect.succeed(charset?.slice("charset=".length).replace(/^"(.*)"$/, "$1"))
}

/** A CSV file, of which all rows are imported or none; with `dry_run` only a preview. */
export const importHandler = Effect.gen(function*() {
  const clock = yield* ShopClock
  const config = yield* Config
  const ledger = yield* Ledger
  const money = (cents: number): string => moneyOf(config.snapshot())(cents)

  return ({ urlParams }: { readonly urlParams: typeof ImportQuery.Type }) =>
    Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      const contentTypeCharset = yield* csvCharset(request.headers["content-type"])
      const bytes = yield* readBytes(largestBytes)
      const calendar = ledger.calendar()
      const today = dateOf(yield* clock.now, calendar)
      const book = yield* ledger.book
      const { currency } = yield* config.current
      const answers = answersOf(urlParams)
      const table = typeof answers === "string"
        ? refusal("answer", answers)
        : yield* readText(bytes, readOptions(calendar, { today, book, currency }, answers), contentTypeCharset)
      if (table.outcome !== "read") return yield* Effect.fail(tableError(table))
      const rows = table.days.map(({ cents, date }) => ({ date, cents: cents as Cents }))
      const { closed } = table
      const skipped = leftOut(table).slice(0, maxPreviewRows).map(skippedView)
      const read = readView(table)
      if (!urlParams.dry_run) {
        const command = {
          _tag: "Import",
          rows,
          closed,
          sha256: null,
          since: urlParams.newest_change,
          equal: urlParams.equal,
          notify: urlParams.notify
        } as const
        const summary = yield* ledger.carryOut(command, yield* asking(undefined))
        return { ok: true as const, ...summary, skipped, ...read }
      }
      const { book: dated, newest } = yield* ledger.dated
      const plan = planImport(dated, rows)
      const notify = urlParams.notify ?? (yield* config.current).importNotify
      return {
        ok: true as const,
        ...summarize(plan),
        ...(closed.length === 0
          ? {}
          : { closed: closed.filter((date) => !isClosed(dated, date) && figureOf(dated.byDate.get(date)) === undefined).length }),
        skipped,
        ...read,
        dry_run: true as const,
        newest_change: newest,
        sum: toYuan(sumOf(plan)),
        overwrites: overwritten(plan),
        notify,
        messages: messagesOf(storedRows(plan, urlParams.equal), notify),
        rows: plan.slice(0, maxPreviewRows).map(plannedView)
      }
    }).pipe(Effect.catchTags({
      RightLost: lostRight,
      ChangedMeanwhile: (refused) => Effect.fail(changedMeanwhile(refused, clock.zone, money))
    }))
})
