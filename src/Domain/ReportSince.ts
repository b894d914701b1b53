import type { LocalDate } from "./LocalDate.ts"
import type { ReportDay } from "./Report.ts"
import type { Source } from "./Turnover.ts"

type Stated = Pick<ReportDay, "cents" | "date" | "isFinal" | "source">

/** A day's figure in a report. Amounts are cents. */
interface Stood {
  readonly cents: number
  readonly source: Source | null
}

/** A day whose figure differs from the one in the report that was sent; null for no figure. */
export interface ChangedSince {
  readonly date: LocalDate
  readonly before: Stood | null
  readonly after: Stood | null
}

const stoodOn = ({ cents, isFinal, source }: Stated): Stood | null => isFinal && cents !== null ? { cents, source } : null

const isEqual = (one: Stood | null, other: Stood | null) =>
  one?.cents === other?.cents && (one?.source === "generated") === (other?.source === "generated")

/** The days of a report whose figures were changed after it was sent, or that were entered in place of an estimate (rule 6.40). */
export const changedSince = (sent: ReadonlyArray<Stated>, now: ReadonlyArray<Stated>): ReadonlyArray<ChangedSince> => {
  const sentOn = new Map(sent.map((day) => [day.date, stoodOn(day)]))
  const nowOn = new Map(now.map((day) => [day.date, stoodOn(day)]))
  return [...new Set([...sentOn.keys(), ...nowOn.keys()])].toSorted().flatMap((date) => {
    const [before, after] = [sentOn.get(date) ?? null, nowOn.get(date) ?? null]
    return isEqual(before, after) ? [] : [{ date, before, after }]
  })
}
