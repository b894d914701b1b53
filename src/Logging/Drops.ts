/** An error's sentence without the call and the path that Node adds. */
export const reasonOf = (error: unknown): string => String(error instanceof Error ? error.message : error).split(", ")[0] ?? ""

/**
 * Counts the lines that one destination of the log does not take. To be called after each line, with the error that kept
 * it from being written; returns a sentence to report when lines begin to be dropped and when they are written again.
 */
export const countDrops = (destination: string): (error: unknown) => string | undefined => {
  let dropped = 0
  return (error) => {
    if (error !== undefined) return dropped++ === 0 ? `${destination}: log lines are being dropped (${reasonOf(error)})` : undefined
    const missing = dropped
    dropped = 0
    return missing > 0 ? `${destination}: log lines are written again, ${missing} were dropped` : undefined
  }
}
