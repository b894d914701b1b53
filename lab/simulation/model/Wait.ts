import type { VirtualClock } from "../VirtualClock.ts"

/** Measures how long (time awake) a state has lasted that may last only for a limited time. */
export const wait = (clock: VirtualClock) => {
  let since: number | undefined
  const begin = () => {
    since ??= clock.awake()
  }
  const end = () => {
    since = undefined
  }
  return {
    begin,
    end,
    notice: (lasts: boolean) => lasts ? begin() : end(),
    exceeds: (patience: number) => since !== undefined && clock.awake() - since > patience
  }
}
