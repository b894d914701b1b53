import type { Almanac } from "./Almanac.ts"
import { plusDays, weekdayOf, weekdays } from "./Almanac.ts"
import { hold, same } from "./Broken.ts"
import { goalFigures } from "./GoalFigures.ts"
import { countHolidays, holidaysOn, isOrdinary, special, unknownYear } from "./Holidays.ts"
import type { Model } from "./Model.ts"
import { rangeOf } from "./Ranges.ts"

interface Point {
  readonly date: string
  readonly amount: number
  readonly estimated?: boolean
  readonly source: string | null
}

interface Counted {
  readonly as_of: string
  readonly day: {
    readonly comparison: { readonly against: string; readonly days: number; readonly current: number; readonly previous: number } | null
    readonly unusual?: true
  }
  readonly week: { readonly total: number }
  readonly month: { readonly total: number }
}

interface Goal {
  readonly forecast?: Readonly<Record<string, number>> | null
}

/** Which dates are holidays or make-up working days, by a list of the model's own. */
const calendar = {
  isHoliday: (date: string) => holidaysOn(date).length > 0,
  isMakeup: (date: string) => holidaysOn(date).length === 0 && !isOrdinary(date)
}

const monthBefore = (first: string) => `${plusDays(first, -1).slice(0, 7)}-01`
const yearBefore = (first: string) => `${String(Number(first.slice(0, 4)) - 1).padStart(4, "0")}${first.slice(4)}`

/** Every date from one to another, both included. */
const range = (start: string, end: string): ReadonlyArray<string> => {
  const dates: Array<string> = []
  for (let date = start; date <= end; date = plusDays(date, 1)) dates.push(date)
  return dates
}

/** Every figure that the service shows, computed from the model's days in the simplest way. */
export const figures = (
  model: Pick<
    Model,
    | "days"
    | "marks"
    | "goals"
    | "isPast"
    | "isFinal"
    | "isAwaited"
    | "today"
    | "settings"
    | "cutoffOf"
    | "endsAt"
    | "audits"
    | "outbox"
    | "estimated"
  >,
  almanac: Almanac,
  zone: string,
  now: () => number
) => {
  const finalOn = (date: string) => {
    const day = model.days.get(date)
    return day?.final === true ? day : undefined
  }
  const figure = (date: string) => {
    const day = finalOn(date)
    return {
      date,
      amount: day === undefined ? null : day.cents / 100,
      source: day?.source ?? null,
      closed: isClosed(date),
      ...special(date)
    }
  }
  const isClosed = (date: string) => model.marks.get(date)?.closed === true && !model.days.has(date)
  const isRunning = (date: string) => model.days.get(date)?.running !== undefined
  const isTillSilent = (today: string) => {
    const { silence } = model.settings()
    const { changed } = model.days.get(today) ?? {}
    return silence > 0 && isRunning(today) && !model.isPast() && now() - (changed?.at ?? 0) >= silence * 60_000
  }
  const noteOf = (date: string) => model.marks.get(date)?.note ?? ""
  const firstRecord = () => [...model.days.keys()].reduce((first, date) => (date < first ? date : first), "9999-12-31")
  const counts = () => model.isPast() && model.isFinal(model.today())
  const last = () => (counts() ? model.today() : plusDays(model.today(), -1))
  const total = (start: string, end: string) => {
    // Today is summed as soon as it is final, also before its cutoff.
    const newest = finalOn(model.today()) === undefined ? last() : model.today()
    const over = range(start, end < newest ? end : newest)
    const first = firstRecord()
    const known = over.filter((date) => date >= first)
    const finals = over.flatMap((date) => finalOn(date) ?? [])
    const part = (isMade: boolean) => {
      const own = finals.filter(({ source }) => (source === "generated") === isMade)
      return { total: own.reduce((cents, day) => cents + day.cents, 0) / 100, days: own.length }
    }
    return {
      start,
      end,
      total: finals.reduce((cents, day) => cents + day.cents, 0) / 100,
      days: over.length,
      final_days: finals.length,
      generated_days: finals.filter(({ source }) => source === "generated").length,
      counted: part(false),
      estimated: part(true),
      closed_days: known.filter(isClosed).length,
      missing: known.filter((date) => finalOn(date) === undefined && !isClosed(date))
    }
  }

  /** Which days may be compared with which, as of the last final day. */
  const comparing = () => {
    const day = last()
    const final = [...model.days].filter(([date, { final }]) => final && date <= day).sort(([a], [b]) => (a < b ? 1 : -1))
    const counted = final.findIndex(([, { source }]) => source !== "generated")
    const estimated = model.settings().source === "range" ? (counted === -1 ? final.length : counted) : 0
    const newest = final.slice(0, 14)
    const lazy = newest.length === 14 && newest.every(([, { source }]) => source === "generated")
    const amount = (date: string) => {
      const day = finalOn(date)
      return day !== undefined && day.source !== "generated" ? day.cents : undefined
    }
    const mean = (date: string) => {
      const found = [7, 14, 21, 28].flatMap((days) => amount(plusDays(date, -days)) ?? [])
      return {
        count: found.length,
        cents: found.length === 0 ? null : Math.round(found.reduce((sum, cents) => sum + cents, 0) / found.length)
      }
    }
    const outcome = (days: number, current: number | null, previous: number | null) => ({
      days_compared: days,
      current,
      previous,
      basis: days > 0 ? "counted" : null
    })
    const pairs = (all: ReadonlyArray<readonly [string, string]>) => {
      const found = all.map((pair) => pair.map(amount)).filter((pair): pair is [number, number] => !pair.includes(undefined))
      return found.length === 0
        ? outcome(0, null, null)
        : outcome(found.length, found.reduce((sum, [one]) => sum + one, 0) / 100, found.reduce((sum, [, other]) => sum + other, 0) / 100)
    }
    /** The other day's amount is shown even if the two cannot be compared. */
    const one = (date: string, other: string) => {
      const [current, previous] = [amount(date), amount(other)]
      return current === undefined || previous === undefined
        ? outcome(0, null, previous === undefined ? null : previous / 100)
        : outcome(1, current / 100, previous / 100)
    }
    return { day, lazy, estimated, amount, mean, one, outcome, pairs }
  }

  const comparisons = ({ amount, day, mean, one, outcome, pairs }: ReturnType<typeof comparing>, monday: string, first: string) => {
    const four = mean(day)
    const cents = amount(day)
    const ofMonth = (start: string) =>
      range(first, day).map((date, index) => [date, plusDays(start, index)] as const).filter(([, match]) =>
        match.slice(0, 7) === start.slice(0, 7)
      )
    /** How many days of each weekday are compared, and the amount to expect from them by the month before. */
    const mix = (all: ReadonlyArray<readonly [string, string]>, start: string) => {
      const found = all.filter((pair) => pair.every((date) => amount(date) !== undefined))
      const counts = (side: 0 | 1) => {
        const days = [0, 0, 0, 0, 0, 0, 0]
        for (const pair of found) days[weekdayOf(pair[side])] = (days[weekdayOf(pair[side])] ?? 0) + 1
        return days
      }
      let cents: number | null = found.length === 0 ? null : 0
      for (const [date] of found) {
        const same = range(start, plusDays(first, -1)).filter((each) => weekdayOf(each) === weekdayOf(date) && isOrdinary(each)).flatMap((
          each
        ) => amount(each) ?? [])
        cents = cents === null || same.length === 0 ? null : cents + Math.round(same.reduce((sum, each) => sum + each, 0) / same.length)
      }
      const holidays = { current: countHolidays(found.map(([date]) => date)), previous: countHolidays(found.map(([, date]) => date)) }
      return { weekdays: { current: counts(0), previous: counts(1) }, holidays, expected: cents === null ? null : cents / 100 }
    }
    /** If the as-of day is a holiday: its day in the year before. If two holidays are on one date, the one that can be compared. */
    const sameHoliday = () => {
      const all = holidaysOn(day).map(({ before, day: offset, name, wasOff }) => ({
        ...(wasOff && before !== null ? one(day, before) : outcome(0, null, null)),
        name,
        day: offset,
        date: before,
        was_off: wasOff
      }))
      return all.find(({ days_compared: days }) => days > 0) ?? all.find((each) => each.was_off) ?? all[0] ?? null
    }
    return {
      same_weekday_last_week: one(day, plusDays(day, -7)),
      same_weekday_mean4: cents === undefined || four.cents === null
        ? outcome(0, null, four.cents === null || four.count < 3 ? null : four.cents / 100)
        : outcome(four.count, cents / 100, four.cents / 100),
      week_to_date: pairs(range(monday, day).map((date) => [date, plusDays(date, -7)])),
      month_to_date: { ...pairs(ofMonth(monthBefore(first))), ...mix(ofMonth(monthBefore(first)), monthBefore(first)) },
      month_to_date_last_year: pairs(ofMonth(yearBefore(first))),
      year_to_date: pairs(range(`${first.slice(0, 4)}-01-01`, day).map((date) => [date, yearBefore(date)])),
      same_holiday_last_year: sameHoliday()
    }
  }

  const newest = (until: string) => {
    const [date] = [...model.days].filter(([each, { final }]) => final && each <= until).map(([each]) => each).sort().reverse()
    if (date === undefined) return null
    const { amount, source } = figure(date)
    return { date, amount, source }
  }

  const best = () => {
    const counted = (date: string) => (finalOn(date)?.source === "generated" ? undefined : finalOn(date)?.cents)
    const day = last()
    const cents = counted(day)
    const others = [1, 2, 3, 4, 5, 6, 7].flatMap((week) => counted(plusDays(day, -7 * week)) ?? [])
    return cents !== undefined && others.length >= 4 && Math.max(...others) < cents
  }

  const countedOn = (date: string) => (finalOn(date)?.source === "generated" ? undefined : finalOn(date)?.cents)

  const middle = (amounts: ReadonlyArray<number>) => {
    const [sorted, half] = [[...amounts].sort((a, b) => a - b), amounts.length / 2]
    return amounts.length % 2 === 1 ? sorted[half - 0.5] ?? 0 : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
  }

  /** The usual amounts of a date's weekday: the newest eight of half a year. */
  const usualAmounts = (date: string) =>
    isOrdinary(date)
      ? Array.from({ length: 26 }, (_, index) => plusDays(date, -7 * (index + 1))).filter(isOrdinary)
        .flatMap((each) => countedOn(each) ?? []).slice(0, 8)
      : []

  const isFar = (date: string) => {
    const [cents, others] = [countedOn(date), usualAmounts(date)]
    const usual = middle(others)
    if (cents === undefined || others.length < 5 || usual === 0) return false
    const away = Math.abs(cents - usual)
    return away > 4.45 * middle(others.map((other) => Math.abs(other - usual))) && away * 4 > usual
  }

  const besideUsual = (date: string) => {
    const [cents, others] = [countedOn(date), usualAmounts(date)]
    return cents === undefined || others.length < 3
      ? null
      : { against: "usual", days: others.length, current: cents, previous: Math.round(middle(others)) }
  }

  const outlier = () => {
    if (!isFar(last())) return null
    const others = usualAmounts(last())
    return { days_compared: others.length, median: Math.round(middle(others)) / 100 }
  }

  /** The range of the amount to be generated today. */
  const rangeToCome = (today: string) => {
    const later = [...model.days.keys()].some((date) => date > today)
    if (model.isPast() || model.days.has(today) || isClosed(today) || later) return null
    const [min, max] = rangeOf(model.settings(), today)
    return { min: min / 100, max: max / 100 }
  }

  /** What a message states about the month's goal. */
  const goalOfStory = (date: string) => {
    const goal = goalFigures(model, calendar, date, date)?.figures
    if (goal === undefined) return {}
    const cents = (yuan: number) => Math.round(yuan * 100)
    const needed = goal.needed === null ? null : cents(goal.needed)
    const { days_left: daysLeft, days_uncounted: daysUncounted } = goal
    return { goal: { cents: cents(goal.goal), missing: cents(goal.missing), daysLeft, daysUncounted, needed } }
  }

  /** What the settlement announces about today after it is final. */
  const story = () => {
    const compared = comparing()
    const { day: date } = compared
    const cents = (yuan: number) => Math.round(yuan * 100)
    const [monday, first] = [plusDays(date, -weekdayOf(date)), `${date.slice(0, 7)}-01`]
    const { month_to_date, week_to_date } = comparisons(compared, monday, first)
    const sum = (start: string, { current, days_compared: days, previous }: ReturnType<typeof compared.pairs>) => {
      const { closed_days, estimated, final_days, generated_days, missing, total: yuan } = total(start, date)
      return {
        cents: cents(yuan),
        days: final_days + missing.length,
        generatedDays: generated_days,
        generatedCents: cents(estimated.total),
        closedDays: closed_days,
        missing,
        compared: current === null || previous === null ? null : { days, current: cents(current), previous: cents(previous) }
      }
    }
    const { changed = null, source } = finalOn(date) ?? { source: "" }
    const [min, max] = rangeOf(model.settings(), date)
    return {
      entered: changed === null || source === "generated" ? null : { by: changed.by, at: changed.at },
      range: source === "generated" ? { min, max } : null,
      note: noteOf(date),
      compared: besideUsual(date),
      unusual: isFar(date),
      week: sum(monday, week_to_date),
      month: sum(first, { ...month_to_date, previous: month_to_date.expected }),
      ...goalOfStory(date)
    }
  }

  const entered = (today: string) => {
    const day = model.days.get(today)
    if (day === undefined || model.isPast() && day.running === undefined) return null
    const { changed = null } = day
    return {
      amount: day.cents / 100,
      source: day.source,
      is_final: day.final,
      at: changed === null ? null : almanac.stamp(changed.at),
      by: changed === null ? null : changed.by
    }
  }
  const clockText = () => {
    const { cutoff } = model.settings()
    return `${String(Math.floor(cutoff / 60)).padStart(2, "0")}:${String(cutoff % 60).padStart(2, "0")}`
  }

  const checkGoal = (found: Goal | undefined, today: string, last: string) => {
    const expected = goalFigures(model, calendar, today, last)
    const { forecast = null, ...exact } = found ?? {}
    same("the goal's figures are those of the stored days", exact, expected?.figures ?? {})
    const [shown, known] = [forecast, expected?.forecast ?? null].map((each) => each === null ? null : Object.values(each))
    same("there is a forecast where four weeks are counted", shown === null, known === null)
    // Sums of squares of millions of yuan are not exact in a double, so a small difference is allowed.
    known?.forEach((yuan, index) =>
      hold(Math.abs(yuan - (shown?.[index] ?? NaN)) <= 0.02 + yuan * 1e-9, "the forecast is that of the stored days", () =>
        `${String(shown)}, expected ${String(known)}`)
    )
  }

  /** What pages draw: the sums end with today as soon as it is entered. */
  const checkCounted = (found: Counted, today: string) => {
    const counts = finalOn(today) !== undefined && (countedOn(today) !== undefined || newestAreGenerated(today))
    const end = counts ? today : plusDays(today, -1)
    const lazy = newestAreGenerated(end)
    same("the sums of the pages end with the last day that counts", found.as_of, end)
    const beside = besideUsual(end)
    const { against = null, current, days, previous } = found.day.comparison ?? {}
    if (against !== "holiday") {
      const shown = against === null
        ? null
        : { against, days, current: Math.round((current ?? NaN) * 100), previous: Math.round((previous ?? NaN) * 100) }
      same("the day is beside its usual amount", shown, beside)
    }
    same("a page marks an unusual amount", found.day.unusual === true, isFar(end))
    const [monday, first] = [plusDays(today, -weekdayOf(today)), `${today.slice(0, 7)}-01`]
    for (const [name, start] of [["week", monday], ["month", first]] as const) {
      const known = range(start, end)
      const cents = known.reduce((sum, date) => sum + ((lazy ? finalOn(date)?.cents : countedOn(date)) ?? 0), 0)
      same("a page's sum is that of the entered days", [name, found[name].total], [name, cents / 100])
    }
  }

  const newestAreGenerated = (until: string) => {
    const newest = [...model.days].filter(([date, { final }]) => final && date <= until).sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, 14)
    return newest.length === 14 && newest.every(([, { source }]) => source === "generated")
  }

  const checkMetrics = (found: Record<string, unknown>) => {
    const today = model.today()
    const monday = plusDays(today, -weekdayOf(today))
    const first = `${today.slice(0, 7)}-01`
    const compared = comparing()
    const { amount, source } = counts() ? figure(today) : { amount: null, source: null }
    const { shop } = model.settings()
    const ends = model.endsAt()
    const { counted, goal, next_cutoff: next, ...rest } = found
    checkCounted(counted as Counted, today)
    checkGoal(goal as Goal | undefined, today, compared.day)
    same("metrics are those of the stored days", rest, {
      shop_name: shop,
      server_now: almanac.stamp(now()),
      time_zone: zone,
      cutoff_hour: Math.floor(model.settings().cutoff / 60),
      cutoff_time: clockText(),
      as_of: compared.day,
      today: {
        date: today,
        weekday: weekdays[weekdayOf(today)],
        ...special(today),
        ...(ends === undefined ? {} : { ends_at: almanac.stamp(ends) }),
        amount,
        is_final: counts(),
        source,
        closed: isClosed(today),
        note: noteOf(today),
        range: model.settings().source === "range" ? rangeToCome(today) : null,
        awaits: model.days.has(today)
          ? model.isPast() && isRunning(today)
          : model.settings().source === "none" && !isClosed(today),
        entered: entered(today)
      },
      yesterday: figure(plusDays(today, -1)),
      day_before: figure(plusDays(today, -2)),
      newest: newest(compared.day),
      this_week: total(monday, today),
      last_week: total(plusDays(monday, -7), plusDays(monday, -1)),
      this_month: total(first, today),
      comparisons: comparisons(compared, monday, first),
      generated_only: compared.lazy,
      ...(compared.estimated < 7 ? {} : { estimated_in_a_row: compared.estimated }),
      best_weekday: best(),
      stands_out: outlier()
    })
    const cutoff = model.cutoffOf(today)
    same("metrics show the next cutoff", next, almanac.stamp(cutoff > now() ? cutoff : model.cutoffOf(plusDays(today, 1))))
  }

  const checkSeries = (found: ReadonlyArray<Point>, days: number) => {
    const { amount, day: end, mean } = comparing()
    hold(found.length === days, "series7 has a point a day", () => `${found.length} of ${days}`)
    found.forEach((point, index) => {
      const date = plusDays(end, index + 1 - days)
      const day = finalOn(date)
      if (day === undefined) model.estimated(date, Math.round(point.amount * 100))
      const week = amount(plusDays(date, -7))
      const { cents: four, count } = mean(date)
      same("series7 shows the stored days", point, {
        ...(day === undefined
          ? { date, amount: point.amount, estimated: true, source: null }
          : { date, amount: day.cents / 100, estimated: false, source: day.source }),
        closed: isClosed(date),
        note: noteOf(date),
        last_week: week === undefined ? null : week / 100,
        mean4: four === null ? null : four / 100,
        mean4_days: count,
        ...special(date),
        ...unknownYear(date)
      })
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
    same("the export holds every final day", text,
      ["date,amount", ...rows.map(([date, { cents }]) => `${date},${(cents / 100).toFixed(2)}`), ""].join("\r\n"))
    if (metrics === undefined) return
    const exported = text.trim().split("\r\n").slice(1).map((line) => line.split(",") as [string, string])
    const newest = last()
    const summed = finalOn(model.today()) === undefined ? newest : model.today()
    for (const name of ["this_week", "last_week", "this_month"]) {
      const { end, start, total: shown } = metrics[name] as { start: string; end: string; total: number }
      const sum = exported.filter(([date]) => date >= start && date <= end && date <= summed).reduce(
        (cents, [, amount]) => cents + Math.round(Number(amount) * 100),
        0
      )
      same("totals are the sums of the export", [name, shown], [name, sum / 100])
    }
  }

  const checkHealth = (found: Record<string, unknown>, importFailed: boolean) => {
    const today = model.today()
    const dates = [...model.days.keys()].sort()
    const [first = today] = dates
    const window = Array.from({ length: 31 }, (_, index) => plusDays(today, index - 31))
    same("missing days are listed", found["missing_days"],
      window.filter((date) => date >= first && (!model.days.has(date) || isRunning(date)) && !isClosed(date)))
    const isMissing = (date: string) => date >= first && (!model.days.has(date) || isRunning(date)) && !isClosed(date)
    const isTodayAwaited = model.isPast() && !model.isFinal(today) && !isClosed(today)
    const awaiting = [...window.filter(isMissing), ...(isTodayAwaited ? [today] : [])]
      .filter((date) => model.settings().source === "none" || isRunning(date))
    same("days that await a figure are listed", (found["awaiting"] as ReadonlyArray<{ date: string }>).map(({ date }) => date), awaiting)
    const { failed, pending } = model.outbox.counts
    const notifications = found["notifications"] as { pending: number; failed: number }
    same("health counts the messages", [notifications.pending, notifications.failed], [pending, failed])
    const scheduler = found["scheduler"] as { ok: boolean; cutoff_time: string }
    same("health shows the cutoff", scheduler.cutoff_time, clockText())
    const problems = found["problems"] as ReadonlyArray<{ code: string; params: Readonly<Record<string, unknown>> }>
    const isHeldUp = problems.some(({ code }) => code === "messages_wait" || code === "chat_waits")
    const removed = model.outbox.removedChats()
    same("health names the chats that are removed and have unsent messages",
      problems.flatMap(({ code, params }) => code === "chat_removed" ? [String(params["chat"])] : []).sort(), removed)
    hold(!isHeldUp || pending > 0, "health says that messages wait only where some do", () => JSON.stringify(problems))
    same("health reports what degrades it", [found["status"] !== "ok", found["status"] === "down", problems], [
      failed > 0 || awaiting.length > 0 || isTillSilent(today) || isHeldUp || removed.length > 0 || !scheduler.ok || late() || wasAhead() ||
      importFailed,
      !scheduler.ok,
      problems
    ])
  }

  const late = () => now() - model.cutoffOf(model.today()) > 60_000 && model.isAwaited(model.today())

  /** Whether the clock is behind now, or was ahead. */
  const wasAhead = () => [...model.days.keys()].some((date) => date > model.today())

  const checkAudit = (
    found: ReadonlyArray<{ id: number; hash: string; amount_after: number | null; created_at: string }>,
    days: number
  ) => {
    const since = almanac.instantOf(plusDays(almanac.dateAt(now()), 1 - days), 0)
    const expected = model.audits.filter(({ created_at }) => created_at >= since).reverse()
    same("the audit shows every record of its days",
      found.map(({ amount_after, created_at, hash, id }) => [id, hash, amount_after, created_at]), expected.map((
        { after_cents, created_at, hash, id }
      ) => [id, hash, after_cents === null ? null : after_cents / 100, almanac.stamp(created_at)]))
  }

  return { checkMetrics, checkSeries, checkRevenue, checkExport, checkHealth, checkAudit, story }
}
