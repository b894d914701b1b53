import type { BotLimits } from "./Product.ts"

/** A token bucket with a minimum interval between two requests. Instants are milliseconds. */
export interface RateState {
  /** When the next request may go out at the earliest. */
  readonly nextAt: number
  /** When the bucket will be full again. */
  readonly fullAt: number
  /** The instant of the newest reservation. */
  readonly reservedAt: number
}

/**
 * The state at the start of a process: the bucket is empty. The process before it kept to the same bucket, so even many restarts,
 * with requests that were not recorded, stay within the limits.
 */
export const started = ({ burst, refill }: BotLimits, now: number): RateState => ({
  nextAt: now,
  fullAt: now + burst * refill,
  reservedAt: now
})

/** If the clock was set back, no time counts as passed. */
const rebased = (state: RateState, now: number): RateState => {
  const back = Math.max(0, state.reservedAt - now)
  return { nextAt: state.nextAt - back, fullAt: state.fullAt - back, reservedAt: now }
}

/** Reserves the next slot: returns the wait for it (milliseconds), and the state after it. */
export const reserve = (
  { burst, refill, spacing }: BotLimits,
  state: RateState,
  now: number
): { readonly waitMillis: number; readonly state: RateState } => {
  const { fullAt, nextAt } = rebased(state, now)
  const at = Math.max(now, nextAt, fullAt - (burst - 1) * refill)
  return {
    waitMillis: Math.ceil(at - now),
    state: { nextAt: at + spacing, fullAt: Math.max(fullAt, at) + refill, reservedAt: now }
  }
}
