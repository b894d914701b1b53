import { Schema } from "effect"
import { Instant } from "./Values.ts"

const Range = Schema.Struct({ min: Schema.Number, max: Schema.Number })

/** What a new shop has to decide on, without secrets and addresses of others. */
export const Setup = Schema.Struct({
  shop_name: Schema.String,
  cutoff_time: Schema.String,
  day_starts_in_doubt: Schema.Boolean.annotations({ description: "whether the cutoff is before 06:00 and `day_starts_at` is not set" }),
  time_zone: Schema.String,
  named: Schema.Boolean.annotations({ description: "whether the shop has a name of its own" }),
  strong_token: Schema.Boolean.annotations({ description: "whether ADMIN_TOKEN is hard to guess" }),
  weekday_range: Range,
  weekend_range: Range,
  generates: Schema.Boolean.annotations({ description: "whether a day without a figure gets an estimate at the cutoff" }),
  source_decided: Schema.Boolean.annotations({ description: "whether `amount_source` is set" }),
  own_ranges: Schema.Boolean.annotations({ description: "whether the ranges differ from the default" }),
  chat: Schema.Boolean.annotations({ description: "whether messages go to a chat group; if not, they go to standard output" }),
  people: Schema.Int.annotations({ description: "tokens of people and programs that are active" }),
  remind_minutes: Schema.Int,
  backup: Schema.Boolean.annotations({ description: "whether the service backs its database up" }),
  last_backup_at: Schema.NullOr(Instant),
  phones: Schema.Array(Schema.String).annotations({ description: "where phones in the same network open the pages" }),
  access: Schema.Literal("open", "private")
})
