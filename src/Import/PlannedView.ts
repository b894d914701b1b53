import { toYuan } from "../Domain/Amount.ts"
import type { PlannedRow } from "../Domain/ImportPlan.ts"

/** A row of a preview, in the API and in the command line's JSON. */
export const plannedView = ({ before, beforeSource, cents, change, date }: PlannedRow) => ({
  date,
  amount: toYuan(cents),
  before: before === null ? null : toYuan(before),
  before_source: beforeSource,
  difference: before === null ? null : toYuan(cents - before),
  change
})
