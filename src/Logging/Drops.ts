import { reasonOf } from "../Wording.ts"

/**
 * Counts the lines that could not be written to a destination of the log. Call it after each line, with the error if the line
 * failed. It returns a sentence to report when the first line is dropped, and when lines are written again.
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
