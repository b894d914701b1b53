import { Effect, Option } from "effect"
import { ShopClock } from "../Clock.ts"
import { Config } from "../Config.ts"
import { holidayCalendar } from "../Config/HolidayCalendar.ts"
import { decidesFigure } from "../Domain/Audit.ts"
import { momentOf } from "../Domain/Calendar.ts"
import { asOf } from "../Domain/CountedFigures.ts"
import type { Period } from "../Domain/Period.ts"
import { reportOf } from "../Domain/Report.ts"
import { changedSince } from "../Domain/ReportSince.ts"
import { Ledger } from "../Ledger.ts"
import { AuditTrail } from "../Ledger/AuditTrail.ts"
import { Outbox } from "../Outbox.ts"
import { reportView } from "./Views/ReportView.ts"

/** The report of a period, and as JSON, with what was changed since a chat took it. */
export const readReport = (period: Period) =>
  Effect.gen(function*() {
    const ledger = yield* Ledger
    const audit = yield* AuditTrail
    const clock = yield* ShopClock
    const settings = yield* (yield* Config).current
    const book = yield* ledger.book
    const { today } = momentOf(yield* clock.now, ledger.calendar())
    const holidays = holidayCalendar(settings)
    const report = reportOf(book, period, asOf(book, today), { goals: settings.goals, holidays })
    const sent = Option.getOrNull(yield* (yield* Outbox).sentReport(period.name))
    const changes = yield* Effect.forEach(sent === null ? [] : changedSince(sent.announcement.report.days, report.days),
      (change) => Effect.map(audit.ofDay(change.date), (records) => ({ ...change, record: records.find(decidesFigure) })))
    return { report, body: reportView(report, { shopName: settings.shopName, holidays, sent, changes, zone: clock.zone }) }
  })
