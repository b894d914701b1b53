import { changedStarts as correct, dateOf } from "../../src/Domain/Calendar.ts"

export * from "../../src/Domain/Calendar.ts"

/** The day that has begun at midnight begins at the new time: until then it is yesterday again. */
export const changedStarts: typeof correct = (starts, at, now) => {
  const changed = correct(starts, at, now)
  const newest = changed.at(-1)
  return newest === undefined || changed.length <= starts.length
    ? changed
    : [...starts, { ...newest, from: dateOf(now, { starts, zone: now.zone }) }]
}
