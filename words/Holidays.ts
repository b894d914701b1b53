import type { Words } from "./Words.ts"

/** The statutory holidays, by the names that the server sends. */
export const holidayWords = {
  "holiday.元旦": { zh: "元旦", en: "New Year" },
  "holiday.春节": { zh: "春节", en: "Spring Festival" },
  "holiday.清明": { zh: "清明", en: "Qingming" },
  "holiday.劳动节": { zh: "劳动节", en: "Labour Day" },
  "holiday.端午": { zh: "端午", en: "Dragon Boat" },
  "holiday.中秋": { zh: "中秋", en: "Mid-Autumn" },
  "holiday.国庆": { zh: "国庆", en: "National Day" },
  "holiday.eve": { zh: "除夕", en: "Spring Festival Eve" },
  "holiday.off": { zh: "春节假期", en: "Spring Festival holiday" },
  "holiday.lunar": { zh: "初{number}", en: "Spring Festival, day {number}" },
  "makeup": { zh: "调休上班", en: "make-up working day" }
} as const satisfies Words
