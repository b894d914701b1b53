import { DateTime } from "effect"
import type { Health as HealthBody } from "../../Api/Health.ts"
import { toYuan } from "../../Domain/Amount.ts"
import { formatInstant, instantAt, instantOrNull } from "../../Domain/Calendar.ts"
import { isUnsent } from "../../Domain/Lateness.ts"
import { formatTime } from "../../Domain/TimeOfDay.ts"
import type { HealthReport } from "../../Health.ts"
import { buildVersion as version } from "../../Package.ts"

const sourceView = ({ now: { zone }, settings, source }: HealthReport, isForManager: boolean): (typeof HealthBody.Type)["source"] => {
  const { lastAnswer, lastAskedAt, lastFault, nextAskAt } = source
  const instant = (millis: number | null) => instantOrNull(millis, zone)
  return {
    kind: settings.amountSource.kind,
    last_asked_at: instant(lastAskedAt),
    last_answer: lastAnswer === null ? null : { date: lastAnswer.date, amount: toYuan(lastAnswer.cents) },
    last_fault: lastFault === null
      ? null
      : {
        date: lastFault.question.date,
        code: lastFault.code,
        ...(isForManager ? { params: lastFault.params } : {}),
        at: instantAt(lastFault.at, zone)
      },
    next_ask_at: instant(nextAskAt)
  }
}

/** What a reader of health sees. A program's sentence may name files and accounts, so managers alone see it. */
export const healthView = (report: HealthReport, adminEnabled: boolean, isForManager: boolean): typeof HealthBody.Type => ({
  status: report.status,
  database: { ok: report.database.ok, kind: report.database.kind, latency_ms: report.database.latencyMillis },
  scheduler: {
    ok: report.scheduler.ok,
    cutoff_time: formatTime(report.scheduler.cutoff),
    next_run: formatInstant(report.scheduler.nextRun),
    last_run: report.scheduler.lastRun === null ? null : formatInstant(report.scheduler.lastRun),
    last_result: report.scheduler.lastResult
  },
  time_zone: { name: DateTime.zoneToString(report.now.zone), offset: DateTime.zonedOffsetIso(report.now) },
  server_now: formatInstant(report.now),
  notifications: {
    pending: report.notifications?.pending ?? 0,
    failed: report.notifications?.failed ?? 0,
    last_delivered_at: instantOrNull(report.notifications?.lastDeliveredAt ?? null, report.now.zone),
    chats: (report.notifications?.lines ?? []).map((line) => ({
      name: line.name,
      kind: line.kind,
      pending: line.pending,
      failed: line.failed,
      last_delivered_at: instantOrNull(line.lastDeliveredAt, report.now.zone),
      unsent: isUnsent(line, report.now.epochMillis),
      muted_until: instantOrNull(line.mutedUntil, report.now.zone)
    }))
  },
  source: sourceView(report, isForManager),
  missing_days: report.missingDays,
  awaiting: report.awaiting.map(({ date, reason, since }) => ({ date, since: formatInstant(since), reason })),
  problems: report.problems,
  auto_import: report.autoImport,
  admin_enabled: adminEnabled,
  version
})
