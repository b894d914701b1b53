import { changedStarts as correct, dateOf } from "../../../src/Domain/Calendar.ts"

export * from "../../../src/Domain/Calendar.ts"

/** A new setting applies to the day that has already begun: a day that began at midnight becomes yesterday again until the new time. */
export const changedStarts: typeof correct = (starts, at, now) => {
  const changed = correct(starts, at, now)
  const newest = changed.at(-1)
  return newest === undefined || changed.length <= starts.length
    ? changed
    : [...starts, { ...newest, from: dateOf(now, { starts, zone: now.zone }) }]
}
