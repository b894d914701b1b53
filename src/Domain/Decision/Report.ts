import { Either } from "effect"
import type { Report, ReportResult } from "../Command.ts"
import { dayMillis } from "../LocalDate.ts"
import { reportOf } from "../Report.ts"
import { type Decision, nothing, type Now, type States } from "./State.ts"

/**
 * Rule 7.25: no second report of a period is sent after a change of the settings or the clock, nor by another process. One without a
 * counted day is not sent, and so is not used up: the shop is not running, its figures are still to come, or the clock is ahead.
 */
export const report = (
  { due: { at: dueAt, period } }: Report,
  { book, reported, settings }: States["Report"],
  { at }: Now
): Either.Either<Decision<ReportResult>> => {
  if (reported) return Either.right(nothing("sent_before"))
  const found = reportOf(book, period, period.last, settings)
  if (found.countedDays === 0) return Either.right(nothing("nothing_to_tell"))
  if (at - dueAt > dayMillis) return Either.right(nothing("left_out"))
  return Either.right({
    ...nothing("queued"),
    messages: [{ kind: "report", report: found }],
    remember: { _tag: "Report", name: period.name, at }
  })
}
