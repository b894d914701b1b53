import { Context, type Duration, Effect } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import { Config } from "../../Config.ts"
import { SteadyClock } from "../../Database/SteadyClock.ts"
import { People } from "../../People.ts"
import { needOf } from "../Routes.ts"
import { decision } from "./AccessDecision.ts"
import { credentialIn } from "./Gate.ts"

/** How often the service checks whether the clients of open streams may still read them. */
export class StandingInterval extends Context.Reference<StandingInterval>()("StandingInterval", {
  defaultValue: (): Duration.DurationInput => "500 millis"
}) {}

/** The need of every open stream. */
const needed = needOf({ method: "GET", path: "/api/events" })

/** Whether the client that sent these headers may keep its stream. */
type MayStay = (headers: IncomingHttpHeaders) => Effect.Effect<boolean>

/**
 * Begins a check of the credentials that opened the streams. undefined if every stream may stay: the service is open; or since the
 * last check no credential has changed or expired, and no stream has `opened`.
 */
export const standing: Effect.Effect<(opened: number) => MayStay | undefined, never, People | Config | SteadyClock> = Effect.gen(
  function*() {
    const people = yield* People
    const config = yield* Config
    const decide = yield* decision
    const steadyClock = yield* SteadyClock
    let last = { changes: -1, opened: 0, settings: config.snapshot(), until: Infinity }

    return (opened) => {
      const settings = config.snapshot()
      if (decide(needed, undefined) === "pass") return undefined
      const now = steadyClock.atHand().steady
      const changes = people.changes()
      const isSame = changes === last.changes && opened === last.opened && settings === last.settings
      if (isSame && now < last.until) return undefined

      const current = { changes, opened, settings, until: Infinity }
      last = current
      // A screen and its neighbours often share a credential.
      const known = new Map<string, boolean>()
      return (headers) => {
        const credential = credentialIn(headers)
        if (credential === undefined) return Effect.succeed(false)
        const before = known.get(credential.value)
        if (before !== undefined) return Effect.succeed(before)
        return Effect.map(people.lookUp(credential), (found) => {
          const stays = found._tag === "Known" && decide(needed, found.person) === "pass"
          if (found._tag === "Known") current.until = Math.min(current.until, found.until)
          known.set(credential.value, stays)
          return stays
        }).pipe(Effect.catchAllCause(() => {
          // The database cannot be read, which responses and health report. The next check tries again.
          current.until = now
          return Effect.succeed(true)
        }))
      }
    }
  }
)
