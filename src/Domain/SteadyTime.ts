/** Both clocks of a machine at one instant (milliseconds): the wall clock, which can be set, and the monotonic one. */
export interface Reading {
  readonly wall: number
  readonly monotonic: number
}

/** A time that never goes back (milliseconds since 1970), with the monotonic clock when it was read. */
export interface SteadyTime {
  readonly millis: number
  readonly monotonic: number
}

/**
 * The next steady time: at least the wall clock, and at least what has passed since the last one. So a wall clock that is set
 * back does not move it, and one that was ahead for a while leaves it ahead.
 */
export const advanced = (last: SteadyTime, { monotonic, wall }: Reading): SteadyTime => ({
  millis: Math.max(wall, last.millis + Math.max(0, monotonic - last.monotonic)),
  monotonic
})

/** One instant by the wall clock, for people, and by the steady one, for ends (milliseconds since 1970). */
export interface Instants {
  readonly wall: number
  readonly steady: number
}

/** The wall clock's time at this instant of the steady clock, if nobody sets it until then. */
export const onWall = (steadyInstant: number, { steady, wall }: Instants): number => steadyInstant - steady + wall

/** The instant of the steady clock at which the wall clock shows that time, if nobody sets it until then. */
export const onSteady = (wallInstant: number, { steady, wall }: Instants): number => wallInstant - wall + steady
