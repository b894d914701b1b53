import { Record } from "effect"
import type { Responses } from "../../../src/Api/Responses.ts"
import { examples } from "../../lib/ExampleAnswers.ts"

export type Metrics = Responses["metrics"]
export type Comparison = Metrics["comparisons"]["week_to_date"]

/** The API's example of the figures, with the same comparison everywhere. */
export const metricsWith = (comparison: Comparison): Metrics => ({
  ...examples.metrics,
  comparisons: {
    ...Record.map(examples.metrics.comparisons, () => comparison),
    same_holiday_last_year: examples.metrics.comparisons.same_holiday_last_year
  }
})
