import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { get } from "node:http"
import { inTwoSeconds } from "../Concurrency/Deadline.ts"
import { Environment } from "../Config/Environment.ts"
import { roleOf } from "../Database.ts"
import { lines, printing } from "./Output.ts"
import { json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

/** Shorter than the patience of a container's health check. */

const everyAddress: ReadonlySet<string> = new Set(["0.0.0.0", "::", "[::]"])

/** The status of `/api/health` on the service's own port; none while the port is closed. */
const health = Effect.flatMap(Environment, ({ allowedHosts, host, port }) =>
  inTwoSeconds(Effect.async<number, Error>((resume) => {
    const [allowed = "127.0.0.1"] = allowedHosts ?? []
    const request = get({ host: everyAddress.has(host) ? "127.0.0.1" : host, port, path: "/api/health", headers: { host: allowed } },
      (response) => {
        response.resume()
        resume(Effect.succeed(response.statusCode ?? 0))
      })
    request.on("error", (error) => resume(Effect.fail(error)))
    return Effect.sync(() => request.destroy())
  })))

/**
 * What the service of this machine does. A process that waits for a server's lock has a closed port, so its connection is looked for
 * on the server; so is that of a process that has just taken the lock.
 */
const ready = Effect.gen(function*() {
  const { databaseUrl, port } = yield* Environment
  const status = yield* health
  const answers = Option.contains(status, 200)
  const role = answers ? "holder" : Option.isSome(status) ? "down" : (yield* roleOf(databaseUrl, port)) ?? "down"
  return { ok: role !== "down", text: lines(role), json: { role } }
}).pipe(Effect.provide(Workbench.environment))

export const command = Command.make("ready", { json }, ({ json }) => printing(json)(ready)).pipe(
  Command.withDescription(
    "Say whether the service of this machine serves (holder), waits for its turn (standby) or is down, which is a failure"
  )
)
