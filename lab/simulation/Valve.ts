/** Lets work pass while it is open. While it is closed, work waits; when it opens, the waiting work passes in order. */
export const valve = () => {
  let isShut = false
  let waiting: Array<() => void> = []
  return {
    pass: (work: () => void) => isShut ? void waiting.push(work) : work(),
    shut: () => {
      isShut = true
    },
    open: () => {
      isShut = false
      const waited = waiting
      waiting = []
      for (const work of waited) work()
    }
  }
}
