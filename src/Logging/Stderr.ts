import { writeSync } from "node:fs"

const standardError = 2

/**
 * Writes to standard error at once, so that it is out before a crash. Where nobody reads it any more the text is lost:
 * through the stream of the process, that would be an unhandled error and the end of the service.
 */
export const writeToStderr = (text: string): void => {
  try {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length;) at += writeSync(standardError, bytes, at)
  } catch {
    // Closed or full.
  }
}
