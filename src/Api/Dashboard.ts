import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { AuditAction } from "../Domain/Audit.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { Source } from "../Domain/Turnover.ts"
import { Internal, InvalidRequest, TooManyStreams, Unavailable } from "./Errors.ts"
import { flag, wholeNumberOr } from "./Query.ts"

const Yuan = Schema.Number.annotations({ description: "yuan, at most two decimals", examples: [3629.76] })
const Instant = Schema.String.annotations({
  description: "ISO 8601 to the second, with the UTC offset of the shop's zone",
  examples: ["2025-12-09T13:14:40+08:00"]
})

const DayFigure = Schema.Struct({
  date: LocalDate,
  amount: Schema.NullOr(Yuan).annotations({ description: "null unless the day is final" }),
  source: Schema.NullOr(Source).annotations({ description: "where the amount comes from" })
})

const PeriodTotal = Schema.Struct({
  start: LocalDate,
  end: LocalDate,
  total: Yuan.annotations({ description: "sum of the final days from start to end" })
})

export const Metrics = Schema.Struct({
  shop_name: Schema.String,
  server_now: Instant,
  time_zone: Schema.String,
  cutoff_hour: Schema.Int,
  cutoff_time: Schema.String.annotations({ description: "HH:MM", examples: ["13:18"] }),
  next_cutoff: Instant,
  as_of: LocalDate.annotations({ description: "the day that counts last" }),
  today: Schema.Struct({
    date: LocalDate,
    weekday: Schema.String.annotations({ examples: ["周二"] }),
    amount: Schema.NullOr(Yuan).annotations({ description: "a number once the cutoff is past and the day is final" }),
    is_final: Schema.Boolean,
    source: Schema.NullOr(Source)
  }),
  yesterday: DayFigure,
  day_before: DayFigure,
  this_week: PeriodTotal,
  last_week: PeriodTotal,
  this_month: PeriodTotal,
  comparisons: Schema.Struct({
    same_weekday_last_week: DayFigure,
    last_week_to_same_day: PeriodTotal,
    last_month_to_same_day: PeriodTotal
  }).annotations({ description: "what the running figures are held against" })
}).annotations({ identifier: "Metrics" })

export const SeriesPoint = Schema.Struct({
  date: LocalDate,
  amount: Yuan,
  estimated: Schema.Boolean.annotations({ description: "true where the day is not final: the amount a generator would give" }),
  source: Schema.NullOr(Source)
}).annotations({ identifier: "SeriesPoint" })

export const RevenueDay = Schema.Struct({
  date: LocalDate,
  amount: Yuan,
  is_final: Schema.Literal(true),
  source: Source
}).annotations({ identifier: "RevenueDay" })

export const AuditEntry = Schema.Struct({
  id: Schema.Int,
  created_at: Instant,
  date: LocalDate,
  action: AuditAction,
  amount_before: Schema.NullOr(Yuan),
  amount_after: Yuan,
  source: Source,
  reason: Schema.String,
  actor: Schema.String,
  hash: Schema.String.annotations({ description: "SHA-256 over the previous hash and this record" })
}).annotations({ identifier: "AuditEntry" })

export const Health = Schema.Struct({
  status: Schema.Literal("ok", "degraded", "down"),
  database: Schema.Struct({ ok: Schema.Boolean, kind: Schema.String, latency_ms: Schema.NullOr(Schema.Number) }),
  scheduler: Schema.Struct({
    ok: Schema.Boolean,
    cutoff_time: Schema.String,
    next_run: Instant,
    last_run: Schema.NullOr(Instant),
    last_result: Schema.String
  }),
  time_zone: Schema.Struct({ name: Schema.String, offset: Schema.String }),
  server_now: Instant,
  notifications: Schema.Struct({
    pending: Schema.Int,
    failed: Schema.Int,
    last_delivered_at: Schema.NullOr(Instant)
  }),
  missing_days: Schema.Array(LocalDate).annotations({ description: "past days without a record, of the last 31; never invented" }),
  future_days: Schema.Array(LocalDate).annotations({ description: "days that are stored although they have not come, the first 31: the clock was ahead" }),
  future_backups: Schema.Array(LocalDate).annotations({ description: "daily backups that are dated in the future, the first 31" }),
  problems: Schema.Array(Schema.String).annotations({ description: "why the status is not ok, a sentence each" }),
  auto_import: Schema.NullOr(Schema.Struct({ ok: Schema.Boolean, detail: Schema.String })),
  version: Schema.String
}).annotations({ identifier: "Health" })

export const minSeriesDays = 7
export const maxSeriesDays = 90
export const defaultSeriesDays = 7
export const maxHistoryDays = 3660
export const defaultHistoryDays = 30

const days = (fallback: number, min: number, max: number) =>
  Schema.Struct({ days: wholeNumberOr(fallback, { min, max, description: "calendar days" }) })

/** What the dashboard reads; no credential. */
export const DashboardGroup = HttpApiGroup.make("dashboard", { topLevel: true })
  .add(
    HttpApiEndpoint.get("metrics", "/api/metrics")
      .addSuccess(Metrics)
      .annotate(OpenApi.Summary, "The figures of the dashboard")
      .annotate(OpenApi.Description, "Today, yesterday, the day before, this week, last week and this month. Totals hold final days only.")
  )
  .add(
    HttpApiEndpoint.get("series7", "/api/series7")
      .setUrlParams(days(defaultSeriesDays, minSeriesDays, maxSeriesDays))
      .addSuccess(Schema.Array(SeriesPoint))
      .addError(InvalidRequest)
      .annotate(OpenApi.Summary, "One point a day, oldest first")
      .annotate(OpenApi.Description, "Ends at yesterday until today is settled. A day that is not final is estimated.")
  )
  .add(
    HttpApiEndpoint.get("revenue", "/api/revenue")
      .setUrlParams(days(defaultHistoryDays, 1, maxHistoryDays))
      .addSuccess(Schema.Array(RevenueDay))
      .addError(InvalidRequest)
      .addError(Unavailable)
      .annotate(OpenApi.Summary, "The final days of the last calendar days, oldest first")
      .annotate(OpenApi.Description, "A window of N calendar days that ends today; days that are not final are left out.")
  )
  .add(
    HttpApiEndpoint.get("audit", "/api/audit")
      .setUrlParams(days(defaultHistoryDays, 1, maxHistoryDays))
      .addSuccess(Schema.Array(AuditEntry))
      .addError(InvalidRequest)
      .addError(Unavailable)
      .annotate(OpenApi.Summary, "Every generation, finalization, correction and import, newest first")
      .annotate(OpenApi.Description, "By the day on which it was written. Append-only and chained by hash, so that an altered history shows.")
  )
  .add(
    HttpApiEndpoint.get("health", "/api/health")
      .addSuccess(Health)
      .addError(Health.annotations(HttpApiSchema.annotations({ status: 503, description: "The database or the scheduler does not work." })))
      .annotate(OpenApi.Summary, "Whether the service works")
      .annotate(OpenApi.Description, "200 for ok and degraded (a person should look), 503 for down.")
  )
  .add(
    HttpApiEndpoint.get("export", "/api/export")
      .setUrlParams(Schema.Struct({ bom: flag("start with a byte order mark, for Excel") }))
      .addSuccess(HttpApiSchema.Text({ contentType: "text/csv" }).annotations({ examples: ["date,amount\r\n2025-12-09,3629.76\r\n"] }))
      .addError(InvalidRequest)
      .addError(Unavailable)
      .annotate(OpenApi.Summary, "Final turnover as CSV")
      .annotate(OpenApi.Description, "UTF-8, header date,amount, CRLF, two decimals, oldest first. Importing it changes nothing.")
  )
  .add(
    HttpApiEndpoint.get("events", "/api/events")
      .addSuccess(HttpApiSchema.Text({ contentType: "text/event-stream" })
        .annotations({ examples: ["retry: 3000\n\ndata: {\"type\":\"tick\",\"server_now\":\"2025-12-09T13:14:40+08:00\"}\n\n"] }))
      .addError(TooManyStreams)
      .annotate(OpenApi.Summary, "Server-sent events")
      .annotate(OpenApi.Description, "A tick at once and every 30 seconds; force_refresh at minutes 0 and 1 of every hour and whenever a figure changes.")
  )
  .addError(Internal)
