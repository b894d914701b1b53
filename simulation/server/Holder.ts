/** What holds locks: a connection, of which one statement may wait for the lock of another connection. */
export interface Holder {
  readonly waitsFor: () => Holder | undefined
}

interface Wait {
  readonly blocker: Holder
  readonly again: () => void
  readonly cancelTimeout: () => void
}

/** Whether `holder`, once it waits for `blocker`, waits for itself. */
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
