import { Clock, Context, Effect, Either, Layer, Option } from "effect"
import { Backup } from "./Backup.ts"
import { EarliestTime, ShopClock } from "./Clock.ts"
import { type HealthParams, type HealthProblemCode, problemMessage } from "./Codes/HealthProblem.ts"
import { inTwoSeconds, monotonicMillis, orWithin } from "./Concurrency/Deadline.ts"
import { Config } from "./Config.ts"
import { Database } from "./Database.ts"
import type { AwaitedDay } from "./Domain/Lateness.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import * as Days from "./Health/Days.ts"
import { problemsOf, type ShopState } from "./Health/Problems.ts"
import { AutoImport } from "./Import/AutoImport.ts"
import { Ledger } from "./Ledger.ts"
import { Notifier } from "./Notifier.ts"
import { Scheduler } from "./Scheduler.ts"

/** What was gathered, and what follows from it. */
export interface HealthReport extends ShopState {
  readonly status: "ok" | "degraded" | "down"
  readonly missingDays: ReadonlyArray<LocalDate>
  readonly awaiting: ReadonlyArray<AwaitedDay>
  readonly futureDays: ReadonlyArray<LocalDate>
  /** Why the status is not ok, as one sentence each. */
  readonly problems: ReadonlyArray<{ readonly code: HealthProblemCode; readonly params: HealthParams; readonly message: string }>
}

export class Health extends Context.Tag("Health")<Health, { readonly report: Effect.Effect<HealthReport> }>() {}

const pingPatience = "1500 millis"

export const layer = Layer.effect(
  Health,
  Effect.gen(function*() {
    const { outcome: autoImport } = yield* AutoImport
    const backup = yield* Backup
    const clock = yield* ShopClock
    const earliest = yield* EarliestTime
    const config = yield* Config
    const database = yield* Database
    const ledger = yield* Ledger
    const notifier = yield* Notifier
    const scheduler = yield* Scheduler

    /** How many milliseconds the database takes to respond; null if it does not. */
    const pinged = Effect.gen(function*() {
      const before = yield* Clock.currentTimeNanos
      // Shorter than the patience, so that a wait for a connection fails with a reason of its own.
      const inTime = yield* orWithin(pingPatience)
      const found = yield* inTwoSeconds(inTime(Effect.either(database.ping)))
      const nanos = (yield* Clock.currentTimeNanos) - before
      return Option.isSome(found) && Either.isRight(found.value) ? Number(nanos / 10_000n) / 100 : null
    })

    const gathered = Effect.gen(function*() {
      const now = yield* clock.now
      // The COMMIT holds the connection, so a ping would only wait behind it.
      const isCommitWaiting = database.isCommitWaiting()
      const latencyMillis = isCommitWaiting ? null : yield* pinged
      const status = yield* scheduler.status
      const notifications = Option.getOrNull(latencyMillis !== null ? yield* inTwoSeconds(notifier.status) : Option.none())
      const trouble = yield* database.writes.trouble
      return {
        now,
        calendar: { ...ledger.calendar(), cutoff: status.cutoff },
        book: yield* ledger.book,
        earliest,
        firstStart: ledger.firstStart,
        settings: yield* config.current,
        database: { ok: notifications !== null, kind: database.kind, latencyMillis },
        isCommitWaiting,
        clockAhead: database.clockAhead,
        trouble: trouble && { reason: trouble.reason, millis: (yield* monotonicMillis) - trouble.since },
        scheduler: status,
        notifications,
        sendingFailsMillis: yield* notifier.failingFor,
        source: yield* scheduler.source,
        autoImport,
        backup: yield* backup.status
      } satisfies ShopState
    })

    return {
      report: Effect.map(gathered, (state): HealthReport => {
        const problems = problemsOf(state)
        return {
          ...state,
          status: problems.some(({ severity }) => severity === "down") ? "down" : problems.length > 0 ? "degraded" : "ok",
          missingDays: Days.daysMissing(state),
          awaiting: Days.awaiting(state),
          futureDays: Days.futureDays(state),
          problems: problems.map(({ code, params, ...said }) => ({ code, params, message: problemMessage(said) }))
        }
      })
    }
  })
)
