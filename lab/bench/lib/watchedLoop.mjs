import { monitorEventLoopDelay } from "node:perf_hooks"
import { isMainThread } from "node:worker_threads"

/**
 * Preloaded into a service: when the benchmark asks, it sends for how many milliseconds at most the event loop was blocked since
 * the last time. Other threads of the service have their own loops.
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
