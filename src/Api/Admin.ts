import { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSchema, HttpApiSecurity, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Amount, amountJsonSchema } from "../Domain/Amount.ts"
import { DayChange } from "../Domain/DayChange.ts"
import { expecting } from "../Domain/Expectation.ts"
import { AcceptedDate, LocalDate } from "../Domain/LocalDate.ts"
import { textOf } from "../Domain/Text.ts"
import { Source } from "../Domain/Turnover.ts"
import { Attempt, TimedAttempt } from "./Attempt.ts"
import * as Problem from "./Errors.ts"
import { DeliveredBy, NotificationKind, NotificationState } from "./Notification.ts"
import { flag, pathDate, queryText, wholeNumber, wholeNumberOr } from "./Query.ts"

/** Lets a request with the right `X-Admin-Token` pass; decided before anything else of the request is read. */
export class AdminAccess extends HttpApiMiddleware.Tag<AdminAccess>()("AdminAccess", {
  failure: Schema.Union(Problem.Unauthorized, Problem.AdminDisabled, Problem.TooManyAttempts),
  security: {
    adminToken: HttpApiSecurity.apiKey({ in: "header", key: "x-admin-token" })
  }
}) {}

const reason = textOf(200)
const actor = textOf(64)

const Done = Schema.Struct({ ok: Schema.Literal(true) })

const onDate = Schema.Struct({ date: pathDate })

/** A client's own name for one request: repeated within 24 hours it gets the first one's answer. */
const idempotencyKey = Schema.Struct({
  "idempotency-key": Schema.optionalWith(
    Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{1,255}$/)).annotations({
      ...expecting("idempotency_key", "1 to 255 printable ASCII characters without spaces"),
      jsonSchema: {
        type: "string",
        minLength: 1,
        maxLength: 255,
        description: "a repeated request gets the first one's answer, for 24 hours"
      }
    }),
    { exact: true }
  )
})

/** The body of a withdrawal; reason and actor may stand in the query as well, for clients that send no body here. */
export const Withdrawal = Schema.Struct({
  reason: Schema.optionalWith(reason, { exact: true }),
  actor: Schema.optionalWith(actor, { exact: true })
}).annotations({
  identifier: "Withdrawal",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["reason"],
    properties: {
      reason: { type: "string", minLength: 1, maxLength: 200 },
      actor: { type: "string", maxLength: 64, default: "admin" }
    },
    example: { reason: "entered for the wrong day", actor: "Li" }
  }
})

/** The body of a day's mark; what is omitted stays as it is. */
export const DayMark = Schema.Struct({
  closed: Schema.optionalWith(Schema.Boolean.annotations(expecting("truth", "true or false")), { exact: true }),
  note: Schema.optionalWith(reason, { exact: true }),
  actor: Schema.optionalWith(actor, { exact: true, default: () => "admin" })
}).annotations({
  identifier: "DayMark",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    properties: {
      closed: { type: "boolean" },
      note: { type: "string", maxLength: 200 },
      actor: { type: "string", maxLength: 64, default: "admin" }
    },
    example: { closed: true, note: "春节" }
  }
})

/** The body of a correction. */
export const Correction = Schema.Struct({
  date: AcceptedDate,
  amount: Amount,
  reason: Schema.optionalWith(reason, { exact: true, default: () => "" }),
  actor: Schema.optionalWith(actor, { exact: true, default: () => "admin" })
}).annotations({
  identifier: "Correction",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["date", "amount"],
    properties: {
      date: { type: "string", format: "date" },
      amount: amountJsonSchema,
      reason: { type: "string", maxLength: 200, default: "" },
      actor: { type: "string", maxLength: 64, default: "admin" }
    },
    example: { date: "2025-12-09", amount: 3629.76, reason: "till recounted", actor: "Li" }
  }
})

/** The optional body of a test push; what is omitted is today, its stored amount or 0, and a fixed reason. */
export const TestPush = Schema.Struct({
  date: Schema.optionalWith(AcceptedDate, { exact: true }),
  amount: Schema.optionalWith(Amount, { exact: true }),
  reason: Schema.optionalWith(reason, { exact: true })
}).annotations({
  identifier: "TestPush",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    properties: {
      date: { type: "string", format: "date" },
      amount: amountJsonSchema,
      reason: { type: "string", maxLength: 200 }
    },
    example: { reason: "测试推送" }
  }
})

const Pushed = Schema.Struct({
  ok: Schema.Literal(true),
  pushed: Schema.Struct({ date: LocalDate, amount: Schema.Number, reason: Schema.String }),
  attempts: Schema.Array(Attempt).annotations({ description: "every format that was tried, the delivered one last" })
})

const column = (what: string) =>
  Schema.optionalWith(
    Schema.NonEmptyString.pipe(Schema.maxLength(200)).annotations({
      ...expecting("column_name", "a name of 1 to 200 characters", { max: 200 }),
      jsonSchema: {
        type: "string",
        minLength: 1,
        maxLength: 200,
        description: `${what}: its name in the header, or its position from 1`
      }
    }),
    { exact: true }
  )

const Imported = Schema.Struct({
  ok: Schema.Literal(true),
  imported: Schema.Int.annotations({ description: "rows of the file" }),
  new: Schema.Int,
  changed: Schema.Int,
  unchanged: Schema.Int,
  skipped: Schema.Array(Schema.Struct({
    line: Schema.Int,
    reason: Schema.Literal("title", "total"),
    value: Schema.String,
    total: Schema.NullOr(Schema.Number),
    sum: Schema.NullOr(Schema.Number),
    message: Schema.String
  })).annotations({ description: "rows that are left out: titles above the header, a total below the days; `sum` is that of the days" }),
  dry_run: Schema.optional(Schema.Literal(true)),
  rows: Schema.optional(Schema.Array(Schema.Struct({
    date: LocalDate,
    amount: Schema.Number,
    before: Schema.NullOr(Schema.Number),
    change: Schema.Literal("new", "changed", "unchanged")
  }))).annotations({ description: "of a dry run, the first 1000 rows" })
})

const ReloadedCutoff = Schema.Struct({
  ok: Schema.Literal(true),
  cutoff_time: Schema.String,
  previous_cutoff_time: Schema.String,
  changed: Schema.Array(Schema.String).annotations({ description: "keys of the configuration file whose value has changed" })
})

const Notification = Schema.Struct({
  id: Schema.Int,
  created_at: Schema.String,
  kind: NotificationKind,
  date: Schema.NullOr(LocalDate),
  amount: Schema.NullOr(Schema.Number),
  source: Schema.NullOr(Source),
  before: Schema.NullOr(Schema.Number),
  reason: Schema.String,
  actor: Schema.String,
  state: NotificationState,
  failure: Schema.NullOr(Schema.String).annotations({ description: "why it was given up, and what to fix" }),
  next_attempt_at: Schema.NullOr(Schema.String),
  delivered_at: Schema.NullOr(Schema.String),
  delivered_format: Schema.NullOr(Schema.Literal("card", "post", "text")),
  delivered_by: DeliveredBy,
  attempts: Schema.Array(TimedAttempt)
}).annotations({ identifier: "Notification" })

const Notifications = Schema.Struct({
  items: Schema.Array(Notification),
  next: Schema.NullOr(Schema.Int).annotations({ description: "`before` of the next page; null on the last" }),
  counts: Schema.Struct({ pending: Schema.Int, delivered: Schema.Int, failed: Schema.Int })
})

const AuditVerification = Schema.Struct({
  ok: Schema.Boolean,
  records: Schema.Int,
  first_broken_id: Schema.NullOr(Schema.Int)
})

/** What only the holder of the admin token may do. */
export const AdminGroup = HttpApiGroup.make("admin", { topLevel: true })
  .add(
    HttpApiEndpoint.put("correct", "/turnover")
      .setPayload(Correction)
      .setHeaders(idempotencyKey)
      .addSuccess(Done)
      .addError(Problem.DateInFuture)
      .addError(Problem.IdempotencyKeyReused)
      .addError(Problem.TooLarge)
      .addError(Problem.UnsupportedMediaType)
      .annotate(OpenApi.Summary, "Enter, correct or confirm a day")
      .annotate(OpenApi.Description, "Sets the amount of a date, makes it final, writes an audit record and sends a message to the chat.")
  )
  .add(
    HttpApiEndpoint.del("withdraw", "/turnover/:date")
      .setPath(onDate)
      .setUrlParams(Schema.Struct({
        reason: Schema.optionalWith(queryText(200, "why, where the body does not say it"), { exact: true }),
        actor: Schema.optionalWith(queryText(64, "who, where the body does not say it"), { exact: true })
      }).annotations({ parseOptions: { errors: "all" } }))
      .setPayload(Withdrawal)
      .setHeaders(idempotencyKey)
      .addSuccess(Schema.Struct({
        ok: Schema.Literal(true),
        withdrawn: Schema.Struct({ date: LocalDate, amount: Schema.NullOr(Schema.Number), source: Schema.NullOr(Source) })
      }))
      .addError(Problem.NotFound)
      .addError(Problem.IdempotencyKeyReused)
      .addError(Problem.TooLarge)
      .addError(Problem.UnsupportedMediaType)
      .annotate(OpenApi.Summary, "Withdraw a day's figure")
      .annotate(OpenApi.Description, "The day is then without a record; the audit keeps both, and the chat is told. A reason is required.")
  )
  .add(
    HttpApiEndpoint.put("markDay", "/days/:date")
      .setPath(onDate)
      .setPayload(DayMark)
      .setHeaders(idempotencyKey)
      .addSuccess(Schema.Struct({
        ok: Schema.Literal(true),
        change: DayChange.fields.change,
        closed: Schema.Boolean,
        note: Schema.String
      }))
      .addError(Problem.DateInFuture)
      .addError(Problem.DayHasFigure)
      .addError(Problem.IdempotencyKeyReused)
      .addError(Problem.TooLarge)
      .addError(Problem.UnsupportedMediaType)
      .annotate(OpenApi.Summary, "Mark a day closed, or note something about it")
      .annotate(OpenApi.Description,
        "Up to 366 days ahead. A closed day gets no amount and is not missing; a figure for it opens it again.")
  )
  .add(
    HttpApiEndpoint.post("testPush", "/test_push")
      .setPayload(TestPush)
      .addSuccess(Pushed)
      .addError(Problem.DateInFuture)
      .addError(Problem.TooLarge)
      .addError(Problem.UnsupportedMediaType)
      .addError(Problem.PushFailed)
      .annotate(OpenApi.Summary, "Send a test message")
      .annotate(OpenApi.Description, "Card, then rich post, then text, until one is delivered; 10 seconds at most. Nothing is stored.")
  )
  .add(
    HttpApiEndpoint.post("import", "/import")
      .setPayload(HttpApiSchema.Text({ contentType: "text/csv" }).annotations({ examples: ["date,amount\r\n2025-12-09,3629.76\r\n"] }))
      .setUrlParams(Schema.Struct({
        dry_run: flag("report what would happen, write nothing"),
        date_column: column("the column with the dates"),
        amount_column: column("the column with the amounts")
      }).annotations({ parseOptions: { errors: "all" } }))
      .addSuccess(Imported)
      .addError(Problem.InvalidRows)
      .addError(Problem.EmptyCsv)
      .addError(Problem.TooLarge)
      .addError(Problem.UnsupportedMediaType)
      .annotate(OpenApi.Summary, "Import days from CSV")
      .annotate(OpenApi.Description,
        "Two columns, date,amount, or those that date_column and amount_column name; UTF-8, GB18030, UTF-16 or the charset named in Content-Type. All rows or none.")
  )
  .add(
    HttpApiEndpoint.get("logs", "/logs")
      .setUrlParams(Schema.Struct({ lines: wholeNumberOr(200, { min: 1, max: 5000, description: "how many of the last lines" }) }))
      .addSuccess(Schema.Struct({ lines: Schema.Array(Schema.String) }))
      .addError(Problem.Unavailable)
      .annotate(OpenApi.Summary, "The last lines of the application log, newest last")
      .annotate(OpenApi.Description, "One JSON object a line; pushes with their status and an excerpt of the answer.")
  )
  .add(
    HttpApiEndpoint.post("reloadCutoff", "/reload_cutoff")
      .addSuccess(ReloadedCutoff)
      .addError(Problem.InvalidConfig)
      .annotate(OpenApi.Summary, "Read the configuration file again")
      .annotate(OpenApi.Description, "All of it or nothing; registers the daily trigger again and runs one settlement check.")
  )
  .add(
    HttpApiEndpoint.get("notifications", "/notifications")
      .setUrlParams(Schema.Struct({
        state: Schema.optionalWith(
          NotificationState.annotations({
            ...expecting("one_of", "one of pending delivered failed", { names: "pending delivered failed" }),
            description: "only messages in this state"
          }),
          { exact: true }
        ),
        before: Schema.optionalWith(wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER, description: "older than this id" }), {
          exact: true
        }),
        limit: wholeNumberOr(50, { min: 1, max: 200, description: "how many" })
      }).annotations({ parseOptions: { errors: "all" } }))
      .addSuccess(Notifications)
      .addError(Problem.Unavailable)
      .annotate(OpenApi.Summary, "Messages to the chat, newest first, with every attempt")
      .annotate(OpenApi.Description, "What was sent, is waiting, or failed and why.")
  )
  .add(
    HttpApiEndpoint.post("resend", "/notifications/:id/resend")
      .setPath(Schema.Struct({ id: wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER, description: "id of the message" }) }))
      .addSuccess(Done)
      .addError(Problem.NotFound)
      .annotate(OpenApi.Summary, "Send a message again")
      .annotate(OpenApi.Description, "Starts over with the card; earlier attempts are kept.")
  )
  .add(
    HttpApiEndpoint.get("verifyAudit", "/audit/verify")
      .addSuccess(AuditVerification)
      .annotate(OpenApi.Summary, "Whether the audit chain holds")
      .annotate(OpenApi.Description, "Recomputes every hash; names the first record that does not follow from the one before.")
  )
  .addError(Problem.InvalidRequest)
  .addError(Problem.Internal)
  .middleware(AdminAccess)
  .prefix("/api/admin")
