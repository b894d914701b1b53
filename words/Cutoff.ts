import type { Words } from "./Words.ts"

/** What happens at the cutoff if nobody enters the amount. */
export const cutoffWords = {
  "cutoff.to_come": {
    zh: "。到时没人录入，系统会按 {from}–{to} 估一个数，并标明未清点",
    en: ". If nobody enters it, an estimate of {from}–{to} is stored, marked as not counted"
  },
  "cutoff.to_wait": { zh: "。到时没人录入，就等人补录，系统不估数", en: ". If nobody enters it, the day waits for its figure" }
} as const satisfies Words
