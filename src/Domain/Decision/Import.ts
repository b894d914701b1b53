import { Either } from "effect"
import type { Import, Who } from "../Command.ts"
import * as DayBook from "../DayBook.ts"
import { type ImportSummary, planImport, summarize } from "../ImportPlan.ts"
import * as Messages from "../Messages.ts"
import * as Posting from "../Posting.ts"
import { withOpening } from "./Change.ts"
import { type Decision, nothing, type Now, type States } from "./State.ts"

/** Rules 6.13, 6.14 and 6.15. */
export const importDays = (
  { rows, sha256 }: Import,
  { book, importedBefore, settings }: States["Import"],
  _now: Now,
  { actor }: Who
): Either.Either<Decision<ImportSummary>> => {
  if (importedBefore) return Either.right(nothing(summarize([])))
  const plan = planImport(book, rows)
  const postings = plan
    .filter(({ change }) => change !== "unchanged")
    .flatMap((row) => withOpening(Posting.importDay(row, actor), DayBook.markOf(book, row.date)))
  return Either.right({
    ...nothing(summarize(plan)),
    postings,
    messages: Messages.announcements(postings, settings.importNotify),
    remember: sha256 === null ? null : { _tag: "File", sha256 }
  })
}
