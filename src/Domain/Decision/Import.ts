import { Either } from "effect"
import type { Import, Who } from "../Command.ts"
import * as DayBook from "../DayBook.ts"
import { standing } from "../DayChange.ts"
import { type ImportSummary, planImport, storedRows, summarize } from "../ImportPlan.ts"
import * as Messages from "../Messages.ts"
import * as Posting from "../Posting.ts"
import { ChangedMeanwhile } from "../Refusal.ts"
import { figureOf } from "../Turnover.ts"
import { withOpening } from "./Change.ts"
import { type Decision, nothing, type Now, type States } from "./State.ts"

/** Rules 6.13, 6.14, 6.15 and 6.34. */
export const importDays = (
  { closed = [], equal, notify, rows, sha256 }: Import,
  { book, changedSince, importedBefore, settings }: States["Import"],
  now: Now,
  { actor }: Who
): Either.Either<Decision<ImportSummary>, ChangedMeanwhile> => {
  if (importedBefore) return Either.right(nothing(summarize([])))
  const plan = planImport(book, rows)
  const overwritten = plan.find(({ change, date }) => change !== "unchanged" && changedSince.has(date))
  if (overwritten !== undefined) {
    const { date } = overwritten
    const current = standing(book.byDate.get(date), DayBook.markOf(book, date), changedSince.get(date))
    return Either.left(new ChangedMeanwhile({ date, current }))
  }
  const postings = storedRows(plan, equal).flatMap((row) =>
    Posting.endingSoFar(book.byDate.get(row.date), withOpening(Posting.importDay(row, actor), DayBook.markOf(book, row.date)))
  )
  const filled = new Set(rows.map(({ date }) => date))
  const closings = closed.flatMap((date) =>
    filled.has(date) || figureOf(book.byDate.get(date)) !== undefined
      ? []
      : Posting.mark(DayBook.markOf(book, date), { closed: true, actor, by: "manager" }, now.at) ?? []
  )
  return Either.right({
    ...nothing({ ...summarize(plan), ...(closed.length === 0 ? {} : { closed: closings.length }) }),
    postings: [...postings, ...closings],
    messages: Messages.announcements(postings, notify ?? settings.importNotify),
    remember: sha256 === null ? null : { _tag: "File", sha256 }
  })
}
