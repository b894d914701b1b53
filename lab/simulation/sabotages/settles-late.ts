import { cutoffInstant, momentOf as correct } from "../../../src/Domain/Calendar.ts"

export * from "../../../src/Domain/Calendar.ts"

export const momentOf: typeof correct = (now, calendar) => {
  const moment = correct(now, calendar)
  return { ...moment, pastCutoff: now.epochMillis >= cutoffInstant(moment.today, calendar).epochMillis + 5000 }
}
