const day = 24 * 60
/** Minutes after the cutoff for which the wall stays bright, so that people can read the day's result. */
const lookedAt = 30
const opens = 6 * 60
/** When the night begins in a shop whose cutoff is in the daytime. */
const late = 23 * 60

/** @param time `HH:MM` */
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/**
 * Whether the wall is dimmed: until 06:00, from half an hour after a cutoff in the evening or at night, otherwise from 23:00.
 * @param cutoff `HH:MM` in the shop's zone
 */
export const isNight = (now: string, cutoff: string) => {
  const closed = minutes(cutoff) + lookedAt
  const begins = closed > 18 * 60 || closed < opens ? closed % day : late
  const at = minutes(now)
  return begins < opens ? at >= begins && at < opens : at >= begins || at < opens
}
