import { HttpApiBuilder, HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { Api } from "../../Api.ts"
import { invalidRequest } from "../../Api/Errors.ts"
import { Health as DeclaredHealth, HealthSummary } from "../../Api/Health.ts"
import { buildVersion as version } from "../../BuildVersion.ts"
import { ShopClock } from "../../Clock.ts"
import { faultAt } from "../../Codes/Fault.ts"
import * as FairLock from "../../Concurrency/FairLock.ts"
import { Config } from "../../Config.ts"
import { ProcessSettings } from "../../Config/Environment.ts"
import { holidayCalendar } from "../../Config/HolidayCalendar.ts"
import { momentOf } from "../../Domain/Calendar.ts"
import { lastListed } from "../../Domain/DayList.ts"
import { wrong } from "../../Domain/Fault.ts"
import { asOf } from "../../Domain/Figures.ts"
import { addDays, type LocalDate } from "../../Domain/LocalDate.ts"
import { periodNamed } from "../../Domain/Period.ts"
import { reportOf } from "../../Domain/Report.ts"
import { startOfWallDay, wallDate } from "../../Domain/WallClock.ts"
import { Health } from "../../Health.ts"
import { Ledger } from "../../Ledger.ts"
import { AuditTrail } from "../../Ledger/AuditTrail.ts"
import { Notifier } from "../../Notifier.ts"
import { decision } from "../Access/AccessDecision.ts"
import { Gate } from "../Access/Gate.ts"
import { eventStream, EventStreams } from "../EventStreams.ts"
import { jsonType, ReadyBodies, type ReadyBody } from "../FastPath/ReadyBodies.ts"
import { respondApart } from "../FixedResponse.ts"
import * as Views from "../Views.ts"
import { dayView } from "../Views/DayView.ts"
import { healthView } from "../Views/HealthView.ts"
import { reportView } from "../Views/ReportView.ts"
import { csvExport } from "./CsvExport.ts"
import { jsonArray, jsonItems } from "./JsonArray.ts"

const rangeFault = (from: LocalDate, to: LocalDate, last: LocalDate) =>
  from > last
    ? faultAt("from", wrong("date_until", `a date up to ${last}`, from, { last }))
    : faultAt("to", wrong("date_range", `a date from ${from} to ${last}`, to, { first: from, last }))

/** Figures that do not fit their declaration are a fault of the service, and never sent. */
const encodeHealth = HttpServerResponse.schemaJson(DeclaredHealth)
const encodeHealthSummary = HttpServerResponse.schemaJson(HealthSummary)

const json = (ready: () => ReadyBody) => Effect.sync(() => HttpServerResponse.uint8Array(ready().body, { contentType: jsonType }))

export const layer = HttpApiBuilder.group(Api, "dashboard", (handlers) =>
  Effect.gen(function*() {
    const bodies = yield* ReadyBodies
    const audit = yield* AuditTrail
    const clock = yield* ShopClock
    const config = yield* Config
    const decide = yield* decision
    const adminEnabled = Option.isSome((yield* ProcessSettings).adminToken)
    // A refused credential counts as none: every client may read whether the service works.
    const reader = Effect.orElseSucceed((yield* Gate).visitor, () => undefined)
    const health = yield* Health
    const ledger = yield* Ledger
    const notifier = yield* Notifier
    const streams = yield* EventStreams
    const csvOf = csvExport()
    /** One list is made at a time, so those that wait hold no memory and use no thread. */
    const lists = FairLock.make()
    const auditItems = audit.blocks((records) => jsonItems(records.map((record) => Views.auditEntry(record, clock.zone))))

    return handlers
      .handleRaw("metrics", () => json(bodies.metrics))
      .handleRaw("series7", ({ urlParams }) => json(() => bodies.series(urlParams.days)))
      .handleRaw("revenue", ({ urlParams }) => json(() => bodies.revenue(urlParams.days)))
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
          const book = yield* ledger.book
          const settings = yield* config.current
          const moment = momentOf(yield* clock.now, ledger.calendar())
          const period = yield* Effect.orDie(Effect.fromNullable(periodNamed(path.period, moment.today)))
          const holidays = holidayCalendar(settings)
          return reportView(reportOf(book, period, asOf(book, moment), { goals: settings.goals, holidays }), settings.shopName, holidays)
        }))
      .handleRaw("health", () =>
        Effect.gen(function*() {
          const report = yield* health.report
          const person = yield* reader
          const isShown = decide("view", person) === "pass"
          const status = report.status === "down" ? 503 : 200
          return yield* Effect.orDie(isShown
            ? encodeHealth(healthView(report, adminEnabled), { status })
            : encodeHealthSummary({ status: report.status, version }, { status }))
        }))
      .handleRaw("export", ({ urlParams }) =>
        Effect.map(ledger.book, (book) =>
          HttpServerResponse.stream(csvOf(book, urlParams), {
            contentType: "text/csv; charset=utf-8",
            headers: { "content-disposition": "attachment; filename=\"turnover.csv\"" }
          })))
      .handleRaw("events", ({ request }) => eventStream(streams, request))
  }))
