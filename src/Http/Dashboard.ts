import { HttpApiBuilder, HttpServerResponse } from "@effect/platform"
import { Chunk, DateTime, Effect, Stream } from "effect"
import { version } from "../../package.json"
import { Api } from "../Api.ts"
import type { Health as HealthBody } from "../Api/Dashboard.ts"
import { ShopClock } from "../Clock.ts"
import { Config } from "../Config.ts"
import { dateOf, formatCutoff, formatInstant, momentOf, startOfDay } from "../Domain/Calendar.ts"
import type { Turnover } from "../Domain/Turnover.ts"
import * as Figures from "../Domain/Figures.ts"
import { addDays } from "../Domain/LocalDate.ts"
import { Health, type HealthReport } from "../Health.ts"
import { Ledger } from "../Ledger.ts"
import { AuditTrail } from "../Ledger/AuditTrail.ts"
import { byteOrderMark, csvHeader, csvRow } from "../Ledger/Csv.ts"
import { eventStream } from "./EventStream.ts"
import { jsonArray } from "./JsonArray.ts"
import * as Views from "./Views.ts"

const rowsPerChunk = 500

const csvText = (days: ReadonlyArray<Turnover>, bom: boolean) =>
  Stream.make((bom ? byteOrderMark : "") + csvHeader).pipe(
    Stream.concat(
      Stream.fromIterable(days).pipe(
        Stream.rechunk(rowsPerChunk),
        Stream.mapChunks((rows) => Chunk.of(Chunk.toReadonlyArray(rows).map(({ cents, date }) => csvRow(date, cents)).join("")))
      )
    ),
    Stream.encodeText
  )

const healthBody = (report: HealthReport): typeof HealthBody.Type => ({
  status: report.status,
  database: { ok: report.database.ok, kind: report.database.kind, latency_ms: report.database.latencyMillis },
  scheduler: {
    ok: report.scheduler.ok,
    cutoff_time: formatCutoff(report.scheduler.cutoff),
    next_run: formatInstant(report.scheduler.nextRun),
    last_run: report.scheduler.lastRun === null ? null : formatInstant(report.scheduler.lastRun),
    last_result: report.scheduler.lastResult
  },
  time_zone: { name: DateTime.zoneToString(report.now.zone), offset: DateTime.zonedOffsetIso(report.now) },
  server_now: formatInstant(report.now),
  notifications: {
    pending: report.notifications?.pending ?? 0,
    failed: report.notifications?.failed ?? 0,
    last_delivered_at: Views.instantOrNull(report.notifications?.lastDeliveredAt ?? null, report.now.zone)
  },
  missing_days: report.missingDays,
  problems: report.problems,
  auto_import: report.autoImport,
  version
})

export const layer = HttpApiBuilder.group(Api, "dashboard", (handlers) =>
  Effect.gen(function*() {
    const clock = yield* ShopClock
    const config = yield* Config
    const ledger = yield* Ledger
    const audit = yield* AuditTrail
    const health = yield* Health

    const moment = Effect.gen(function*() {
      const settings = yield* config.current
      return { settings, moment: momentOf(yield* clock.now, settings.cutoff), book: yield* ledger.book }
    })

    return handlers
      .handle("metrics", () =>
        Effect.map(moment, ({ book, moment, settings }) => Views.metrics(Figures.dashboard(book, moment), moment, settings)))
      .handle("series7", ({ urlParams }) =>
        Effect.gen(function*() {
          const { book, moment: at } = yield* moment
          return Figures.series(book, at, urlParams.days, yield* ledger.generator).map(Views.seriesPoint)
        }))
      .handle("revenue", ({ urlParams }) =>
        Effect.map(moment, ({ book, moment }) => Figures.revenue(book, moment.today, urlParams.days).map(Views.revenueDay)))
      .handleRaw("audit", ({ urlParams }) =>
        Effect.map(clock.now, (now) => {
          const since = startOfDay(addDays(dateOf(now), 1 - urlParams.days), clock.zone)
          const entries = Stream.map(audit.since(since.epochMillis), (record) => Views.auditEntry(record, clock.zone))
          return HttpServerResponse.stream(jsonArray(entries), { contentType: "application/json" })
        }))
      .handle("health", () =>
        Effect.flatMap(health.report, (report) =>
          report.status === "down" ? Effect.fail(healthBody(report)) : Effect.succeed(healthBody(report))))
      .handleRaw("export", ({ urlParams }) =>
        Effect.map(ledger.book, ({ days }) =>
          HttpServerResponse.stream(csvText(days.filter(({ isFinal }) => isFinal), urlParams.bom), {
            contentType: "text/csv; charset=utf-8",
            headers: { "content-disposition": "attachment; filename=\"turnover.csv\"" }
          })))
      .handleRaw("events", () => eventStream)
  }))
