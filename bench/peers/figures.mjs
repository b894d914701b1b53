/** The dashboard's figures, written by hand for this one shop. Its zone is that of the process and has one offset. */
const zoneMillis = -60_000 * new Date().getTimezoneOffset()
const hours = Math.abs(zoneMillis / 3_600_000)
const offset = `${zoneMillis < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:00`
const dayMillis = 86_400_000
const weekdays = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"]

const cutoff = { hour: 23, text: "23:59" }

const addDays = (date, days) => new Date(Date.parse(date) + days * dayMillis).toISOString().slice(0, 10)
const later = (a, b) => (a < b ? b : a)
export const instant = (local) => `${local.slice(0, 19)}${offset}`

export const localNow = () => new Date(Date.now() + zoneMillis).toISOString()

/** The headers of every response of the service. */
export const headers = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store"
}

/** The figures from the final days of the running and the previous month, oldest first. */
export const metrics = (now, daysFrom) => {
  const today = now.slice(0, 10)
  const month = `${today.slice(0, 8)}01`
  const lastOfPreviousMonth = addDays(month, -1)
  const previousMonth = `${lastOfPreviousMonth.slice(0, 8)}01`
  const days = daysFrom(previousMonth)
  const pastCutoff = now.slice(11, 16) >= cutoff.text
  const dayOf = (date) => {
    const day = days.find((each) => each.date === date)
    return { date, amount: day === undefined ? null : day.amount_cents / 100, source: day?.source ?? null }
  }
  const period = (start, end) => {
    let cents = 0
    for (const day of days) if (day.date >= start && day.date <= end) cents += day.amount_cents
    return { start, end, total: cents / 100 }
  }
  const counted = pastCutoff ? dayOf(today) : { date: today, amount: null, source: null }
  const asOf = counted.amount === null ? addDays(today, -1) : today
  const weekday = new Date(today).getUTCDay()
  const monday = addDays(today, -(weekday + 6) % 7)
  const lastMonday = addDays(monday, -7)
  const weekEnd = later(monday, asOf)
  const monthEnd = later(month, asOf)
  const sameDay = addDays(previousMonth, (Date.parse(monthEnd) - Date.parse(month)) / dayMillis)
  return {
    shop_name: "示例门店",
    server_now: instant(now),
    time_zone: process.env.TZ,
    cutoff_hour: cutoff.hour,
    cutoff_time: cutoff.text,
    next_cutoff: instant(`${pastCutoff ? addDays(today, 1) : today}T${cutoff.text}:00`),
    as_of: asOf,
    today: { date: today, weekday: weekdays[weekday], amount: counted.amount, is_final: counted.amount !== null, source: counted.source },
    yesterday: dayOf(addDays(today, -1)),
    day_before: dayOf(addDays(today, -2)),
    this_week: period(monday, weekEnd),
    last_week: period(lastMonday, addDays(monday, -1)),
    this_month: period(month, monthEnd),
    comparisons: {
      same_weekday_last_week: dayOf(addDays(today, -7)),
      last_week_to_same_day: period(lastMonday, addDays(weekEnd, -7)),
      last_month_to_same_day: period(previousMonth, sameDay > lastOfPreviousMonth ? lastOfPreviousMonth : sameDay)
    }
  }
}

/** The last days until yesterday; the benchmark's history has all of them. */
export const seriesFrom = (now, days) => addDays(now.slice(0, 10), -days)
export const revenueFrom = (now, days) => addDays(now.slice(0, 10), 1 - days)
export const seriesPoint = (day) => ({ date: day.date, amount: day.amount_cents / 100, estimated: false, source: day.source })
export const revenueDay = (day) => ({ date: day.date, amount: day.amount_cents / 100, is_final: true, source: day.source })

export const daysSince = "SELECT date, amount_cents, source FROM turnover WHERE is_final = 1 AND date >= ? ORDER BY date"
