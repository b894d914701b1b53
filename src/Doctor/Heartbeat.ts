import { HttpClient } from "@effect/platform"
import { Effect, Redacted } from "effect"
import { untraced } from "../Chat/Bot.ts"
import { type Check, passed, warning } from "../Codes/HealthProblem.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { faultOfMonitor } from "../Heartbeat.ts"

const patience = "5 seconds"

/** Whether the host of `heartbeat_url` can be reached. The address itself is not called: that would say that the service works. */
export const checkHeartbeat = ({ heartbeatUrl }: ShopConfig): Effect.Effect<ReadonlyArray<Check>, never, HttpClient.HttpClient> =>
  Effect.gen(function*() {
    const address = Redacted.value(heartbeatUrl)
    if (address === "") return []
    const { host, origin } = new URL(address)
    const why = yield* untraced(yield* HttpClient.HttpClient).get(origin).pipe(
      Effect.as(undefined),
      Effect.scoped,
      Effect.catchAllCause((cause) => Effect.succeed(faultOfMonitor(cause))),
      Effect.timeoutTo({ duration: patience, onSuccess: (said) => said, onTimeout: () => "it does not answer" })
    )
    return [
      why === undefined
        ? passed("heartbeat", `${host} answers; heartbeat_url is called after the settlement and at minute 0 of each hour`)
        : warning("heartbeat", why, "check heartbeat_url and the network")
    ]
  })
