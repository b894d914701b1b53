import { DateTime } from "effect"
import type { AuditEntry, Metrics, RevenueDay, SeriesPoint } from "../Api/Dashboard.ts"
import { nextCutoff } from "../Domain/Agenda.ts"
import { toYuan } from "../Domain/Amount.ts"
import type { AuditRecord } from "../Domain/Audit.ts"
import { type Cutoff, formatCutoff, formatInstant, type Moment } from "../Domain/Calendar.ts"
import type { Dashboard, DayFigure, PeriodTotal, SeriesPoint as Point } from "../Domain/Figures.ts"
import { weekdayLabel } from "../Domain/LocalDate.ts"
import type { Turnover } from "../Domain/Turnover.ts"

const yuanOrNull = (cents: number | null): number | null => (cents === null ? null : toYuan(cents))

const day = ({ cents, date, source }: DayFigure) => ({ date, amount: yuanOrNull(cents), source })

const period = ({ cents, end, start }: PeriodTotal) => ({ start, end, total: toYuan(cents) })

/** `GET /api/metrics` */
export const metrics = (
  figures: Dashboard,
  moment: Moment,
  shop: { readonly shopName: string; readonly cutoff: Cutoff }
): typeof Metrics.Type => ({
  shop_name: shop.shopName,
  server_now: formatInstant(moment.now),
  time_zone: DateTime.zoneToString(moment.now.zone),
  cutoff_hour: shop.cutoff.hour,
  cutoff_time: formatCutoff(shop.cutoff),
  next_cutoff: formatInstant(nextCutoff(moment.now, shop.cutoff)),
  as_of: figures.asOf,
  today: {
    date: figures.today.date,
    weekday: weekdayLabel(figures.today.date),
    amount: yuanOrNull(figures.today.cents),
    is_final: figures.today.cents !== null,
    source: figures.today.source
  },
  yesterday: day(figures.yesterday),
  day_before: day(figures.dayBefore),
  this_week: period(figures.thisWeek),
  last_week: period(figures.lastWeek),
  this_month: period(figures.thisMonth),
  comparisons: {
    same_weekday_last_week: day(figures.sameWeekdayLastWeek),
    last_week_to_same_day: period(figures.lastWeekToSameDay),
    last_month_to_same_day: period(figures.lastMonthToSameDay)
  }
})

/** One item of `GET /api/series7` */
export const seriesPoint = ({ cents, date, estimated, source }: Point): typeof SeriesPoint.Type => ({
  date,
  amount: toYuan(cents),
  estimated,
  source
})

/** One item of `GET /api/revenue` */
export const revenueDay = ({ cents, date, source }: Turnover): typeof RevenueDay.Type => ({
  date,
  amount: toYuan(cents),
  is_final: true,
  source
})

/** An instant of the database as the shop reads it. */
export const instantAt = (millis: number, zone: DateTime.TimeZone): string =>
  formatInstant(DateTime.unsafeMakeZoned(millis, { timeZone: zone }))

export const instantOrNull = (millis: number | null, zone: DateTime.TimeZone): string | null =>
  millis === null ? null : instantAt(millis, zone)

/** One item of `GET /api/audit` */
export const auditEntry = (record: AuditRecord, zone: DateTime.TimeZone): typeof AuditEntry.Type => ({
  id: record.id,
  created_at: instantAt(record.createdAt, zone),
  date: record.date,
  action: record.action,
  amount_before: yuanOrNull(record.before),
  amount_after: toYuan(record.after),
  source: record.source,
  reason: record.reason,
  actor: record.actor,
  hash: record.hash
})
