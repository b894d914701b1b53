const signals = ["SIGINT", "SIGTERM"] as const

const repeatMillis = 1000

const ignore = () => undefined

/**
 * One stop may signal the process several times: from the terminal, from npm, and from the parent of npm. A second signal
 * ends the process at once, so signals that repeat the first within a second are ignored.
 */
export const ignoreRepeatedSignals = (): void => {
  const onFirst = () => {
    for (const signal of signals) {
      process.off(signal, onFirst)
      process.on(signal, ignore)
    }
    setTimeout(() => {
      for (const signal of signals) process.off(signal, ignore)
    }, repeatMillis).unref()
  }
  for (const signal of signals) process.on(signal, onFirst)
}
