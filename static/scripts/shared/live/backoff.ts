import { upTo } from "./chance.ts"

const firstPause = 1_000
const longestPause = 60_000

/**
 * Milliseconds to wait before the next attempt. They double each time, and are random so that a hundred screens do not come back at
 * once.
 */
export const pauseAfter = (failures: number, chance: (limit: number) => number = upTo) => {
  const pause = Math.min(longestPause, firstPause * 2 ** Math.min(failures, 10))
  return pause / 2 + chance(pause / 2)
}
