import type { Words } from "./Words.ts"

/** The sentences about a day that has not ended at midnight. */
export const openUntilWords = {
  "day.open_until": { zh: "{day}，算到 {time}", en: "{day}, until {time}" }
} as const satisfies Words
