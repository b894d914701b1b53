import { becomesFinal as correct } from "../../../src/Domain/SoFar.ts"

export * from "../../../src/Domain/SoFar.ts"

export const becomesFinal: typeof correct = (day, mark, cutoff, silenceMinutes) =>
  correct(day, mark, cutoff, silenceMinutes) || day.soFar !== undefined && (day.changed?.at ?? 0) >= cutoff
