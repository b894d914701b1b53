/** Both clocks of a machine at one instant (milliseconds): the wall clock, which can be set, and the monotonic one. */
export interface Reading {
  readonly wall: number
  readonly monotonic: number
}

/** A time that never goes back (milliseconds since 1970), and the monotonic clock at its reading. */
export interface SteadyTime {
  readonly millis: number
  readonly monotonic: number
}

/**
 * The next steady time: the later of the wall clock and of the last steady time plus what has passed. A wall clock that is set back
 * does not change it. If the wall clock was ahead for a while, the steady time stays ahead.
 */
export const advanced = (last: SteadyTime, { monotonic, wall }: Reading): SteadyTime => ({
  millis: Math.max(wall, last.millis + Math.max(0, monotonic - last.monotonic)),
  monotonic
})

/** One instant by two clocks: the wall clock, which people read, and the steady clock, which limits use (milliseconds since 1970). */
export interface Instants {
  readonly wall: number
  readonly steady: number
}

/** The wall clock's time at an instant of the steady clock, if the clock is not set until then. */
export const onWall = (steadyInstant: number, { steady, wall }: Instants): number => steadyInstant - steady + wall

/** The instant of the steady clock at which the wall clock shows a time, if the clock is not set until then. */
export const onSteady = (wallInstant: number, { steady, wall }: Instants): number => wallInstant - wall + steady
