/** A connection that holds locks. One of its statements may wait for another connection's lock. */
export interface Holder {
  readonly waitsFor: () => Holder | undefined
}

interface Wait {
  readonly blocker: Holder
  readonly again: () => void
  readonly cancelTimeout: () => void
}

/** Whether `holder` would wait for itself if it waited for `blocker`. */
export const isDeadlock = (holder: Holder, blocker: Holder): boolean => {
  for (let other: Holder | undefined = blocker; other !== undefined; other = other.waitsFor()) if (other === holder) return true
  return false
}

export const lockHolder = () => {
  let wait: Wait | undefined

  const giveUp = (): Wait | undefined => {
    const waited = wait
    wait = undefined
    waited?.cancelTimeout()
    return waited
  }

  return {
    waitsFor: () => wait?.blocker,
    wait: (next: Wait) => {
      wait = next
    },
    giveUp: () => void giveUp(),
    tryAgain: () => giveUp()?.again()
  }
}
