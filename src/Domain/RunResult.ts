import { Schema } from "effect"

/** What came of the last run of the daily job. */
export const RunResult = Schema.Literal(
  "never_run",
  "failed",
  "before_cutoff",
  "generated",
  "finalized",
  "pushed_again",
  "hastened",
  "settled",
  "closed",
  "left_open"
)
export type RunResult = typeof RunResult.Type
