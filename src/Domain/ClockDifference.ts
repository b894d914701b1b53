/** A reading of another clock, between two readings of this machine's clock; milliseconds since 1970. */
interface ClockReading {
  readonly before: number
  readonly other: number
  readonly after: number
}

/** How far this machine's clock may be from another one before it stops settling, sending and storing changes. */
export const mayDiffer = 2_000

/**
 * By how many milliseconds, at least, this machine's clock is ahead of the other; negative if it is behind. The round trip may
 * explain the rest.
 */
export const millisAhead = ({ after, before, other }: ClockReading): number =>
  other < before ? before - other : other > after ? after - other : 0

export const isApart = (ahead: number): boolean => Math.abs(ahead) > mayDiffer

/** Such as `7200 s ahead of`. */
export const inWords = (ahead: number): string => `${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? "ahead of" : "behind"}`
