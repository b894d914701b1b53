import type { Words } from "./Words.ts"

/** Why a day is not compared: because of its own state, or because of the state of its match. */
export const apartWords = {
  "apart.counted": { zh: "{n} 天是清点的", en: "{n} counted" },
  "apart.generated": { zh: "{n} 天未清点", en: "{n} not counted" },
  "apart.closed": { zh: "{n} 天店休", en: "{n} with the shop closed" },
  "apart.missing": { zh: "{n} 天缺", en: "{n} missing" },
  "apart.no_day": { zh: "{n} 天没有对应的日子", en: "{n} without a match" },
  "apart.then_counted": { zh: "{n} 天当时是清点的", en: "{n} counted then" },
  "apart.then_generated": { zh: "{n} 天当时未清点", en: "{n} not counted then" },
  "apart.then_closed": { zh: "{n} 天当时店休", en: "{n} with the shop closed then" },
  "apart.then_missing": { zh: "{n} 天当时缺", en: "{n} missing then" },
  "apart.then_before": { zh: "{n} 天当时还没有记录", en: "{n} before the first record" }
} as const satisfies Words
