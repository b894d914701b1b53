import { Clock, Context, Duration, Effect, Option } from "effect"
import { buildVersion as version } from "../../../BuildVersion.ts"
import { clockWatch } from "../../../Clock/ClockWatch.ts"
import { within } from "../../../Concurrency/Patience.ts"
import { Config } from "../../../Config.ts"
import { ProcessSettings, ShopPlace } from "../../../Config/Environment.ts"
import { fingerprintOf } from "../../../Config/Fingerprint.ts"
import type { ShopConfig } from "../../../Config/ShopConfig.ts"
import { Lease } from "../../Lease.ts"
import type { ReplicaRegistry, ReplicaState } from "../../ReplicaRegistry.ts"

/** How often a replica reports; a change of its state is reported within a second. */
export class ReplicaReportInterval extends Context.Reference<ReplicaReportInterval>()("ReplicaReportInterval", {
  defaultValue: (): Duration.DurationInput => "5 seconds"
}) {}

const checkEvery = "1 second"

/** A takeover takes 5 s at most. */
const vacantAfter = 10_000

/** If a row cannot be removed in time, the others ignore it after a minute. */
const withinPatience = within("1 second")

/** Reports this process to the others until the scope closes, and reads their reports. */
export const reporting = (registry: ReplicaRegistry) =>
  Effect.gen(function*() {
    const config = yield* Config
    const environment = { process: yield* ProcessSettings, shop: yield* ShopPlace }
    const { isHeld, lapsedFor } = yield* Lease
    const interval = Duration.toMillis(yield* ReplicaReportInterval)
    const startedAt = yield* Clock.currentTimeMillis

    let fingerprint: { readonly of: ShopConfig; readonly keys: ReplicaState["settings"] } | undefined
    const settings = (): ReplicaState["settings"] => {
      const of = config.snapshot()
      if (fingerprint?.of !== of) fingerprint = { of, keys: fingerprintOf(of, environment) }
      return fingerprint.keys
    }

    let reported: { readonly at: number; readonly text: string } | undefined
    const report = Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const state = { version, sending: yield* isHeld, settings: settings(), configFault: (yield* config.fault)?.message ?? null }
      const text = JSON.stringify(state)
      if (reported?.text === text && now >= reported.at && now - reported.at < interval) return
      yield* registry.report(state, Math.max(0, now - startedAt))
      reported = { at: now, text }
      // The next report comes soon, and the log and health already name the fault of the database.
    }).pipe(Effect.ignore)

    /** This process may be the only one that cannot read the lease; the others' reports show whether one of them sends. */
    const vacantFor = Effect.flatMap(lapsedFor, (millis) =>
      millis <= vacantAfter ?
        Effect.succeed(0) :
        Effect.map(withinPatience(registry.isSomeoneSending), (sending) => Option.getOrElse(sending, () => false) ? 0 : millis))

    let wasVacant = false
    const watchLease = Effect.flatMap(vacantFor, (millis) => {
      const isNews = wasVacant !== millis > 0
      wasVacant = millis > 0
      if (!isNews) return Effect.void
      return Effect.annotateLogs(
        wasVacant ? Effect.logWarning("no process holds the lease: messages wait") : Effect.logInfo("a process holds the lease again"),
        { service: "database" }
      )
    })

    yield* Effect.addFinalizer(() => withinPatience(registry.leave))
    yield* report
    const watch = yield* clockWatch
    yield* watch.every(checkEvery, report)
    yield* watch.every(checkEvery, watchLease)
    return {
      own: registry.id,
      seen: Effect.orDie(registry.seen),
      vacantFor,
      reloads: Effect.orDie(registry.reloads),
      requestReload: Effect.orDie(registry.requestReload)
    }
  })
