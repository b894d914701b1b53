import { HttpServerRequest } from "@effect/platform"
import { DateTime, Effect, Either } from "effect"
import * as Errors from "../../Api/Errors.ts"
import type { ImportQuery } from "../../Api/Import.ts"
import { ShopClock } from "../../Clock.ts"
import { faultAt, saying } from "../../Codes/Fault.ts"
import { runInSlices } from "../../Concurrency/EventLoop.ts"
import { Config } from "../../Config.ts"
import { moneyOf } from "../../Config/ShopConfig.ts"
import { type Cents, toYuan } from "../../Domain/Amount.ts"
import { dateOf } from "../../Domain/Calendar.ts"
import { finalOn, isClosed } from "../../Domain/DayBook.ts"
import { startAt } from "../../Domain/DayStart.ts"
import { expectedGot } from "../../Domain/Fault.ts"
import { messagesOf, overwritten, planImport, storedRows, summarize, sumOf } from "../../Domain/ImportPlan.ts"
import { counted } from "../../Domain/Text.ts"
import { minutesOf } from "../../Domain/TimeOfDay.ts"
import { figureOf } from "../../Domain/Turnover.ts"
import { type CsvFaults, readCsvInParts } from "../../Import/Csv.ts"
import { largestBytes } from "../../Import/LargestFile.ts"
import { plannedView } from "../../Import/PlannedView.ts"
import { skippedView } from "../../Import/SkippedRow.ts"
import { hasAnswers, mayBeTable, readUploaded } from "../../Import/UploadedTable.ts"
import { Ledger } from "../../Ledger.ts"
import type { Outcome } from "../../Tables/Outcome.ts"
import { askedView, decisionView, faultSentence, sentence } from "../../Tables/Sentences.ts"
import { lostRight } from "../Access/Gate.ts"
import { readBytes } from "../Body.ts"
import { asking, changedMeanwhile } from "./DayCommands.ts"

const maxPreviewRows = 1000

const csvError = (faults: CsvFaults) => {
  switch (faults._tag) {
    case "InvalidRows":
      return Errors.InvalidRows.make({ detail: faults.message, errors: faults.errors, total: faults.total, columns: faults.columns })
    case "EmptyCsv":
      return Errors.EmptyCsv.make({ detail: faults.message })
    case "UndecodableText":
      return Errors.InvalidRows.make({
        detail: faults.message,
        errors: [{ line: 1, field: "row", value: "", code: faults.code, params: faults.params, message: faults.message }],
        total: 1,
        columns: []
      })
  }
}

const mostFaults = 100

/** The answer to a table that is too large to be read at once. */
const tooLarge = {
  detail: "expected a table of at most 64 KiB with answers, got more: import it with `turnover import`",
  errors: [{
    line: 1,
    value: "",
    ...faultAt("row", saying("table", "expected a table of at most 64 KiB with answers, got more", { reason: "too_large" }))
  }],
  total: 1,
  columns: []
}

const tableErrors = ({ faults }: Outcome) =>
  faults.slice(0, mostFaults).map((fault) => ({
    line: fault.line,
    value: fault.value,
    ...faultAt(fault.field, saying("table", faultSentence(fault), { reason: fault.code }))
  }))

/** A table that is refused, or asks. What the plain reader says of it stays beside the questions, for a client that knows no questions. */
const tableError = (table: Outcome, refused: CsvFaults | undefined) => {
  const { columns, errors, total } = refused?._tag === "InvalidRows"
    ? refused
    : { columns: [], errors: tableErrors(table), total: table.faults.length }
  return table.outcome === "refused"
    ? Errors.InvalidRows.make({ detail: `the CSV has ${counted(total, "fault")}`, errors, total, columns })
    : Errors.Questions.make({
      detail: `the file does not settle how it is meant: ${table.questions.map(({ code }) => code).join(", ")}`,
      questions: table.questions.map(askedView),
      errors,
      total,
      columns
    })
}

const readView = ({ closed, decisions, rows, warnings }: Outcome, refused: CsvFaults | undefined) => ({
  closed,
  warnings: warnings.map(sentence),
  decisions: decisionView(decisions),
  columns: refused?._tag === "InvalidRows" ? refused.columns : [],
  rows: rows.slice(0, maxPreviewRows).map(({ line, value, what }) => ({ line, what, value }))
})

const counts: ReadonlySet<string> = new Set(["day", "added", "header"])

/** The rows of a table that are no days, as the plain reader names them. */
const leftOut = ({ rows }: Outcome) =>
  rows.filter(({ what }) => !counts.has(what)).slice(0, maxPreviewRows).map(({ line, says, sum, value, what }) => ({
    line,
    reason: what === "title" ? what : what === "total" || what === "subtotal" ? "total" as const : "other" as const,
    value,
    total: says === undefined ? null : toYuan(says),
    sum: sum === undefined ? null : toYuan(sum),
    message: `line ${line} is left out: ${what.replaceAll("_", " ")} (${value})`
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
      const { amount_column: amount, date_column: date } = urlParams
      const columns = { date, amount: typeof amount === "object" ? amount[0] : amount }
      // A plain file has none of the questions that an answer is about.
      const plain = hasAnswers(urlParams)
        ? undefined
        : yield* runInSlices(readCsvInParts(bytes, { contentTypeCharset, today, book, currency, columns }))
      const refused = plain !== undefined && Either.isLeft(plain) ? plain.left : undefined
      const table = plain === undefined || (refused !== undefined && mayBeTable(refused))
        ? readUploaded(bytes, urlParams, contentTypeCharset, {
          today,
          currency: currency.code,
          zone: DateTime.zoneToString(calendar.zone),
          dayStartsAt: minutesOf(startAt(calendar.starts, today)) * 60,
          isKnown: (date, cents) => finalOn(book, date)?.cents === cents
        })
        : undefined
      // What the plain reader says of a file stays, unless the table is read or asks.
      if (table !== undefined && table.outcome !== "read" && (refused === undefined || table.outcome === "ask"))
        return yield* Effect.fail(tableError(table, refused))
      const isRead = table?.outcome === "read"
      if (!isRead && refused !== undefined) return yield* Effect.fail(csvError(refused))
      if (!isRead && plain === undefined) return yield* Effect.fail(Errors.InvalidRows.make(tooLarge))
      const file = isRead || plain === undefined || Either.isLeft(plain)
        ? { days: (table?.days ?? []).map(({ cents, date }) => ({ date, cents: cents as Cents })), skipped: [] }
        : plain.right
      const closed = isRead ? table.closed : []
      const skipped = isRead ? leftOut(table) : file.skipped.map(skippedView)
      const read = isRead ? { read: readView(table, refused) } : {}
      if (!urlParams.dry_run) {
        const command = {
          _tag: "Import",
          rows: file.days,
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
      const plan = planImport(dated, file.days)
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
