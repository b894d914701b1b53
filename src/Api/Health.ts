import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { HealthProblemCode, StartImportCode } from "../Codes/HealthProblem.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { RunResult } from "../Domain/Settlement.ts"
import { SourceFaultCode } from "./Trials.ts"
import { Instant, Yuan } from "./Values.ts"

const params = Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Number) }).annotations({
  description: "what the sentence names"
})

const status = Schema.Literal("ok", "degraded", "down")

export const Health = Schema.Struct({
  status,
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
    last_delivered_at: Schema.NullOr(Instant),
    chats: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        kind: Schema.NullOr(Schema.String).annotations({
          description:
            "the chat product, as in `chat_kind`; null where messages are printed, and for a chat that the settings no longer have"
        }),
        pending: Schema.Int,
        failed: Schema.Int,
        last_delivered_at: Schema.NullOr(Instant),
        unsent: Schema.Boolean.annotations({
          description: "whether it has refused messages, or has taken none for five minutes while some wait"
        }),
        muted_until: Schema.NullOr(Instant).annotations({ description: "the bot accepts nothing until then, because too much was sent" })
      })
    ).annotations({ description: "each chat of the settings, and other chats that have waiting or failed messages" })
  }),
  source: Schema.Struct({
    kind: Schema.Literal("range", "none", "command").annotations({ description: "the kind of amount_source" }),
    last_asked_at: Schema.NullOr(Instant).annotations({ description: "when this process last asked; null if another one asks, or none" }),
    last_answer: Schema.NullOr(Schema.Struct({ date: LocalDate, amount: Yuan })).annotations({ description: "its newest figure" }),
    last_fault: Schema.NullOr(Schema.Struct({
      date: LocalDate,
      code: SourceFaultCode,
      params: Schema.optional(params).annotations({
        description: "with the program's sentence; left out for a reader without the role `manager`"
      }),
      at: Instant
    })).annotations({ description: "why the newest question has no figure; null if it has one" }),
    next_ask_at: Schema.NullOr(Instant).annotations({ description: "when it is asked next; null if that is not today" })
  }),
  missing_days: Schema.Array(LocalDate).annotations({ description: "past days without a record, of the last 31; never invented" }),
  awaiting: Schema.Array(
    Schema.Struct({
      date: LocalDate,
      since: Instant.annotations({ description: "the day's cutoff" }),
      reason: Schema.Literal("not_entered", "asked", "unanswered").annotations({
        description: "why there is no figure: nobody has entered it, its source is still asked, or was asked in vain"
      })
    })
  ).annotations({ description: "days past their cutoff that await a figure, because `amount_source` generates none" }),
  problems: Schema.Array(Schema.Struct({ code: HealthProblemCode, params, message: Schema.String })).annotations({
    description: "why the status is not ok: a stable code with its parameters, and a sentence"
  }),
  auto_import: Schema.NullOr(Schema.Struct({ ok: Schema.Boolean, code: StartImportCode, params, detail: Schema.String })),
  admin_enabled: Schema.Boolean.annotations({ description: "whether ADMIN_TOKEN is set, so that the admin endpoints are open" }),
  version: Schema.String
}).annotations({ identifier: "Health", description: "the whole report, where the figures may be read" })

export const HealthSummary = Schema.Struct({ status, version: Schema.String }).annotations({
  identifier: "HealthSummary",
  description: "what a private service shows without the role view"
})

/** The body of the status 503, which has the same members. */
export const whenDown = <A, I>(form: Schema.Schema<A, I>, identifier: "Health" | "HealthSummary") =>
  form.annotations(HttpApiSchema.annotations({ status: 503, identifier, description: "The database or the scheduler does not work." }))
