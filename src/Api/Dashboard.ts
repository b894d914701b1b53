import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { AuditAction } from "../Domain/Audit.ts"
import { HealthProblemCode, StartImportCode } from "../Domain/HealthProblem.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { RunResult } from "../Domain/RunResult.ts"
import { Source } from "../Domain/Turnover.ts"
import { Internal, InvalidRequest, TooManyStreams, Unavailable } from "./Errors.ts"
import { DeliveredBy, NotificationKind, NotificationState } from "./Notification.ts"
import { flag, pathDate, wholeNumberOr } from "./Query.ts"

const Yuan = Schema.Number.annotations({ description: "yuan, at most two decimals", examples: [3629.76] })
const Instant = Schema.String.annotations({
  description: "ISO 8601 to the second, with the UTC offset of the shop's zone",
  examples: ["2025-12-09T13:14:40+08:00"]
})

const DayFigure = Schema.Struct({
  date: LocalDate,
  amount: Schema.NullOr(Yuan).annotations({ description: "null unless the day is final" }),
  source: Schema.NullOr(Source).annotations({ description: "where the amount comes from" }),
  closed: Schema.Boolean.annotations({ description: "the shop was closed" })
})

const Window = Schema.Struct({
  start: LocalDate,
  end: LocalDate,
  total: Yuan.annotations({ description: "sum of the final days from start to end" }),
  days: Schema.Int.annotations({ description: "calendar days of it that are over; today is one from its settlement on" }),
  final_days: Schema.Int,
  generated_days: Schema.Int.annotations({ description: "those of the final days that nobody counted" }),
  closed_days: Schema.Int.annotations({ description: "from the first record on" }),
  missing: Schema.Array(LocalDate).annotations({
    description: "days without a final record, from the first record on, closed days left out"
  })
})

const Comparison = Schema.Struct({
  days_compared: Schema.Int,
  current: Schema.NullOr(Yuan),
  previous: Schema.NullOr(Yuan),
  basis: Schema.Literal("counted", "generated").annotations({
    description: "counted: only days that were counted or imported; generated: only generated ones, where the last 14 final days all are"
  })
}).annotations({
  identifier: "Comparison",
  description: "Sums over matching days alone: both of a pair are final and of the same basis. null when no pair is there."
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
    source: Schema.NullOr(Source),
    closed: Schema.Boolean,
    note: Schema.String,
    entered: Schema.NullOr(Schema.Struct({
      amount: Yuan,
      source: Source,
      is_final: Schema.Boolean,
      at: Schema.NullOr(Instant),
      by: Schema.NullOr(Schema.String)
    })).annotations({ description: "today's record before the cutoff; null without one, and from the cutoff on" })
  }),
  yesterday: DayFigure,
  day_before: DayFigure,
  this_week: Window,
  last_week: Window,
  this_month: Window,
  comparisons: Schema.Struct({
    same_weekday_last_week: Comparison,
    same_weekday_mean4: Comparison,
    same_weekday_52_weeks: Comparison,
    week_to_date: Comparison,
    month_to_date: Comparison,
    month_to_date_last_year: Comparison
  }).annotations({ description: "as of the day that counts last; days_compared of the mean are the weekdays it is made of" }),
  generated_only: Schema.Boolean.annotations({ description: "the last 14 final days, or as many as there are, were all generated" }),
  best_weekday: Schema.Boolean.annotations({ description: "the as-of day is the best counted one of its weekday in eight weeks" })
}).annotations({ identifier: "Metrics" })

export const SeriesPoint = Schema.Struct({
  date: LocalDate,
  amount: Yuan,
  estimated: Schema.Boolean.annotations({ description: "true where the day is not final: the amount a generator would give" }),
  source: Schema.NullOr(Source),
  recorded: Schema.Boolean.annotations({ description: "whether the day has a record; one that is not final is estimated all the same" }),
  closed: Schema.Boolean,
  note: Schema.String,
  last_week: Schema.NullOr(Yuan).annotations({ description: "a week before, where that day can be compared" }),
  mean4: Schema.NullOr(Yuan).annotations({ description: "mean of those of the last four same weekdays that can be compared" })
}).annotations({ identifier: "SeriesPoint" })

export const RevenueDay = Schema.Struct({
  date: LocalDate,
  amount: Yuan,
  is_final: Schema.Literal(true),
  source: Source
}).annotations({ identifier: "RevenueDay" })

/** What a record means to a reader: a correction enters, corrects or confirms. */
export const AuditKind = Schema.Literal(
  "generated",
  "finalized",
  "entered",
  "corrected",
  "confirmed",
  "imported",
  "withdrawn",
  "closed",
  "opened",
  "noted"
)

export const AuditEntry = Schema.Struct({
  id: Schema.Int,
  created_at: Instant,
  date: LocalDate,
  action: AuditAction,
  amount_before: Schema.NullOr(Yuan),
  amount_after: Schema.NullOr(Yuan).annotations({ description: "null where the record sets no amount" }),
  source: Schema.NullOr(Source).annotations({ description: "of the amount that is set or withdrawn" }),
  kind: AuditKind,
  reason: Schema.String,
  actor: Schema.String,
  hash: Schema.String.annotations({ description: "SHA-256 over the previous hash and this record" })
}).annotations({ identifier: "AuditEntry" })

const params = Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Number) }).annotations({
  description: "what the sentence names"
})

export const Health = Schema.Struct({
  status: Schema.Literal("ok", "degraded", "down"),
  database: Schema.Struct({ ok: Schema.Boolean, kind: Schema.String, latency_ms: Schema.NullOr(Schema.Number) }),
  scheduler: Schema.Struct({
    ok: Schema.Boolean,
    cutoff_time: Schema.String,
    next_run: Instant,
    last_run: Schema.NullOr(Instant),
    last_result: RunResult
  }),
  time_zone: Schema.Struct({ name: Schema.String, offset: Schema.String }),
  server_now: Instant,
  notifications: Schema.Struct({
    pending: Schema.Int,
    failed: Schema.Int,
    last_delivered_at: Schema.NullOr(Instant)
  }),
  missing_days: Schema.Array(LocalDate).annotations({ description: "past days without a record, of the last 31; never invented" }),
  future_days: Schema.Array(LocalDate).annotations({
    description: "days that are stored although they have not come, the first 31: the clock was ahead"
  }),
  future_backups: Schema.Array(LocalDate).annotations({ description: "daily backups that are dated in the future, the first 31" }),
  problems: Schema.Array(Schema.Struct({ code: HealthProblemCode, params, message: Schema.String })).annotations({
    description: "why the status is not ok: a stable code with its parameters, and a sentence"
  }),
  auto_import: Schema.NullOr(Schema.Struct({ ok: Schema.Boolean, code: StartImportCode, params, detail: Schema.String })),
  admin_enabled: Schema.Boolean.annotations({ description: "whether ADMIN_TOKEN is set, so that the admin endpoints are open" }),
  version: Schema.String
}).annotations({ identifier: "Health" })

export const minSeriesDays = 7
export const maxSeriesDays = 90
export const defaultSeriesDays = 7
export const maxHistoryDays = 3660
export const defaultHistoryDays = 30

const days = (fallback: number, min: number, max: number) =>
  Schema.Struct({ days: wholeNumberOr(fallback, { min, max, description: "calendar days" }) })

/** Everything about one day. */
export const Day = Schema.Struct({
  date: LocalDate,
  weekday: Schema.String,
  amount: Schema.NullOr(Yuan).annotations({ description: "of the record; null without one" }),
  is_final: Schema.Boolean,
  source: Schema.NullOr(Source),
  at: Schema.NullOr(Instant).annotations({ description: "when the record was last changed" }),
  by: Schema.NullOr(Schema.String).annotations({ description: "who changed it last" }),
  closed: Schema.Boolean,
  note: Schema.String,
  last_week: Schema.NullOr(Yuan),
  mean4: Schema.NullOr(Yuan),
  audit: Schema.Array(AuditEntry).annotations({ description: "newest first" }),
  messages: Schema.Array(Schema.Struct({
    id: Schema.Int,
    created_at: Instant,
    kind: NotificationKind,
    amount: Schema.NullOr(Yuan),
    state: NotificationState,
    delivered_at: Schema.NullOr(Instant),
    delivered_by: DeliveredBy
  })).annotations({ description: "newest first" })
}).annotations({ identifier: "Day" })

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
      .annotate(OpenApi.Summary, "Every change of a day, newest first")
      .annotate(OpenApi.Description,
        "By the day on which it was written. Append-only and chained by hash, so that an altered history shows.")
  )
  .add(
    HttpApiEndpoint.get("day", "/api/days/:date")
      .setPath(Schema.Struct({ date: pathDate }))
      .addSuccess(Day)
      .addError(InvalidRequest)
      .annotate(OpenApi.Summary, "One day: its record, note, audit and messages")
      .annotate(OpenApi.Description, "A day without a record has amount null; a day to come may have a mark.")
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
      .annotate(OpenApi.Description,
        "A tick at once and every 30 seconds; force_refresh at minutes 0 and 1 of every hour and whenever a figure changes.")
  )
  .addError(Internal)
