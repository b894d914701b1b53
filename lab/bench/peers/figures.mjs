import { countHolidays, holidaysOn, isOrdinary, special, unknownYear } from "./holidays.mjs"

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

/** The median of at least five earlier amounts, if the amount differs clearly from it. */
const standingOut = (cents, before) => {
  if (before.length < 5 || middle(before) === 0) return null
  const away = Math.abs(cents - middle(before))
  const isFar = away > 4.45 * middle(before.map((one) => Math.abs(one - middle(before)))) && away * 4 > middle(before)
  return isFar ? { days_compared: before.length, median: Math.round(middle(before)) / 100 } : null
}

/** Compares counted days. */
const comparing = (byDate, days, last) => {
  const until = days.filter(({ date }) => date <= last)
  const estimated = until.length - 1 - until.findLastIndex(({ source }) => source !== "generated")
  const newest = until.slice(-14)
  const isLazy = newest.length === 14 && newest.every(({ source }) => source === "generated")
  const comparable = (date) => {
    const day = byDate.get(date)
    return day !== undefined && day.source !== "generated" ? day.amount_cents : undefined
  }
  const before = (date, weeks, counts = () => true) =>
    Array.from({ length: weeks }, (_, index) => addDays(date, -7 * (index + 1))).filter(counts).map(comparable)
      .filter((cents) => cents !== undefined)
  const mean = (amounts) => {
    const sum = amounts.reduce((total, cents) => total + cents, 0)
    return Math.floor((2 * sum + amounts.length) / (2 * amounts.length)) / 100
  }
  const pairs = (all) => {
    const matched = all.map((pair) => pair.map(comparable)).filter((pair) => !pair.includes(undefined))
    const sum = (index) => matched.length === 0 ? null : matched.reduce((total, pair) => total + pair[index], 0) / 100
    return { days_compared: matched.length, current: sum(0), previous: sum(1), basis: matched.length > 0 ? "counted" : null }
  }
  /** A day that cannot be compared still shows the earlier amount. */
  const one = (date, other) => {
    const previous = comparable(other)
    return comparable(date) === undefined && previous !== undefined
      ? { days_compared: 0, current: null, previous: previous / 100, basis: null }
      : pairs([[date, other]])
  }
  return { isLazy, estimated, before, comparable, mean, one, pairs }
}

/** The figures from the final days since 1 January of last year, oldest first. */
export const metrics = (now, daysFrom) => {
  const today = now.slice(0, 10)
  const month = `${today.slice(0, 8)}01`
  const previousMonth = `${addDays(month, -1).slice(0, 8)}01`
  const yearBefore = (date) => `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
  const newYear = `${today.slice(0, 4)}-01-01`
  const days = daysFrom(yearBefore(newYear))
  const byDate = new Map(days.map((day) => [day.date, day]))
  const pastCutoff = now.slice(11, 16) >= cutoff.text
  const dayOf = (date) => {
    const day = byDate.get(date)
    return { date, amount: day === undefined ? null : day.amount_cents / 100, source: day?.source ?? null, closed: false, ...special(date) }
  }
  const counted = pastCutoff ? dayOf(today) : { date: today, amount: null, source: null }
  const asOf = counted.amount === null ? addDays(today, -1) : today
  const weekday = new Date(today).getUTCDay()
  const monday = addDays(today, -(weekday + 6) % 7)
  const part = (days) => ({ total: days.reduce((sum, day) => sum + day.amount_cents, 0) / 100, days: days.length })
  const window = (start, end) => {
    const summed = byDate.has(today) ? today : asOf
    const over = datesFrom(start, end < summed ? end : summed)
    const final = over.map((date) => byDate.get(date)).filter((day) => day !== undefined)
    return {
      start,
      end,
      total: final.reduce((sum, day) => sum + day.amount_cents, 0) / 100,
      days: over.length,
      final_days: final.length,
      generated_days: final.filter(({ source }) => source === "generated").length,
      counted: part(final.filter(({ source }) => source !== "generated")),
      estimated: part(final.filter(({ source }) => source === "generated")),
      closed_days: 0,
      missing: over.filter((date) => !byDate.has(date))
    }
  }
  const { isLazy, estimated, before, comparable, mean, one, pairs } = comparing(byDate, days, asOf)
  const ofMonth = (first) =>
    datesFrom(month, asOf).map((date, index) => [date, addDays(first, index)]).filter(([, match]) =>
      match.slice(0, 7) === first.slice(0, 7)
    )
  const weekdayOf = (date) => (new Date(date).getUTCDay() + 6) % 7
  const mix = (all) => {
    const matched = all.filter((pair) => pair.every((date) => comparable(date) !== undefined))
    const count = (side) => {
      const days = [0, 0, 0, 0, 0, 0, 0]
      for (const pair of matched) days[weekdayOf(pair[side])] += 1
      return days
    }
    const parts = matched.map(([date]) => {
      const same = datesFrom(previousMonth, addDays(month, -1))
        .filter((each) => weekdayOf(each) === weekdayOf(date) && isOrdinary(each) && comparable(each) !== undefined).map(comparable)
      return same.length === 0 ? null : Math.round(mean(same) * 100)
    })
    const cents = parts.reduce((sum, part) => sum === null || part === null ? null : sum + part, parts.length === 0 ? null : 0)
    return {
      weekdays: { current: count(0), previous: count(1) },
      holidays: { current: countHolidays(matched.map(([date]) => date)), previous: countHolidays(matched.map(([, date]) => date)) },
      expected: cents === null ? null : cents / 100
    }
  }
  /** If the as-of day is a holiday, its day in the year before. */
  const sameHoliday = () => {
    const found = holidaysOn(asOf).map(({ before: date, day, name, wasOff }) => ({
      ...(wasOff ? one(asOf, date) : pairs([])),
      name,
      day,
      date,
      was_off: wasOff
    }))
    return found.find(({ days_compared: days }) => days > 0) ?? found.find(({ was_off: wasOff }) => wasOff) ?? found[0] ?? null
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
  const compared = (against, { current, days_compared: days, previous }) => {
    if (current === null || previous === null) return null
    const [one, other] = [current, previous].map((yuan) => Math.round(yuan * 100))
    const percent = other === 0 ? null : Math.round(Math.abs(one - other) / other * 100)
    const isDay = against === "usual" || against === "holiday"
    const isMultiple = against === "usual" && other > 0 && one >= 3 * other
    const way = isMultiple ? "times" : (isDay ? percent === 0 : one === other) ? "same" : one > other ? "more" : "less"
    const times = isMultiple ? { times: Math.floor(one / other) } : {}
    return { against, days, current, previous, way, by: Math.abs(one - other) / 100, percent, ...times }
  }
  const drawn = (date) => {
    const record = byDate.get(date)
    const cents = comparable(date)
    const known = usual(date)
    const against = known === null
      ? compared("holiday", sameHoliday() ?? pairs([]))
      : compared("usual", { current: cents / 100, previous: known.amount, days_compared: known.days })
    const isFar = cents !== undefined && (known?.bounds ?? null) !== null &&
      (cents < known.bounds.low * 100 || cents > known.bounds.high * 100)
    return {
      date,
      state: record === undefined ? date >= today ? "open" : "missing" : record.source === "generated" ? "estimated" : "entered",
      amount: record === undefined ? null : record.amount_cents / 100,
      source: record?.source ?? null,
      at: null,
      by: null,
      note: "",
      usual: known,
      comparison: cents === undefined ? null : against,
      ...(isFar ? { unusual: true } : {}),
      ...special(date)
    }
  }
  const summed = (start, end, comparison) => {
    const { closed_days, counted: own, estimated: made, missing } = window(start, end)
    return { start, end, ...own, ...(made.days === 0 ? {} : { estimated: made }), closed_days, missing, comparison }
  }
  const week = (first, end) => compared("week_before", pairs(datesFrom(first, end).map((date) => [date, addDays(date, -7)])))
  const four = before(asOf, 4)
  const newest = days.findLast(({ date }) => date <= asOf)
  const seven = before(asOf, 7)
  const isCounted = byDate.has(asOf) && byDate.get(asOf).source !== "generated"
  return {
    shop_name: "示例门店",
    server_now: instant(now),
    time_zone: process.env.TZ,
    cutoff_hour: cutoff.hour,
    cutoff_time: cutoff.text,
    next_cutoff: instant(`${pastCutoff ? addDays(today, 1) : today}T${cutoff.text}:00`),
    as_of: asOf,
    today: {
      date: today,
      weekday: weekdays[weekday],
      ...special(today),
      amount: counted.amount,
      is_final: counted.amount !== null,
      source: counted.source,
      closed: false,
      note: "",
      range: pastCutoff || byDate.has(today) ? null : weekday % 6 === 0 ? { min: 4000, max: 5200 } : { min: 2800, max: 3600 },
      awaits: false,
      entered: null
    },
    yesterday: dayOf(addDays(today, -1)),
    day_before: dayOf(addDays(today, -2)),
    newest: newest === undefined ? null : { date: newest.date, amount: newest.amount_cents / 100, source: newest.source },
    this_week: window(monday, today),
    last_week: window(addDays(monday, -7), addDays(monday, -1)),
    this_month: window(month, today),
    comparisons: {
      same_weekday_last_week: one(asOf, addDays(asOf, -7)),
      same_weekday_mean4: comparable(asOf) === undefined || four.length === 0
        ? { ...pairs([]), previous: four.length < 3 ? null : mean(four) }
        : { days_compared: four.length, current: comparable(asOf) / 100, previous: mean(four), basis: "counted" },
      week_to_date: pairs(datesFrom(monday, asOf).map((date) => [date, addDays(date, -7)])),
      month_to_date: { ...pairs(ofMonth(previousMonth)), ...mix(ofMonth(previousMonth)) },
      month_to_date_last_year: pairs(ofMonth(yearBefore(month))),
      year_to_date: pairs(datesFrom(newYear, asOf).map((date) => [date, yearBefore(date)])),
      same_holiday_last_year: sameHoliday()
    },
    generated_only: isLazy,
    ...(estimated < 7 ? {} : { estimated_in_a_row: estimated }),
    best_weekday: isCounted && seven.length >= 4 && seven.every((cents) => cents < comparable(asOf)),
    stands_out: isCounted && isOrdinary(asOf) ? standingOut(comparable(asOf), before(asOf, 26, isOrdinary).slice(0, 8)) : null,
    // No day of the benchmark's history is generated.
    counted: {
      as_of: asOf,
      with_estimates: false,
      today: drawn(today),
      day: drawn(asOf),
      week: summed(monday, asOf, week(monday, asOf)),
      last_week: summed(addDays(monday, -7), addDays(monday, -1), week(addDays(monday, -7), addDays(monday, -1))),
      month: summed(month, asOf,
        compared("month_before", { ...pairs(ofMonth(previousMonth)), previous: mix(ofMonth(previousMonth)).expected }))
    }
  }
}

/** The last days until yesterday, and the four weeks before them; the benchmark's history has all of them. */
export const seriesFrom = (now, days) => addDays(now.slice(0, 10), -days - 28)
export const revenueFrom = (now, days) => addDays(now.slice(0, 10), 1 - days)
export const series = (rows) => {
  const byDate = new Map(rows.map((day) => [day.date, day]))
  const { before, comparable, mean } = comparing(byDate, rows, rows.at(-1)?.date ?? "")
  return rows.slice(28).map((day) => {
    const week = comparable(addDays(day.date, -7))
    return {
      date: day.date,
      amount: day.amount_cents / 100,
      estimated: false,
      source: day.source,
      closed: false,
      note: "",
      last_week: week === undefined ? null : week / 100,
      mean4: mean(before(day.date, 4)),
      mean4_days: before(day.date, 4).length,
      ...special(day.date),
      ...unknownYear(day.date)
    }
  })
}
export const revenueDay = (day) => ({ date: day.date, amount: day.amount_cents / 100, is_final: true, source: day.source })

export const daysSince = "SELECT date, amount_cents, source FROM turnover WHERE is_final = 1 AND date >= ? ORDER BY date"
