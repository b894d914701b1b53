import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { Environment } from "../Config/Environment.ts"
import { roleOf } from "../Database.ts"
import { askHealth } from "../Doctor/RunningService.ts"
import { lines, printing } from "./Output.ts"
import { json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

/**
 * What the service of this machine does. A process that waits for a server's lock has a closed port, so its connection is looked for
 * on the server; so is that of a process that has just taken the lock.
 */
const ready = Effect.gen(function*() {
  const environment = yield* Environment
  const { databaseUrl, port } = environment
  const answer = yield* askHealth(environment)
  const role = Option.exists(answer, ({ status }) => status === 200)
    ? "holder"
    : Option.isSome(answer)
    ? "down"
    : (yield* roleOf(databaseUrl, port)) ?? "down"
  return { ok: role !== "down", text: lines(role), json: { role } }
}).pipe(Effect.provide(Workbench.environment))

export const command = Command.make("ready", { json }, ({ json }) => printing(json)(ready)).pipe(
  Command.withDescription(
    "Say whether the service of this machine serves (holder), waits for its turn (standby) or is down, which is a failure"
  )
)
