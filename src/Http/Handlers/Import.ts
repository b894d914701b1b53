import { HttpServerRequest } from "@effect/platform"
import { Effect, Either } from "effect"
import * as Errors from "../../Api/Errors.ts"
import type { ImportQuery } from "../../Api/Import.ts"
import { ShopClock } from "../../Clock.ts"
import { runInSlices } from "../../Concurrency/EventLoop.ts"
import { Config } from "../../Config.ts"
import { moneyOf } from "../../Config/ShopConfig.ts"
import { toYuan } from "../../Domain/Amount.ts"
import { dateOf } from "../../Domain/Calendar.ts"
import { expectedGot } from "../../Domain/Expectation.ts"
import { messagesOf, overwritten, planImport, storedRows, summarize, sumOf } from "../../Domain/ImportPlan.ts"
import { type CsvFaults, readCsvInParts } from "../../Import/Csv.ts"
import { largestBytes } from "../../Import/LargestFile.ts"
import { plannedView } from "../../Import/PlannedView.ts"
import { skippedView } from "../../Import/SkippedRow.ts"
import { Ledger } from "../../Ledger.ts"
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
      const columns = { date: urlParams.date_column, amount: urlParams.amount_column }
      const options = {
        contentTypeCharset,
        today: dateOf(yield* clock.now, ledger.calendar()),
        book: yield* ledger.book,
        currency: (yield* config.current).currency,
        columns
      }
      const file = yield* Either.mapLeft(
        yield* runInSlices(readCsvInParts(bytes, options)),
        csvError
      )
      const skipped = file.skipped.map(skippedView)
      if (!urlParams.dry_run) {
        const command = {
          _tag: "Import",
          rows: file.days,
          sha256: null,
          since: urlParams.newest_change,
          equal: urlParams.equal,
          notify: urlParams.notify
        } as const
        const summary = yield* ledger.carryOut(command, yield* asking(undefined))
        return { ok: true as const, ...summary, skipped }
      }
      const { book, newest } = yield* ledger.dated
      const plan = planImport(book, file.days)
      const notify = urlParams.notify ?? (yield* config.current).importNotify
      return {
        ok: true as const,
        ...summarize(plan),
        skipped,
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
