import { HttpApiBuilder, HttpServerResponse } from "@effect/platform"
import { Array as Chunks, Chunk, Effect, Option, Stream } from "effect"
import { Api } from "../../Api.ts"
import { invalidRequest } from "../../Api/Errors.ts"
import { Health as DeclaredHealth, HealthSummary } from "../../Api/Health.ts"
import { ShopClock } from "../../Clock.ts"
import { ownSlice } from "../../Concurrency/EventLoop.ts"
import * as FairLock from "../../Concurrency/FairLock.ts"
import { Config } from "../../Config.ts"
import { Environment } from "../../Config/Environment.ts"
import { momentOf } from "../../Domain/Calendar.ts"
import type { DayBook } from "../../Domain/DayBook.ts"
import { lastListed } from "../../Domain/DayList.ts"
import { addDays } from "../../Domain/LocalDate.ts"
import { periodNamed } from "../../Domain/Period.ts"
import type { Turnover } from "../../Domain/Turnover.ts"
import { startOfWallDay, wallDate } from "../../Domain/WallClock.ts"
import { Health } from "../../Health.ts"
import { csvHeader, csvRow, sourcedCsvHeader, sourcedCsvRow } from "../../Import/Csv.ts"
import { byteOrderMark } from "../../Import/CsvLine.ts"
import { Ledger } from "../../Ledger.ts"
import { AuditTrail } from "../../Ledger/AuditTrail.ts"
import { Notifier } from "../../Notifier.ts"
import { buildVersion as version } from "../../Package.ts"
import { decision, Gate } from "../Access/Gate.ts"
import { eventStream, EventStreams } from "../EventStreams.ts"
import { jsonType, ReadyBodies, type ReadyBody } from "../FastPath/ReadyBodies.ts"
import { respondApart } from "../FixedResponse.ts"
import { rangeFault } from "../RangeFault.ts"
import { readReport } from "../ReadReport.ts"
import * as Views from "../Views.ts"
import { dayView } from "../Views/DayView.ts"
import { healthView } from "../Views/HealthView.ts"
import { bookHandlers } from "./Books.ts"

const rowsPerPiece = 500

const encoder = new TextEncoder()
const markBytes = encoder.encode(byteOrderMark)

interface CsvForm {
  readonly header: Uint8Array
  readonly row: (day: Turnover) => string
}

const plainForm: CsvForm = { header: encoder.encode(csvHeader), row: ({ cents, date }) => csvRow(date, cents) }
const sourced: CsvForm = { header: encoder.encode(sourcedCsvHeader), row: sourcedCsvRow }

interface Wanted {
  readonly bom: boolean
  /** Whether to add a column of sources: always, or if one of the days was generated. */
  readonly source?: "always" | "generated" | undefined
}

/** The final days of a book as CSV, oldest first. Each part is encoded once per book and form, in a separate slice of the event loop. */
const csvExport = () => {
  const encoded = { plain: new WeakMap<DayBook, Array<Uint8Array>>(), sourced: new WeakMap<DayBook, Array<Uint8Array>>() }

  return (book: DayBook, { bom, source }: Wanted): Stream.Stream<Uint8Array> =>
    Stream.suspend(() => {
      const days = book.days.filter(({ isFinal }) => isFinal)
      const isSourced = source === "always" || (source === "generated" && days.some((day) => day.source === "generated"))
      const form = isSourced ? sourced : plainForm
      const kept = isSourced ? encoded.sourced : encoded.plain
      const pieces = kept.get(book) ?? []
      kept.set(book, pieces)
      const rows = Chunks.chunksOf(days, rowsPerPiece)
      return Stream.concat(
        Stream.make(...bom ? [markBytes] : [], form.header),
        Stream.mapEffect(Stream.fromIterable(rows.keys()),
          (index) => Effect.map(ownSlice, () => pieces[index] ??= encoder.encode((rows[index] ?? []).map(form.row).join(""))))
      )
    })
}

/** Items of a JSON array as bytes, without brackets. */
const jsonItems = (items: ReadonlyArray<unknown>): Uint8Array => Buffer.from(items.map((item) => JSON.stringify(item)).join(","))

const [opening, comma, closing] = ["[", ",", "]"].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array, Uint8Array]

/** A JSON array of encoded items, written piece by piece, so that a long array is never in memory as a whole. */
const jsonArray = <E, R>(pieces: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> => {
  const joined = pieces.pipe(
    Stream.filter(({ length }) => length > 0),
    Stream.mapAccum(true, (isFirst, piece) => [false, Chunk.fromIterable(isFirst ? [piece] : [comma, piece])]),
    Stream.flattenChunks
  )
  return Stream.make(opening).pipe(Stream.concat(joined), Stream.concat(Stream.make(closing)))
}

/** Figures that do not fit their declaration are a fault of the service, and never sent. */
const encodeHealth = HttpServerResponse.schemaJson(DeclaredHealth)
const encodeHealthSummary = HttpServerResponse.schemaJson(HealthSummary)

const jsonOf = (ready: () => ReadyBody) => Effect.sync(() => HttpServerResponse.uint8Array(ready().body, { contentType: jsonType }))

export const layer = HttpApiBuilder.group(Api, "dashboard", (handlers) =>
  Effect.gen(function*() {
    const bodies = yield* ReadyBodies
    const audit = yield* AuditTrail
    const clock = yield* ShopClock
    const config = yield* Config
    const decide = yield* decision
    const adminEnabled = Option.isSome((yield* Environment).adminToken)
    // A refused credential counts as none: every client may read whether the service works.
    const reader = Effect.orElseSucceed((yield* Gate).visitor, () => undefined)
    const health = yield* Health
    const ledger = yield* Ledger
    const notifier = yield* Notifier
    const streams = yield* EventStreams
    const csvOf = csvExport()
    const books = yield* bookHandlers
    /** One list is made at a time, so those that wait hold no memory and use no thread. */
    const lists = FairLock.make()
    const auditItems = audit.blocks((records) => jsonItems(records.map((record) => Views.auditEntry(record, clock.zone))))

    return handlers
      .handleRaw("metrics", () => jsonOf(bodies.metrics))
      .handleRaw("series7", ({ urlParams }) => jsonOf(() => bodies.series7(urlParams)))
      .handleRaw("revenue", ({ urlParams }) => jsonOf(() => bodies.revenue(urlParams)))
      .handleRaw("audit", ({ urlParams }) =>
        Effect.map(clock.now, (now) => {
          const since = startOfWallDay(addDays(wallDate(now), 1 - urlParams.days), clock.zone)
          return HttpServerResponse.stream(jsonArray(auditItems(since.epochMillis)), { contentType: jsonType })
        }))
      .handleRaw("days", ({ request, urlParams: { from, to } }) =>
        Effect.gen(function*() {
          const { today } = momentOf(yield* clock.now, ledger.calendar())
          const last = lastListed(from, today)
          if (to < from || to > last) return yield* Effect.fail(invalidRequest([rangeFault(from, to, last)]))
          const answer = Effect.flatMap(bodies.days(from, to), (list) => respondApart(list, request, {}))
          return yield* lists.hold((restore) => restore(answer))
        }))
      .handle("day", ({ path }) =>
        Effect.gen(function*() {
          const records = yield* audit.ofDay(path.date)
          const messages = yield* notifier.ofDay(path.date)
          const settings = yield* config.current
          const moment = momentOf(yield* clock.now, ledger.calendar())
          const isForManager = decide("manager", yield* reader) === "pass"
          return dayView(yield* ledger.book, path.date, moment, records, messages, settings, isForManager)
        }))
      .handle("report", ({ path }) =>
        Effect.gen(function*() {
          const { today } = momentOf(yield* clock.now, ledger.calendar())
          const period = yield* Effect.orDie(Effect.fromNullable(periodNamed(path.period, today)))
          return (yield* readReport(period)).body
        }))
      .handleRaw("health", () =>
        Effect.gen(function*() {
          const report = yield* health.report
          const person = yield* reader
          const isShown = decide("view", person) === "pass"
          const status = report.status === "down" ? 503 : 200
          return yield* Effect.orDie(isShown
            ? encodeHealth(healthView(report, adminEnabled, decide("manager", person) === "pass"), { status })
            : encodeHealthSummary({ status: report.status, version }, { status }))
        }))
      .handleRaw("workbook", ({ urlParams }) => books.workbook(urlParams))
      .handleRaw("daysCsv", ({ urlParams }) => books.csv(urlParams))
      .handleRaw("export", ({ urlParams }) =>
        Effect.map(ledger.book, (book) =>
          HttpServerResponse.stream(csvOf(book, urlParams), {
            contentType: "text/csv; charset=utf-8",
            headers: { "content-disposition": "attachment; filename=\"turnover.csv\"" }
          })))
      .handleRaw("events", ({ request }) => eventStream(streams, request))
  }))
