import { cutoffInstant, momentOf as correct } from "../../src/Domain/Calendar.ts"

export * from "../../src/Domain/Calendar.ts"

export const momentOf: typeof correct = (now, cutoff) => {
  const moment = correct(now, cutoff)
  return { ...moment, pastCutoff: now.epochMillis >= cutoffInstant(moment.today, cutoff, now.zone).epochMillis - 1000 }
}
