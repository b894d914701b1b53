import { Schema } from "effect"
import { expecting } from "../Domain/Fault.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { Source } from "../Domain/Turnover.ts"
import { flag, wholeNumber } from "./Values.ts"

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

const answerText = Schema.NonEmptyString.pipe(Schema.maxLength(200))

/** An answer to a question about the file; whether it is offered is decided by the file. */
const answer = (description: string) =>
  Schema.optionalWith(
    answerText.annotations({
      ...expecting("column_name", "a name of 1 to 200 characters", { max: 200 }),
      jsonSchema: { type: "string", minLength: 1, maxLength: 200, description }
    }),
    { exact: true }
  )

/** Likewise one that may be repeated. */
const answers = (description: string) =>
  Schema.optionalWith(
    Schema.Union(answerText, Schema.Array(answerText)).annotations({
      ...expecting("column_name", "names of 1 to 200 characters", { max: 200 }),
      jsonSchema: { type: "array", items: { type: "string", minLength: 1, maxLength: 200 }, description: `${description}; may be repeated` }
    }),
    { exact: true }
  )

export const ImportQuery = Schema.Struct({
  dry_run: flag("report what would happen, write nothing"),
  date_column: column("the column with the dates"),
  amount_column: answers("the column with the amounts: its name in the header, or its position from 1; several are added"),
  date_order: answer("the order of dates such as 11/1/26: ymd, dmy or mdy"),
  year: answer("the year of dates without one"),
  serial_dates: answer("whether numbers of Excel count from 1900 or 1904"),
  time_zone: answer("whether times with an offset are converted to the shop's zone (shop) or kept (written)"),
  time_column: answer("whether a column of times of day is used or ignored"),
  period: answer("days: each amount is that of its one day"),
  decimal_sign: answer("the decimal sign: . or ,"),
  split_amount: answer("apart: an amount and the field behind it are two values"),
  row_rule: answers("how rows with a value count: COLUMN=VALUE:count, :leave_out or :subtract"),
  decimals: answer("round: each day's sum is rounded to cents, where amounts have more than two decimals; refuse: the file is refused"),
  subtract: answer("the column of refunds that is taken off the amounts, or nothing"),
  branch: answer("the one branch that counts, or all"),
  rows_of_a_document: answer("whether rows with the number of one document repeat its amount (once) or add up (sum)"),
  rows_of_a_day: answer("whether several rows of a day add up (sum) or repeat it (once)"),
  negative_day: answer("what a day below zero is: leave_out or zero"),
  closed: answer("what a day called closed means: closed, zero or skip"),
  no_amount: answer("what a day without an amount means: skip, zero or closed"),
  no_date: answer("what an amount without a date is: above (of the day above it) or leave_out"),
  notify: Schema.optionalWith(
    Schema.Literal("per_row", "digest", "none").annotations({
      ...expecting("one_of", "one of per_row digest none", { names: "per_row digest none" }),
      description: "a message for each row, one for all, or none; by default what import_notify says"
    }),
    { exact: true }
  ),
  equal: Schema.optionalWith(
    Schema.Literal("skip").annotations({
      ...expecting("one_of", "one of skip", { names: "skip" }),
      description: "skip: rows that equal a final stored day are left alone; by default each row is audited and announced"
    }),
    { exact: true }
  ),
  newest_change: Schema.optionalWith(
    wholeNumber({
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      description: "`newest_change` of the dry run's response: the import is refused if it would overwrite a later change"
    }),
    { exact: true }
  )
}).annotations({ parseOptions: { errors: "all" } })

export const Imported = Schema.Struct({
  ok: Schema.Literal(true),
  imported: Schema.Int.annotations({ description: "rows of the file" }),
  new: Schema.Int,
  changed: Schema.Int,
  unchanged: Schema.Int,
  skipped: Schema.Array(Schema.Struct({
    line: Schema.Int,
    reason: Schema.Literal("title", "header", "total", "other"),
    value: Schema.String,
    total: Schema.NullOr(Schema.Number),
    sum: Schema.NullOr(Schema.Number),
    message: Schema.String
  })).annotations({
    description:
      "rows that are left out: titles above the header, a header whose columns were chosen by position, a total below the days, other rows that are no days; `sum` is the sum of the days"
  }),
  closed: Schema.optional(Schema.Int).annotations({ description: "days that are marked closed, of a file that names some" }),
  read: Schema.optional(Schema.Struct({
    closed: Schema.Array(LocalDate),
    warnings: Schema.Array(Schema.String),
    decisions: Schema.Record({ key: Schema.String, value: Schema.String }),
    columns: Schema.Array(Schema.Struct({ column: Schema.String, name: Schema.String, example: Schema.String })),
    rows: Schema.Array(Schema.Struct({ line: Schema.Int, what: Schema.String, value: Schema.String }))
  })).annotations({ description: "of a table that is not plainly date,amount: how it was read, and its first 1000 rows" }),
  dry_run: Schema.optional(Schema.Literal(true)),
  newest_change: Schema.optional(Schema.Int).annotations({
    description: "of a dry run: the newest change that it has seen, to be sent with the import"
  }),
  sum: Schema.optional(Schema.Number).annotations({ description: "of a dry run: the sum of the file's days" }),
  overwrites: Schema.optional(Schema.Int).annotations({ description: "of a dry run: days that lose an amount that somebody has counted" }),
  notify: Schema.optional(Schema.Literal("per_row", "digest", "none")).annotations({
    description: "of a dry run: how the import is announced"
  }),
  messages: Schema.optional(Schema.Int).annotations({ description: "of a dry run: how many messages the import sends" }),
  rows: Schema.optional(Schema.Array(Schema.Struct({
    date: LocalDate,
    amount: Schema.Number,
    before: Schema.NullOr(Schema.Number),
    before_source: Schema.NullOr(Source),
    difference: Schema.NullOr(Schema.Number).annotations({ description: "amount less before; null without one" }),
    change: Schema.Literal("new", "changed", "unchanged")
  }))).annotations({ description: "of a dry run, the first 1000 rows" })
})
