import { HttpClient } from "@effect/platform"
import { type Cause, type DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { readReply, untraced } from "./Chat/Bot.ts"
import { judgeFailure, networkFailure } from "./Chat/NoReply.ts"
import { membersOf, parseJson } from "./Chat/Reply.ts"
import { ShopClock } from "./Clock.ts"
import { clockWatch } from "./Clock/ClockWatch.ts"
import type { HealthProblemCode } from "./Codes/HealthProblem.ts"
import { Config } from "./Config.ts"
import { formatInstant } from "./Domain/Calendar.ts"
import { Health, type HealthReport } from "./Health.ts"
import { Scheduler, type SchedulerStatus } from "./Scheduler.ts"

const checkEvery = Duration.seconds(5)
const patience = Duration.seconds(10)

/** Why a monitor could not be reached, in the words for a bot. */
const faultOfMonitor = (cause: Cause.Cause<unknown>): string =>
  judgeFailure(networkFailure(cause)).detail.replaceAll(/\bbot\b/g, "monitor").replaceAll("chat_webhook_url", "heartbeat_url")

/** Why a call was not taken. One that was lost on the way may be taken if it is made again. */
interface NotTaken {
  readonly why: string
  readonly isLost: boolean
}

const lost = (why: string): NotTaken => ({ why, isLost: true })
const refused = (why: string): NotTaken => ({ why, isLost: false })

/** What a 2xx says of a call that it did not count: `OK (not found)` of healthchecks.io, `{"ok":false}` of Uptime Kuma. */
const objectionIn = (body: string): string | undefined =>
  membersOf(parseJson(body)).get("ok") === false ? "ok: false" : /^\s*OK \(([\w ]{1,40})\)/.exec(body)?.[1]

const judge = (status: number, body: string): NotTaken | undefined => {
  if (status >= 500 || status === 408 || status === 429) return lost(`the monitor's address responds with ${status}`)
  if (status < 200 || status >= 300) return refused(`the monitor's address responds with ${status}: copy heartbeat_url from it again`)
  const objection = objectionIn(body)
  return objection === undefined ? undefined : refused(`the monitor says "${objection}": copy heartbeat_url from it again`)
}

/** Calls the address once. Returns why the monitor did not take it; undefined if it did. */
const call = (client: HttpClient.HttpClient, address: Redacted.Redacted): Effect.Effect<NotTaken | undefined> =>
  untraced(client).get(Redacted.value(address), { headers: { "user-agent": "turnover" } }).pipe(
    Effect.flatMap((response) => Effect.map(readReply(response), (body) => judge(response.status, body))),
    Effect.scoped,
    Effect.catchAllCause((cause) => Effect.succeed(lost(faultOfMonitor(cause)))),
    Effect.timeoutTo({
      duration: patience,
      onSuccess: (notTaken) => notTaken,
      onTimeout: () => lost("the monitor's address does not answer within 10 s")
    })
  )

/** When a lost call is made again, after the first one: a monitor's grace time may be a few minutes. */
const againAfter = [30_000, 90_000]

/** What a person who enters no figure, a till, a clock or an old file causes. The monitor watches the service itself. */
const isOfDays = (code: HealthProblemCode): boolean =>
  /^(?:figure_awaited|feed_silent|source_|import_|days_in_future|backup_in_future|clock_(?!wrong))/.test(code)

/** What keeps the heartbeat back: a fault of the database, the scheduler, the disk or a chat. */
const faultsOf = ({ problems }: Pick<HealthReport, "problems">): ReadonlyArray<HealthProblemCode> =>
  problems.map(({ code }) => code).filter((code) => !isOfDays(code))

/** Whether the run that was due at an instant has settled the day. */
const hasSettled = ({ lastResult, lastRun }: SchedulerStatus, due: DateTime.Zoned): boolean =>
  lastRun !== null && lastRun.epochMillis >= due.epochMillis && lastResult !== "failed"

/**
 * Calls `heartbeat_url` after each settlement and at minute 0 of each hour, while everything that the service needs works: a monitor
 * that hears nothing raises the alarm, also about a machine that is switched off. A failure is only logged; a lost call is made again.
 */
export const layer = Layer.scopedDiscard(Effect.gen(function*() {
  const client = yield* HttpClient.HttpClient
  const config = yield* Config
  const { report } = yield* Health
  const scheduler = yield* Scheduler

  const { now } = yield* ShopClock
  const present = Effect.map(now, (at) => formatInstant(at).slice(0, "YYYY-MM-DDTHH".length))
  let hour = yield* present
  let due = (yield* scheduler.status).nextRun

  let again: ReadonlyArray<number> = []

  const beat = (address: Redacted.Redacted) =>
    Effect.gen(function*() {
      const faults = faultsOf(yield* report)
      const notTaken = faults.length > 0 ? undefined : yield* call(client, address)
      if (notTaken?.isLost !== true) again = []
      if (faults.length > 0) return yield* Effect.logWarning(`heartbeat withheld: ${faults.join(" ")}`)
      yield* notTaken === undefined ? Effect.logDebug("heartbeat sent") : Effect.logWarning(`heartbeat not taken: ${notTaken.why}`)
    })

  const check = Effect.gen(function*() {
    const status = yield* scheduler.status
    const isPast = (yield* now).epochMillis >= due.epochMillis
    const isSettled = isPast && hasSettled(status, due)
    // A reload may change the next cutoff.
    if (isSettled || !isPast) due = status.nextRun
    const last = hour
    hour = yield* present
    const { heartbeatUrl } = yield* config.current
    if (Redacted.value(heartbeatUrl) === "") return
    const at = (yield* now).epochMillis
    const [next = Infinity, ...later] = again
    if (isSettled || hour !== last) again = againAfter.map((millis) => at + millis)
    else if (at >= next) again = later
    else return
    yield* beat(heartbeatUrl)
  }).pipe(
    Effect.catchAllCause((cause) => Effect.logError("heartbeat failed, will retry", cause)),
    Effect.annotateLogs({ service: "heartbeat" })
  )

  const watch = yield* clockWatch
  yield* watch.every(checkEvery, check)
}))
