import { hold } from "../Broken.ts"
import { rangeOf } from "../Ranges.ts"
import type { Times } from "./Times.ts"

/** The amounts that the service generates, or would generate, by date and range. */
export const estimates = ({ settings }: Times) => {
  const known = new Map<string, number>()
  return {
    judge: (date: string, cents: number) => {
      const range = rangeOf(settings(), date)
      const [min, max] = range
      hold(cents >= min && cents <= max, "a generated amount lies within the day's range",
        () => `${cents} on ${date}, not in ${min}..${max}`)
      const key = `${date} ${range.join()}`
      const before = known.get(key)
      hold(before === undefined || before === cents, "an estimate is what will be generated",
        () => `${cents} on ${date} after ${String(before)}`)
      known.set(key, cents)
    }
  }
}

export type Estimates = ReturnType<typeof estimates>
