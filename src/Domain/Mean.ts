/** Means of amounts. The file imports no library, so the pages show them by the same rule as the messages. */

/** A mean of fewer days is not shown, because it does not describe a usual day. */
export const leastOfMean = 3

/** The mean in whole cents, half a cent rounded up; null without amounts. */
export const meanOf = (amounts: ReadonlyArray<number>): number | null => {
  const sum = amounts.reduce((total, cents) => total + cents, 0)
  return amounts.length === 0 ? null : Math.floor((2 * sum + amounts.length) / (2 * amounts.length))
}
