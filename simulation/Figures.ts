import type { Almanac } from "./Almanac.ts"
import { plusDays, weekdayOf } from "./Almanac.ts"
import { hold, same } from "./Broken.ts"
import { type Model, weekdays } from "./Model.ts"

interface Point {
  readonly date: string
  readonly amount: number
  readonly estimated?: boolean
  readonly source: string | null
}

const monthBefore = (first: string) => `${plusDays(first, -1).slice(0, 7)}-01`

/** Every figure that the service shows, computed from the model's days without any shortcut. */
export const figures = (model: Model, almanac: Almanac, zone: string, now: () => number) => {
  const finalOn = (date: string) => {
    const day = model.days.get(date)
    return day?.final === true ? day : undefined
  }
  const figure = (date: string) => {
    const day = finalOn(date)
    return { date, amount: day === undefined ? null : day.cents / 100, source: day?.source ?? null }
  }
  const counts = () => model.isPast() && model.isFinal(model.today())
  const last = () => (counts() ? model.today() : plusDays(model.today(), -1))
  const total = (start: string, end: string) => {
    let cents = 0
    for (let date = start; date <= end && date <= last(); date = plusDays(date, 1)) cents += finalOn(date)?.cents ?? 0
    return { start, end, total: cents / 100 }
  }
  const clockText = () => {
    const { cutoff } = model.settings()
    return `${String(Math.floor(cutoff / 60)).padStart(2, "0")}:${String(cutoff % 60).padStart(2, "0")}`
  }

  const checkMetrics = (found: Record<string, unknown>) => {
    const today = model.today()
    const monday = plusDays(today, -weekdayOf(today))
    const first = `${today.slice(0, 7)}-01`
    const later = (a: string, b: string) => (a > b ? a : b)
    const weekEnd = later(monday, last())
    const monthEnd = later(first, last())
    const { amount, source } = counts() ? figure(today) : { amount: null, source: null }
    const before = monthBefore(first)
    const reach = plusDays(before, (Date.parse(monthEnd) - Date.parse(first)) / 86_400_000)
    const { shop } = model.settings()
    const { next_cutoff: next, ...rest } = found
    same("metrics are those of the stored days", rest, {
      shop_name: shop,
      server_now: almanac.stamp(now()),
      time_zone: zone,
      cutoff_hour: Math.floor(model.settings().cutoff / 60),
      cutoff_time: clockText(),
      as_of: last(),
      today: { date: today, weekday: weekdays[weekdayOf(today)], amount, is_final: counts(), source },
      yesterday: figure(plusDays(today, -1)),
      day_before: figure(plusDays(today, -2)),
      this_week: total(monday, weekEnd),
      last_week: total(plusDays(monday, -7), plusDays(monday, -1)),
      this_month: total(first, monthEnd),
      comparisons: {
        same_weekday_last_week: figure(plusDays(today, -7)),
        last_week_to_same_day: total(plusDays(monday, -7), plusDays(weekEnd, -7)),
        last_month_to_same_day: total(before, reach < first ? reach : plusDays(first, -1))
      }
    })
    const cutoff = model.cutoffOf(today)
    same("metrics show the next cutoff", next, almanac.stamp(cutoff > now() ? cutoff : model.cutoffOf(plusDays(today, 1))))
  }

  const checkSeries = (found: ReadonlyArray<Point>, days: number) => {
    const end = last()
    hold(found.length === days, "series7 has a point a day", () => `${found.length} of ${days}`)
    found.forEach((point, index) => {
      const date = plusDays(end, index + 1 - days)
      const day = finalOn(date)
      if (day === undefined) model.estimated(date, Math.round(point.amount * 100))
      same("series7 shows the stored days", point, day === undefined
        ? { date, amount: point.amount, estimated: true, source: null }
        : { date, amount: day.cents / 100, estimated: false, source: day.source })
    })
  }

  const checkRevenue = (found: ReadonlyArray<Point>, days: number) => {
    const today = model.today()
    const dates = Array.from({ length: days }, (_, index) => plusDays(today, index + 1 - days))
    same("revenue shows the final days", found, dates.flatMap((date) => {
      const day = finalOn(date)
      return day === undefined ? [] : [{ date, amount: day.cents / 100, is_final: true, source: day.source }]
    }))
  }

  const checkExport = (text: string, metrics: Record<string, unknown> | undefined) => {
    const rows = [...model.days].filter(([, { final }]) => final).sort(([a], [b]) => (a < b ? -1 : 1))
    same("the export holds every final day", text, ["date,amount", ...rows.map(([date, { cents }]) => `${date},${(cents / 100).toFixed(2)}`), ""].join("\r\n"))
    if (metrics === undefined) return
    const exported = text.trim().split("\r\n").slice(1).map((line) => line.split(",") as [string, string])
    for (const name of ["this_week", "last_week", "this_month"]) {
      const { end, start, total: shown } = metrics[name] as { start: string; end: string; total: number }
      const sum = exported.filter(([date]) => date >= start && date <= end).reduce((cents, [, amount]) => cents + Math.round(Number(amount) * 100), 0)
      same("totals are the sums of the export", [name, shown], [name, sum / 100])
    }
  }

  const checkHealth = (found: Record<string, unknown>, importFailed: boolean) => {
    const today = model.today()
    const dates = [...model.days.keys()].sort()
    const [first = today] = dates
    const window = Array.from({ length: 31 }, (_, index) => plusDays(today, index - 31))
    same("missing days are listed", found["missing_days"], window.filter((date) => date >= first && !model.days.has(date)))
    const { failed, pending } = model.bag.counts
    const notifications = found["notifications"] as { pending: number; failed: number }
    same("health counts the messages", [notifications.pending, notifications.failed], [pending, failed])
    const scheduler = found["scheduler"] as { ok: boolean; cutoff_time: string }
    same("health shows the cutoff", scheduler.cutoff_time, clockText())
    const problems = found["problems"]
    same("health reports what degrades it", [found["status"] !== "ok", found["status"] === "down", problems],
      [failed > 0 || !scheduler.ok || late() || importFailed, !scheduler.ok, problems])
  }

  const late = () => now() - model.cutoffOf(model.today()) > 60_000 && !model.isFinal(model.today())

  const checkAudit = (found: ReadonlyArray<{ id: number; hash: string; amount_after: number; created_at: string }>, days: number) => {
    const since = almanac.instantOf(plusDays(model.today(), 1 - days), 0)
    const expected = model.audits.filter(({ created_at }) => created_at >= since).reverse()
    same("the audit shows every record of its days",
      found.map(({ amount_after, created_at, hash, id }) => [id, hash, amount_after, created_at]),
      expected.map(({ after_cents, created_at, hash, id }) => [id, hash, after_cents / 100, almanac.stamp(created_at)]))
  }

  return { checkMetrics, checkSeries, checkRevenue, checkExport, checkHealth, checkAudit }
}
