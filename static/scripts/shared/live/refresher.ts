import { pauseAfter } from "./backoff.ts"
import { upTo } from "./chance.ts"

/**
 * Runs `load` on request: never two at once; several requests become one; a failure is retried with back-off.
 * @param report called with undefined after a success
 */
export const makeRefresher = (load: () => Promise<void>, report: (error: unknown) => void) => {
  let running = false
  let again = false
  let failures = 0
  let dueAt = Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  const plan = (delay: number) => {
    const at = performance.now() + delay
    if (at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(run, delay)
  }

  const run = async () => {
    clearTimeout(timer)
    dueAt = Infinity
    if (running) {
      again = true
      return
    }
    running = true
    try {
      await load()
      failures = 0
      report(undefined)
    } catch (error) {
      plan(pauseAfter(failures + 1))
      failures += 1
      report(error)
    }
    running = false
    if (again) {
      again = false
      plan(0)
    }
  }

  return {
    now: () => run(),
    /** Runs it at a random moment within this many milliseconds. */
    within: (spread: number) => plan(upTo(spread))
  }
}
