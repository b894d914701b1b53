/** One direction of a connection. Data arrives some time after it was sent, in the same order. */
export const pipe = (schedule: (arrive: () => void) => void) => {
  let sent = 0
  let arrived = 0
  const messages = new Map<number, () => void>()
  return {
    send: (message: () => void) => {
      const number = sent += 1
      messages.set(number, message)
      schedule(() => {
        while (arrived < number) {
          arrived += 1
          const next = messages.get(arrived)
          messages.delete(arrived)
          next?.()
        }
      })
    },
    /** Data that has not arrived yet will never arrive. */
    drop: () => messages.clear()
  }
}

export type Pipe = ReturnType<typeof pipe>
