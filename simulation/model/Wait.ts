import type { VirtualClock } from "../VirtualClock.ts"

/** How long something lasts that may last only for some time awake. */
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
