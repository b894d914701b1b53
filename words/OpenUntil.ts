import type { Words } from "./Words.ts"

/** What is said from midnight on of a day that has not ended yet. */
export const openUntilWords = {
  "day.open_until": { zh: "{day}，营业到 {time}", en: "{day}, open until {time}" }
} as const satisfies Words
