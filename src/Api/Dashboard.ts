import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { expecting } from "../Domain/Fault.ts"
import { Admitted, operation, ServedReady } from "./Access.ts"
import { AuditEntry } from "./Audit.ts"
import { Day, DayList } from "./Day.ts"
import { Internal, InvalidRequest, TooManyStreams, Unavailable } from "./Errors.ts"
import {
  defaultHistoryDays,
  defaultSeriesDays,
  maxHistoryDays,
  maxSeriesDays,
  Metrics,
  minSeriesDays,
  RevenueDay,
  SeriesPoint
} from "./Figures.ts"
import { Health, HealthSummary, whenDown } from "./Health.ts"
import { pathPeriod, Report } from "./Report.ts"
import { flag, queryDate, storedDate, wholeNumberOr } from "./Values.ts"

const daysParam = (fallback: number, min: number, max: number) =>
  Schema.Struct({ days: wholeNumberOr(fallback, { min, max, description: "calendar days" }) })

/** The endpoints that the dashboard reads. In an open service they need no credential. */
const BookRange = Schema.Struct({
  from: queryDate("the first day"),
  to: queryDate("the last day"),
  lang: Schema.optional(
    Schema.Literal("zh", "en").annotations({
      ...expecting("one_of", "one of zh en", { names: "zh en" }),
      description: "the language of its words; by default the shop's"
    })
  )
}).annotations({ parseOptions: { errors: "all" } })

export const DashboardGroup = HttpApiGroup.make("dashboard", { topLevel: true })
  .add(
    HttpApiEndpoint.get("metrics", "/api/metrics")
      .addSuccess(Metrics)
      .annotate(ServedReady, true)
      .annotateContext(
        operation("view", "The figures of the dashboard",
          "Today, yesterday, the day before, this week, last week and this month. Totals hold final days only.")
      )
  )
  .add(
    HttpApiEndpoint.get("series7", "/api/series7")
      .setUrlParams(daysParam(defaultSeriesDays, minSeriesDays, maxSeriesDays))
      .addSuccess(Schema.Array(SeriesPoint))
      .addError(InvalidRequest)
      .annotate(ServedReady, true)
      .annotateContext(
        operation("view", "One point a day, oldest first",
          "The last point is yesterday until today is settled. A day that is not final has an estimate.")
      )
  )
  .add(
    HttpApiEndpoint.get("revenue", "/api/revenue")
      .setUrlParams(daysParam(defaultHistoryDays, 1, maxHistoryDays))
      .addSuccess(Schema.Array(RevenueDay))
      .addError(InvalidRequest)
      .addError(Unavailable)
      .annotate(ServedReady, true)
      .annotateContext(
        operation("view", "The final days of the last calendar days, oldest first",
          "The last N calendar days, today included; days that are not final are left out.")
      )
  )
  .add(
    HttpApiEndpoint.get("audit", "/api/audit")
      .setUrlParams(daysParam(defaultHistoryDays, 1, maxHistoryDays))
      .addSuccess(Schema.Array(AuditEntry))
      .addError(InvalidRequest)
      .addError(Unavailable)
      .annotateContext(
        operation("view", "Every change of a day, newest first",
          "Of the days on which the changes were made. Records are only appended, and each has a hash over the one before, so that a changed record is noticed.")
      )
  )
  .add(
    HttpApiEndpoint.get("days", "/api/days")
      .setUrlParams(
        Schema.Struct({ from: queryDate("the first day"), to: queryDate("the last day") }).annotations({ parseOptions: { errors: "all" } })
      )
      .addSuccess(DayList)
      .addError(InvalidRequest)
      .addError(Unavailable)
      .annotateContext(
        operation("view", "Every calendar day of a range, oldest first",
          "At most 3660 days, up to 31 days after today. A day without a record has amount null; there are no estimates.")
      )
  )
  .add(
    HttpApiEndpoint.get("day", "/api/days/:date")
      .setPath(Schema.Struct({ date: storedDate }))
      .addSuccess(Day)
      .addError(InvalidRequest)
      .annotateContext(
        operation("view", "One day: its record, note, audit and messages",
          "A day without a record has amount null; a day to come may have a mark.")
      )
  )
  .add(
    HttpApiEndpoint.get("report", "/api/reports/:period")
      .setPath(Schema.Struct({ period: pathPeriod }))
      .addSuccess(Report)
      .addError(InvalidRequest)
      .annotateContext(
        operation("view", "What a week or a month has come to",
          "A period that is not over is reported up to the last day that counts. Only counted days are in the mean and can be the best or worst day.")
      )
  )
  .add(
    HttpApiEndpoint.get("health", "/api/health")
      .addSuccess(Health)
      .addSuccess(HealthSummary)
      .addError(whenDown(Health, "Health"))
      .addError(whenDown(HealthSummary, "HealthSummary"))
      .annotateContext(operation("nothing", "Whether the service works", "200 for ok and degraded (a person should look), 503 for down."))
  )
  .add(
    HttpApiEndpoint.get("workbook", "/api/days.xlsx")
      .setUrlParams(BookRange)
      .addSuccess(HttpApiSchema.Uint8Array({ contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" }))
      .addError(InvalidRequest)
      .addError(Unavailable)
      .annotateContext(
        operation("view", "The days of a range as a workbook",
          "A sheet of days and one of months: amount, state, note, who and when, and what the month's report had if it was changed since.")
      )
  )
  .add(
    HttpApiEndpoint.get("daysCsv", "/api/days.csv")
      .setUrlParams(BookRange)
      .addSuccess(HttpApiSchema.Text({ contentType: "text/csv" }))
      .addError(InvalidRequest)
      .addError(Unavailable)
      .annotateContext(
        operation("view", "The days of a range as CSV, as the shop's spreadsheets read it",
          "The columns of the workbook, with a byte order mark; where the shop's locale has a decimal comma, fields are separated by semicolons.")
      )
  )
  .add(
    HttpApiEndpoint.get("export", "/api/export")
      .setUrlParams(Schema.Struct({
        bom: flag("start with a byte order mark, for Excel"),
        source: Schema.optional(
          Schema.Literal("always", "generated").annotations({
            ...expecting("one_of", "one of always generated", { names: "always generated" }),
            description: "adds the column source: always, or only if one of the days was generated"
          })
        )
      }).annotations({ parseOptions: { errors: "all" } }))
      .addSuccess(HttpApiSchema.Text({ contentType: "text/csv" }).annotations({ examples: ["date,amount\r\n2025-12-09,3629.76\r\n"] }))
      .addError(InvalidRequest)
      .addError(Unavailable)
      .annotateContext(
        operation("view", "Final turnover as CSV",
          "UTF-8, header date,amount, CRLF, two decimals, oldest first. Importing it changes nothing.")
      )
  )
  .add(
    HttpApiEndpoint.get("events", "/api/events")
      .addSuccess(HttpApiSchema.Text({ contentType: "text/event-stream" })
        .annotations({ examples: ["retry: 3000\n\ndata: {\"type\":\"tick\",\"server_now\":\"2025-12-09T13:14:40+08:00\"}\n\n"] }))
      .addError(TooManyStreams)
      .annotate(ServedReady, true)
      .annotateContext(
        operation("view", "Server-sent events",
          "A tick at once and every 30 seconds; force_refresh at minutes 0 and 1 of every hour; change whenever a figure changes, at a cutoff and on a reload. Comments come in between: if nothing comes for two seconds, the connection is lost.")
      )
  )
  .addError(Internal)
  .middleware(Admitted)
