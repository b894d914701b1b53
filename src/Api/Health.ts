import { Schema } from "effect"
import { HealthProblemCode, StartImportCode } from "../Domain/HealthProblem.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { RunResult } from "../Domain/RunResult.ts"
import { Instant } from "./Values.ts"

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
