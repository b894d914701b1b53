import { Effect, type Scope } from "effect"
import { Unavailable } from "../../Api/Errors.ts"
import { readsOnly } from "../Methods.ts"
import { respondWith } from "./ErrorWriter.ts"
import type { Handler } from "./Pipelining.ts"

/** Milliseconds. By then another replica has taken over, and a client has sent its request elsewhere. */
const longest = 5_000
const beat = 1_000
/** Milliseconds in which waiting requests are read: Node accepts new connections first. */
const afterwards = 1_000

const refusal = Unavailable.make({ detail: "the process stood still while the request waited: nothing is changed, send it again" })

/**
 * Refuses changes that waited while the process was paused. Their clients may have stored newer figures elsewhere since, which
 * an old one would replace. It measures with the machine's clock, because the machine paused the process.
 */
export const refuseAfterStandstill: Effect.Effect<(handler: Handler) => Handler, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      let last = performance.now()
      let refusedUntil = 0
      const look = () => {
        const now = performance.now()
        if (now - last > longest) refusedUntil = now + afterwards
        last = now
        return now < refusedUntil
      }
      return { look, timer: setInterval(look, beat).unref() }
    }),
    ({ timer }) => Effect.sync(() => clearInterval(timer))
  ),
  ({ look }) => (handler) => (request, response) => {
    if (readsOnly(request.method) || !look()) return handler(request, response)
    respondWith(request, response, refusal, { "retry-after": "1" })
  }
)
