import { Schema } from "effect"
import { Against } from "../Domain/Compared.ts"
import { DayState } from "../Domain/DayState.ts"
import { LocalDate, Month } from "../Domain/LocalDate.ts"
import { Source } from "../Domain/Turnover.ts"
import { ofCounted, ofWindows } from "../Domain/Windows.ts"
import { Instant, special, Yuan } from "./Values.ts"

export const minSeriesDays = 7
export const maxSeriesDays = 90
export const defaultSeriesDays = 7
export const maxHistoryDays = 3660
export const defaultHistoryDays = 30

const DayFigure = Schema.Struct({
  date: LocalDate,
  amount: Schema.NullOr(Yuan).annotations({ description: "null unless the day is final" })
})

const Window = Schema.Struct({
  start: LocalDate,
  end: LocalDate,
  total: Yuan.annotations({ description: "sum of the final days from start to end" })
})

/** What a day usually takes. */
export const Usual = Schema.Struct({
  amount: Yuan,
  days: Schema.Int.annotations({ description: "how many days are in the median" }),
  bounds: Schema.NullOr(Schema.Struct({ low: Yuan, high: Yuan })).annotations({
    description: "an amount outside of them differs clearly; null with fewer than five days, and for a usual amount of 0.00"
  })
}).annotations({
  identifier: "Usual",
  description:
    "The median of the newest eight counted days of its weekday in the 26 weeks before, without holidays and make-up working days."
})

/** The one comparison of a day or a window. */
export const Compared = Schema.Struct({
  against: Against,
  days: Schema.Int.annotations({ description: "how many days are compared; against the usual amount, how many days are in it" }),
  current: Yuan,
  previous: Yuan,
  way: Schema.Literal("more", "less", "same", "times").annotations({
    description:
      "a day is the same below half a percent, a sum where both are equal; from three times the usual amount on, a day is said as a multiple"
  }),
  by: Yuan.annotations({ description: "how much more or less" }),
  percent: Schema.NullOr(Schema.Int).annotations({ description: "the same in whole percent of previous; null where that is 0.00" }),
  times: Schema.optional(Schema.Int).annotations({ description: "the multiple; left out unless the way is times" })
}).annotations({
  identifier: "Compared",
  description:
    "A counted day with its usual amount, a holiday with the same one a year before; a week with the same days of the week before; a month with what its days would take if each were like its weekday in the month before; a year with the same dates of the year before."
})

const CountedDay = Schema.Struct({
  date: LocalDate,
  state: DayState,
  amount: Schema.NullOr(Yuan).annotations({ description: "amount of the record, also an estimate or a running amount; null without one" }),
  source: Schema.NullOr(Source),
  at: Schema.NullOr(Instant).annotations({ description: "when the record was last changed" }),
  by: Schema.NullOr(Schema.String).annotations({ description: "who changed it last" }),
  note: Schema.String,
  usual: Schema.NullOr(Usual),
  comparison: Schema.NullOr(Compared).annotations({ description: "null unless the amount was entered and can be compared" }),
  unusual: Schema.optional(Schema.Literal(true)).annotations({ description: "the entered amount is outside of the usual bounds" }),
  ...special
}).annotations({ identifier: "CountedDay" })

/** A sum as pages draw it. */
export const CountedSum = Schema.Struct({
  start: LocalDate,
  end: LocalDate,
  total: Yuan.annotations({ description: "of the entered days; where nobody enters any, of the estimated ones" }),
  days: Schema.Int.annotations({ description: "how many days are in the total" }),
  estimated: Schema.optional(Schema.Struct({ total: Yuan, days: Schema.Int })).annotations({
    description: "the estimated days, which are not in the total; left out without one"
  }),
  closed_days: Schema.Int.annotations({ description: "from the first record on, without those of `closed_weekdays`" }),
  missing: Schema.Array(LocalDate),
  comparison: Schema.NullOr(Compared)
}).annotations({ identifier: "CountedSum" })

const CountedGoal = Schema.Struct({
  month: Month,
  goal: Yuan,
  reached: Yuan.annotations({ description: "sum of the month's entered days" }),
  percent: Schema.Int.annotations({ description: "reached in whole percent of the goal, rounded down" }),
  missing: Yuan.annotations({ description: "the goal less reached; 0 once it is reached" }),
  more: Yuan.annotations({ description: "reached less the goal; 0 before" }),
  days_left: Schema.Int.annotations({ description: "open days of the month after `as_of`" }),
  uncounted: Schema.Array(LocalDate).annotations({ description: "open days until `as_of` that nobody entered" }),
  needed: Schema.NullOr(Yuan).annotations({ description: "what each day of both has to take on average; null on the last day" }),
  forecast: Schema.NullOr(Yuan).annotations({
    description: "the month's sum if its other days are as usual; null where that is not known"
  }),
  outcome: Schema.NullOr(Schema.Literal("reached", "likely", "close", "unlikely")).annotations({
    description: "whether the goal is reached by the month's end, by the forecast; null without one"
  })
}).annotations({ identifier: "CountedGoal" })

const Counted = Schema.Struct({
  as_of: Schema.propertySignature(LocalDate).annotations({
    description: "the last day that counts: today once its figure is final and entered, else yesterday"
  }),
  with_estimates: Schema.Boolean.annotations({
    description: "the last 14 final days were all generated, so that estimates are the figures"
  }),
  today: CountedDay,
  day: CountedDay.annotations({ description: "the day of `as_of`" }),
  ...ofCounted(() => CountedSum),
  goal: Schema.optional(CountedGoal).annotations({ description: "this month's goal; left out without one" })
}).annotations({ identifier: "Counted", description: "What pages draw. Today's entered figure is in it at once." })

export const Metrics = Schema.Struct({
  shop_name: Schema.String,
  server_now: Instant,
  cutoff_hour: Schema.Int,
  cutoff_time: Schema.String.annotations({ description: "HH:MM", examples: ["13:18"] }),
  next_cutoff: Instant,
  today: Schema.Struct({
    date: LocalDate,
    weekday: Schema.String.annotations({ examples: ["周二"] }),
    ends_at: Schema.optionalWith(Instant, { exact: true }).annotations({
      description: "when the business day ends and the next one begins, where that is not at midnight (day_starts_at)"
    }),
    amount: Schema.NullOr(Yuan).annotations({ description: "null until the cutoff is past and the day is final" }),
    range: Schema.NullOr(Schema.Struct({ min: Yuan, max: Yuan })).annotations({
      description: "the bounds of the amount that will be generated at the cutoff; null if none will be"
    }),
    awaits: Schema.Boolean.annotations({
      description: "no amount is generated for today: it awaits a figure that a person enters"
    }),
    to_ask: Schema.optionalWith(Schema.Literal(true), { exact: true }).annotations({
      description: "the source will be asked for today's figure at the cutoff; left out where none will be"
    }),
    asked_until: Schema.optionalWith(Instant, { exact: true }).annotations({
      description: "until when the source is asked for today's figure; left out where it is not being asked"
    })
  }),
  yesterday: DayFigure,
  day_before: DayFigure,
  newest: Schema.NullOr(Schema.Struct({ date: LocalDate, amount: Yuan, source: Source })).annotations({
    description: "the newest final day up to the last day that counts; null without one"
  }),
  ...ofWindows(() => Window),
  estimated_in_a_row: Schema.optionalWith(Schema.Int, { exact: true }).annotations({
    description: "how many final days in a row were generated, up to the last one; left out below 7, and where `amount_source` is set"
  }),
  counted: Counted
}).annotations({ identifier: "Metrics" })

export const SeriesPoint = Schema.Struct({
  date: LocalDate,
  amount: Yuan,
  estimated: Schema.Boolean.annotations({ description: "true for a day that is not final: the amount is what a generator would give" })
}).annotations({ identifier: "SeriesPoint" })

export const RevenueDay = Schema.Struct({
  date: LocalDate,
  amount: Yuan,
  is_final: Schema.Literal(true),
  source: Source
}).annotations({ identifier: "RevenueDay" })
