/** What stands out among amounts. The file imports no library, so the pages use the same rule as the messages. */

/** What a counted amount is compared with: earlier days of the same weekday. */
export interface Outlier {
  /** The number of counted days in the median. */
  readonly daysCompared: number
  /** In whole cents, half a cent rounded up. */
  readonly median: number
}

/** The weeks whose same weekdays are in the median. */
export const weeksOfMedian = 8
const leastForMedian = 5
/** Three standard deviations of amounts that are distributed normally: one of them is 1.4826 median absolute deviations. */
const deviations = 4.45
/** The deviation of few days is uncertain, and near zero for days that are almost equal: a smaller share of the median never counts. */
const leastShare = 1 / 4

/** A double holds half cents exactly. */
const medianOf = (amounts: ReadonlyArray<number>): number => {
  const sorted = amounts.toSorted((one, other) => one - other)
  const at = (index: number): number => sorted[index] ?? 0
  return (at((sorted.length - 1) >> 1) + at(sorted.length >> 1)) / 2
}

/** The median from which an amount clearly differs (rule 6.35); null if it does not. If the median is zero, no amount stands out. */
export const outlierAmong = (cents: number, before: ReadonlyArray<number>): Outlier | null => {
  const median = medianOf(before)
  if (before.length < leastForMedian || median === 0) return null
  const distance = Math.abs(cents - median)
  const deviation = medianOf(before.map((each) => Math.abs(each - median)))
  const standsOut = distance > deviations * deviation && distance > leastShare * median
  return standsOut ? { daysCompared: before.length, median: Math.round(median) } : null
}
