import { Schema } from "effect"
import { amountJsonSchema, AmountOrNull } from "../Domain/Amount.ts"
import { Month } from "../Domain/LocalDate.ts"
import { textJson, textUpTo } from "../Domain/Text.ts"
import { Yuan } from "./Values.ts"

/** The goal of a month, and where it comes from. */
const MonthGoal = Schema.Struct({
  month: Month,
  goal: Schema.NullOr(Yuan).annotations({ description: "the goal in effect; null without one" }),
  from: Schema.NullOr(Schema.Literal("set", "month", "default")).annotations({
    description: "set: by a person on the admin page; month or default: by `goals` of config.json; null without a goal"
  }),
  settings: Schema.NullOr(Yuan).annotations({ description: "the month's goal in `goals` of config.json; null without one" })
}).annotations({ identifier: "MonthGoal" })

export const MonthGoals = Schema.Struct({
  items: Schema.Array(MonthGoal).annotations({
    description: "this month, the eleven to come, and every other month whose goal was set; oldest first"
  })
})

export const GoalRequest = Schema.Struct({
  goal: AmountOrNull,
  actor: Schema.optionalWith(textUpTo(64), { exact: true })
}).annotations({
  identifier: "GoalRequest",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["goal"],
    properties: {
      goal: {
        description: "0 for a month without a goal; null clears what was set, so that `goals` of config.json applies again",
        oneOf: [amountJsonSchema, { type: "null" }]
      },
      actor: { ...textJson(64), default: "admin" }
    },
    example: { goal: 110000 }
  }
})

export const GoalSet = Schema.Struct({
  ok: Schema.Literal(true),
  before: Schema.NullOr(Yuan).annotations({ description: "what was set before; null if nothing was" }),
  now: MonthGoal
})
