// @ts-check
import { pauseAfter } from "./backoff.js"
import { upTo } from "./chance.js"

/**
 * Runs `load` on request: never two at once; several requests become one; a failure is retried with back-off.
 * @param {() => Promise<void>} load
 * @param {(error: unknown) => void} report called with undefined after a success
 */
export const makeRefresher = (load, report) => {
  let running = false
  let again = false
  let failures = 0
  let dueAt = Infinity
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  const plan = (/** @type {number} */ delay) => {
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
    /** Runs it at a random moment within this many milliseconds. @param {number} spread */
    within: (spread) => plan(upTo(spread))
  }
}
