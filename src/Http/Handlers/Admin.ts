import { HttpApiBuilder } from "@effect/platform"
import { DateTime, Effect, Option, type Redacted } from "effect"
import { Api } from "../../Api.ts"
import * as Errors from "../../Api/Errors.ts"
import { GoalRequest } from "../../Api/Goals.ts"
import { Backup } from "../../Backup.ts"
import { ShopClock } from "../../Clock.ts"
import { faultAt } from "../../Codes/Fault.ts"
import { Config } from "../../Config.ts"
import { weaknessOf } from "../../Config/AdminToken.ts"
import { isDecided, withoutFigure } from "../../Config/AmountSource.ts"
import { Environment } from "../../Config/Environment.ts"
import { addressesAt, isOpenToNetwork } from "../../Config/Network.ts"
import { defaultName } from "../../Config/Settings.ts"
import { hasGroup, hasOwnRanges, moneyOf, type ShopConfig } from "../../Config/ShopConfig.ts"
import { toYuan } from "../../Domain/Amount.ts"
import { formatHead } from "../../Domain/Audit.ts"
import { dateOf, instantOrNull } from "../../Domain/Calendar.ts"
import type { DayBook } from "../../Domain/DayBook.ts"
import { wrong } from "../../Domain/Fault.ts"
import { amountOf, goalOf, type Goals } from "../../Domain/Goal.ts"
import { addMonths, type Month, monthOf } from "../../Domain/LocalDate.ts"
import type { MonthTooFar } from "../../Domain/Refusal.ts"
import { formatTime } from "../../Domain/TimeOfDay.ts"
import { Ledger } from "../../Ledger.ts"
import { AuditTrail } from "../../Ledger/AuditTrail.ts"
import { LogTail } from "../../Logging.ts"
import { People } from "../../People.ts"
import { Scheduler } from "../../Scheduler.ts"
import { lostRight, stillAllowed } from "../Access/Gate.ts"
import { readJson } from "../Body.ts"
import { rangeOf, yuanOrNull } from "../Views.ts"
import { asking, dayCommandHandlers, takenIn } from "./DayCommands.ts"
import { importHandler } from "./Import.ts"
import { messageHandlers } from "./Messages.ts"
import { invalidConfig, settingsHandlers } from "./Settings.ts"
import { trialHandlers } from "./Trials.ts"

/** The number of listed months, including the current one. */
const listedMonths = 12

const view = (book: Pick<DayBook, "goals">, goals: Goals, month: Month) => ({
  month,
  goal: yuanOrNull(goalOf(book, goals, month)),
  from: amountOf(book.goals, goals, month)?.origin ?? null,
  settings: yuanOrNull(amountOf(new Map(), goals, month)?.cents ?? null)
})

const tooFar = ({ last, month }: MonthTooFar) =>
  Errors.DateInFuture.make(Errors.listing([faultAt("month", wrong("date_until", `a month up to ${last}`, month, { last }))]))

/** The goals of months: listing them, and setting or clearing one (rule 6.45). */
const goalHandlers = (
  ledger: typeof Ledger.Service,
  config: typeof Config.Service,
  clock: typeof ShopClock.Service
) => ({
  list: Effect.gen(function*() {
    const { goals } = yield* config.current
    const book = yield* ledger.book
    const first = monthOf(dateOf(yield* clock.now, ledger.calendar()))
    const months = Array.from({ length: listedMonths }, (_, index) => addMonths(first, index))
    return { items: [...new Set([...months, ...book.goals.keys()])].sort().map((month) => view(book, goals, month)) }
  }),
  set: (month: Month) =>
    Effect.gen(function*() {
      const { actor, goal } = yield* readJson(GoalRequest)
      yield* takenIn(config, goal, "goal")
      const { before } = yield* ledger.carryOut({ _tag: "SetGoal", month, goal }, yield* asking(actor))
      const { goals } = yield* config.current
      return { ok: true as const, before: before === null ? null : toYuan(before), now: view(yield* ledger.book, goals, month) }
    }).pipe(Effect.catchTags({ RightLost: lostRight, MonthTooFar: (refused) => Effect.fail(tooFar(refused)) }))
})

/** The settings that a new shop has to decide on. */
export const setupView = (
  config: ShopConfig,
  token: Option.Option<Redacted.Redacted>,
  { lastBackupAt, people, phones, zone }: {
    readonly people: number
    readonly lastBackupAt: number | null
    readonly phones: ReadonlyArray<string>
    readonly zone: DateTime.TimeZone
  }
) => ({
  shop_name: config.shopName,
  cutoff_time: formatTime(config.cutoff),
  day_starts_in_doubt: config.isDayStartInDoubt,
  time_zone: DateTime.zoneToString(zone),
  named: config.shopName !== defaultName,
  strong_token: Option.isSome(token) && weaknessOf(token.value) === undefined,
  weekday_range: rangeOf(config.weekdayRange),
  weekend_range: rangeOf(config.weekendRange),
  generates: withoutFigure(config.amountSource) === "generate",
  source_decided: isDecided(config.amountSource),
  own_ranges: hasOwnRanges(config),
  chat: hasGroup(config),
  people,
  remind_minutes: config.remindMinutes,
  backup: config.backupDir !== null,
  last_backup_at: instantOrNull(lastBackupAt, zone),
  phones,
  access: config.access
})

export const layer = HttpApiBuilder.group(Api, "admin", (handlers) =>
  Effect.gen(function*() {
    const clock = yield* ShopClock
    const { adminToken, host, port } = yield* Environment
    const config = yield* Config
    const people = yield* People
    const ledger = yield* Ledger
    const audit = yield* AuditTrail
    const backup = yield* Backup
    const scheduler = yield* Scheduler
    const log = yield* LogTail
    const money = (cents: number): string => moneyOf(config.snapshot())(cents)
    const days = dayCommandHandlers(ledger, clock.zone, money, config)
    const goals = goalHandlers(ledger, config, clock)
    const importCsv = yield* importHandler
    const messages = yield* messageHandlers
    const trials = yield* trialHandlers
    const page = yield* settingsHandlers

    const allowed = yield* stillAllowed

    return handlers
      .handleRaw("correct", days.correct)
      .handleRaw("withdraw", days.withdraw)
      .handleRaw("markDay", days.markDay)
      .handleRaw("undo", days.undo)
      .handle("ownChange", () => days.own)
      .handleRaw("testPush", trials.testPush)
      .handleRaw("trySource", trials.trySource)
      .handleRaw("import", importCsv)
      .handle("goals", () => goals.list)
      .handleRaw("setGoal", ({ path }) => goals.set(path.month))
      .handle("logs", ({ urlParams }) => Effect.map(log.tail(urlParams.lines), (lines) => ({ lines })))
      .handle("setup", () =>
        Effect.gen(function*() {
          const active = (yield* people.tokens).filter(({ state }) => state === "active")
          return setupView(yield* config.current, adminToken, {
            people: active.length,
            lastBackupAt: (yield* backup.status).lastBackupAt,
            phones: isOpenToNetwork(host) ? addressesAt(port).phones : [],
            zone: clock.zone
          })
        }))
      .handle("reloadCutoff", () =>
        scheduler.reloadCutoff.pipe(
          Effect.mapBoth({
            onFailure: invalidConfig,
            onSuccess: ({ changedKeys, current, previous, unknownKeys }) => ({
              ok: true as const,
              cutoff_time: formatTime(current.cutoff),
              previous_cutoff_time: formatTime(previous.cutoff),
              changed: changedKeys,
              unknown: unknownKeys
            })
          }),
          // A reload stores no change, so the right is checked again immediately before it.
          (reloaded) => Effect.zipRight(allowed, reloaded)
        ))
      .handle("settings", () => page.show)
      .handleRaw("changeSettings", page.change)
      .handleRaw("trySettings", page.attempt)
      .handle("notifications", messages.list)
      .handleRaw("resend", messages.resend)
      .handleRaw("resendRefused", messages.resendRefused)
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
