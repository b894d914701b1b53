/**
 * Stays under the bot's limits of 5 a second and 100 a minute (rule 7.10): requests at least 250 ms apart, from a
 * bucket of 4 that fills at 90 a minute. So no second sees more than 5 and no minute more than 94.
 */
export interface RateState {
  /** When the next request may go out at the earliest. */
  readonly nextAt: number
  /** When the bucket will be full again. */
  readonly fullAt: number
  /** The latest instant this state has seen. */
  readonly seenAt: number
}

const spacing = 250
const refill = Math.ceil(60_000 / 90)
const capacity = 4

/**
 * The state of a process that starts: the bucket is empty. What a process before this one sent obeyed the same bucket,
 * so even many restarts, with requests nobody recorded, stay under the limits.
 */
export const started = (now: number): RateState => ({ nextAt: now, fullAt: now + capacity * refill, seenAt: now })

/** After a clock was set back, no time has passed. */
const rebased = (state: RateState, now: number): RateState => {
  const back = Math.max(0, state.seenAt - now)
  return { nextAt: state.nextAt - back, fullAt: state.fullAt - back, seenAt: now }
}

/** Takes the next place in the line: how long to wait for it, and the state after it. Milliseconds. */
export const reserve = (state: RateState, now: number): { readonly waitMillis: number; readonly state: RateState } => {
  const { fullAt, nextAt } = rebased(state, now)
  const at = Math.max(now, nextAt, fullAt - (capacity - 1) * refill)
  return {
    waitMillis: Math.ceil(at - now),
    state: { nextAt: at + spacing, fullAt: Math.max(fullAt, at) + refill, seenAt: now }
  }
}
