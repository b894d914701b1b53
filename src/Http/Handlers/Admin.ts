import { HttpApiBuilder } from "@effect/platform"
import { DateTime, Effect } from "effect"
import { Api } from "../../Api.ts"
import { CurrentPerson } from "../../Api/Access.ts"
import * as Errors from "../../Api/Errors.ts"
import { ShopClock } from "../../Clock.ts"
import { Config } from "../../Config.ts"
import { ProcessSettings } from "../../Config/Environment.ts"
import { moneyOf } from "../../Config/ShopConfig.ts"
import { formatHead } from "../../Domain/Audit.ts"
import { formatCutoff } from "../../Domain/Calendar.ts"
import { Ledger } from "../../Ledger.ts"
import { AuditTrail } from "../../Ledger/AuditTrail.ts"
import { LogTail } from "../../Logging.ts"
import { People } from "../../People.ts"
import { Rights } from "../../People/Rights.ts"
import { Scheduler } from "../../Scheduler.ts"
import { lostRight } from "../Access/Gate.ts"
import { setupView } from "../Views/SetupView.ts"
import { dayCommandHandlers } from "./DayCommands.ts"
import { goalHandlers } from "./Goals.ts"
import { importHandler } from "./Import.ts"
import { messageHandlers } from "./Messages.ts"
import { trialHandlers } from "./Trials.ts"

export const layer = HttpApiBuilder.group(Api, "admin", (handlers) =>
  Effect.gen(function*() {
    const clock = yield* ShopClock
    const { adminToken } = yield* ProcessSettings
    const config = yield* Config
    const people = yield* People
    const ledger = yield* Ledger
    const audit = yield* AuditTrail
    const scheduler = yield* Scheduler
    const log = yield* LogTail
    const { stillMay } = yield* Rights
    const money = (cents: number): string => moneyOf(config.snapshot())(cents)
    const days = dayCommandHandlers(ledger, clock.zone, money)
    const goals = goalHandlers(ledger, config, clock)
    const importCsv = yield* importHandler
    const messages = yield* messageHandlers
    const trials = yield* trialHandlers

    const stillAllowed = Effect.flatMap(CurrentPerson, (requester) => Effect.catchTag(stillMay(requester), "RightLost", lostRight))

    return handlers
      .handleRaw("correct", days.correct)
      .handleRaw("withdraw", days.withdraw)
      .handleRaw("markDay", days.markDay)
      .handleRaw("undo", days.undo)
      .handleRaw("testPush", trials.testPush)
      .handleRaw("trySource", trials.trySource)
      .handleRaw("import", importCsv)
      .handle("goals", () => goals.list)
      .handleRaw("setGoal", ({ path }) => goals.set(path.month))
      .handle("logs", ({ urlParams }) => Effect.map(log.tail(urlParams.lines), (lines) => ({ lines })))
      .handle("setup", () =>
        Effect.gen(function*() {
          const active = (yield* people.tokens).filter(({ state }) => state === "active")
          return setupView(yield* config.current, adminToken, active.length, DateTime.zoneToString(clock.zone))
        }))
      .handle("reloadCutoff", () =>
        scheduler.reloadCutoff.pipe(
          Effect.mapBoth({
            onFailure: ({ faults }) =>
              Errors.InvalidConfig.make(
                Errors.listing(faults.map(({ code, field, line, message, origin, params }) => ({
                  code,
                  params,
                  message: line === undefined ? message : `${message}, on line ${line} of ${origin}`,
                  field: field === "" ? origin : field
                })))
              ),
            onSuccess: ({ changedKeys, current, previous, unknownKeys }) => ({
              ok: true as const,
              cutoff_time: formatCutoff(current.cutoff),
              previous_cutoff_time: formatCutoff(previous.cutoff),
              changed: changedKeys,
              unknown: unknownKeys
            })
          }),
          // A reload stores no change, so the right is checked again immediately before it.
          (reloaded) => Effect.zipRight(stillAllowed, reloaded)
        ))
      .handle("notifications", messages.list)
      .handleRaw("resend", messages.resend)
      .handle("dropMessage", messages.drop)
      .handle("verifyAudit", () =>
        Effect.map(audit.examine, ({ firstBrokenId, goalMismatch, head, markMismatch, mismatch, records }) => {
          const [day = null] = [mismatch, markMismatch].flatMap((found) => found === null ? [] : [found.date]).sort()
          return {
            ok: firstBrokenId === null && day === null && goalMismatch === null,
            records,
            first_broken_id: firstBrokenId,
            first_differing_day: day,
            first_differing_goal: goalMismatch?.month ?? null,
            head: records === 0 ? null : formatHead(head)
          }
        }))
  }))
