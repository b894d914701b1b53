import type { DateTime } from "effect"
import type { Report as ReportBody } from "../../Api/Report.ts"
import { toYuan } from "../../Domain/Amount.ts"
import type { AuditRecord } from "../../Domain/Audit.ts"
import { instantAt, instantOrNull } from "../../Domain/Calendar.ts"
import type { Holidays } from "../../Domain/Holidays.ts"
import { periodAfter, periodBefore } from "../../Domain/Period.ts"
import type { Report } from "../../Domain/Report.ts"
import type { ChangedSince } from "../../Domain/ReportSince.ts"
import type { Turnover } from "../../Domain/Turnover.ts"
import type { SentReport } from "../../Outbox.ts"
import { special, yuanOrNull } from "../Views.ts"
import { comparedView } from "./FiguresView.ts"

const extreme = (day: Turnover | null) => day === null ? null : { date: day.date, amount: toYuan(day.cents) }

type Body = typeof ReportBody.Type

const stood = (figure: ChangedSince["before"]) => figure === null ? null : { amount: toYuan(figure.cents), source: figure.source }

interface Around {
  readonly shopName: string
  readonly holidays: Holidays
  /** The report as a chat took it. */
  readonly sent: SentReport | null
  /** What has changed since, each with the newest record about the day's figure. */
  readonly changes: ReadonlyArray<ChangedSince & { readonly record: AuditRecord | undefined }>
  readonly zone: DateTime.TimeZone
}

export const reportView = (report: Report, { changes, holidays, sent, shopName, zone }: Around): Body => {
  const { best, compared, countedDays, days, generatedCents, goal, mean, period, until, window, worst } = report
  const reached = window.cents - generatedCents
  return {
    period: period.name,
    kind: period.kind,
    first: period.first,
    last: period.last,
    until,
    before: periodBefore(period).name,
    after: periodAfter(period).name,
    shop_name: shopName,
    total: toYuan(window.cents),
    counted: toYuan(reached),
    days_final: window.finalDays,
    generated: { days: window.generatedDays, amount: toYuan(generatedCents) },
    counted_days: countedDays,
    closed_days: window.closedDays,
    missing: window.missing,
    mean: yuanOrNull(mean),
    best: extreme(best),
    worst: extreme(worst),
    goal: goal === undefined
      ? null
      : { amount: toYuan(goal), reached: toYuan(reached), missing: toYuan(Math.max(0, goal - reached)) },
    comparison: compared === null ? null : comparedView(compared),
    days: days.map(({ cents, closed, date, isFinal, note, source, unusual, usual }) => ({
      date,
      amount: isFinal ? yuanOrNull(cents) : null,
      source: isFinal ? source : null,
      closed,
      note,
      usual: yuanOrNull(usual),
      ...(unusual === undefined ? {} : { unusual }),
      ...special(holidays, date)
    })),
    sent: sent === null ? null : { at: instantAt(sent.at, zone), head: sent.announcement.head ?? null },
    changes: changes.map(({ after, before, date, record }) => ({
      date,
      before: stood(before),
      after: stood(after),
      by: record?.actor ?? null,
      at: instantOrNull(record?.createdAt ?? null, zone)
    }))
  }
}
