/** Lets work through while it is open. While it is shut the work waits, and goes through in its order once it opens. */
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
