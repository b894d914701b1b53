import { monitorEventLoopDelay } from "node:perf_hooks"
import { isMainThread } from "node:worker_threads"

/**
 * Preloaded into a service: sends, when the benchmark asks, for how many milliseconds its event loop was blocked at most
 * since it was last asked. Its other threads have loops of their own.
 */
const resolutionMillis = 1

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMillis })
  delay.enable()
  process.on("message", () => {
    process.send(Math.max(0, delay.max / 1e6 - resolutionMillis))
    delay.reset()
  })
  process.channel?.unref()
}
