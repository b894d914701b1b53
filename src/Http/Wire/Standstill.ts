import { Effect, type Scope } from "effect"
import { Unavailable } from "../../Api/Errors.ts"
import { readsOnly } from "../Routes.ts"
import { respondWith } from "./ErrorWriter.ts"
import type { Handler } from "./Pipelining.ts"

/** Milliseconds. After a longer pause another replica has taken over, and clients have sent their requests to it. */
const longest = 5_000
const beat = 1_000
/** Milliseconds for which requests are refused after a pause: Node reads the waiting ones only after it has accepted new connections. */
const afterwards = 1_000

const refusal = Unavailable.make({ detail: "the process was paused while the request waited: nothing is changed, send it again" })

/**
 * Refuses changes that waited while the process was paused. Their clients may have stored newer figures through another process
 * since, and an old figure would replace a newer one. The pause is measured with the machine's clock, because the machine paused
 * the process.
 */
export const refuseAfterStandstill: Effect.Effect<(handler: Handler) => Handler, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      let last = performance.now()
      let refusedUntil = 0
      const check = () => {
        const now = performance.now()
        if (now - last > longest) refusedUntil = now + afterwards
        last = now
        return now < refusedUntil
      }
      return { check, timer: setInterval(check, beat).unref() }
    }),
    ({ timer }) => Effect.sync(() => clearInterval(timer))
  ),
  ({ check }) => (handler) => (request, response) => {
    if (readsOnly(request.method) || !check()) return handler(request, response)
    respondWith(request, response, refusal, { "retry-after": "1" })
  }
)
