import type { Almanac } from "./Almanac.ts"
import { plusDays, weekdayOf, weekdays } from "./Almanac.ts"
import { hold, same } from "./Broken.ts"
import { goalFigures } from "./GoalFigures.ts"
import { holidaysOn, isOrdinary, special } from "./Holidays.ts"
import type { Model } from "./Model.ts"
import { rangeOf } from "./Ranges.ts"

interface Point {
  readonly date: string
  readonly amount: number
}

type Goal = { readonly forecast: number | null; readonly outcome: string | null } & Readonly<Record<string, unknown>>

interface Pairs {
  readonly days: number
  readonly current: number
  readonly previous: number
}

/** Which dates are holidays or make-up working days, by a list of the model's own. */
const calendar = {
  isHoliday: (date: string) => holidaysOn(date).length > 0,
  isMakeup: (date: string) => holidaysOn(date).length === 0 && !isOrdinary(date)
}

const monthBefore = (first: string) => `${plusDays(first, -1).slice(0, 7)}-01`

const sumOf = (amounts: ReadonlyArray<number>) => amounts.reduce((sum, cents) => sum + cents, 0)

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
  now: () => number
) => {
  const finalOn = (date: string) => {
    const day = model.days.get(date)
    return day?.final === true ? day : undefined
  }
  const figure = (date: string) => {
    const cents = finalOn(date)?.cents
    return { date, amount: cents === undefined ? null : cents / 100 }
  }
  const countedOn = (date: string) => (finalOn(date)?.source === "generated" ? undefined : finalOn(date)?.cents)
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
  const total = (start: string, end: string) => ({
    start,
    end,
    total: sumOf(range(start, end).map((date) => finalOn(date)?.cents ?? 0)) / 100
  })

  const newestFirst = (until: string) =>
    [...model.days].filter(([date, { final }]) => final && date <= until).sort(([a], [b]) => (a < b ? 1 : -1))

  const areGenerated = (until: string) => {
    const newest = newestFirst(until).slice(0, 14)
    return newest.length === 14 && newest.every(([, { source }]) => source === "generated")
  }

  /** The last day that counts. */
  const lastCounted = (today: string) =>
    finalOn(today) !== undefined && (countedOn(today) !== undefined || areGenerated(today)) ? today : plusDays(today, -1)

  /** What is known of days that count. */
  const span = (start: string, end: string) => {
    const dates = range(start, end)
    const known = dates.filter((date) => date >= firstRecord())
    const finals = dates.flatMap((date) => finalOn(date) ?? [])
    const made = finals.filter(({ source }) => source === "generated")
    return {
      cents: sumOf(finals.map(({ cents }) => cents)),
      days: finals.length,
      madeCents: sumOf(made.map(({ cents }) => cents)),
      madeDays: made.length,
      closedDays: known.filter(isClosed).length,
      missing: known.filter((date) => finalOn(date) === undefined && !isClosed(date))
    }
  }

  const paired = (all: ReadonlyArray<readonly [string, string]>) =>
    all.filter((pair) => pair.every((date) => countedOn(date) !== undefined))

  const sums = (found: ReturnType<typeof paired>): Pairs | null => {
    const sum = (side: 0 | 1) => sumOf(found.map((pair) => countedOn(pair[side]) ?? 0))
    return found.length === 0 ? null : { days: found.length, current: sum(0), previous: sum(1) }
  }

  const besideWeek = (monday: string, end: string) => sums(paired(range(monday, end).map((date) => [date, plusDays(date, -7)])))

  /** A month beside what its days would take by the month before. */
  const besideMonth = (first: string, end: string) => {
    const start = monthBefore(first)
    const found = paired(range(first, end).map((date, index) => [date, plusDays(start, index)] as const)
      .filter(([, match]) => match < first))
    const means = found.map(([date]) => {
      const alike = range(start, plusDays(first, -1)).filter((each) => weekdayOf(each) === weekdayOf(date) && isOrdinary(each))
        .flatMap((each) => countedOn(each) ?? [])
      return alike.length === 0 ? NaN : Math.round(sumOf(alike) / alike.length)
    })
    const beside = sums(found)
    return beside === null || means.includes(NaN) ? null : { ...beside, previous: sumOf(means) }
  }

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

  const usualOn = (date: string) => {
    const amounts = usualAmounts(date)
    const usual = middle(amounts)
    if (amounts.length < 3) return null
    const distance = Math.max(4.45 * middle(amounts.map((each) => Math.abs(each - usual))), usual / 4)
    const bounds = amounts.length < 5 || usual === 0
      ? null
      : { low: Math.max(0, Math.ceil(usual - distance)), high: Math.floor(usual + distance) }
    return { cents: Math.round(usual), days: amounts.length, bounds }
  }

  const isFar = (date: string) => {
    const [cents, bounds] = [countedOn(date), usualOn(date)?.bounds ?? null]
    return cents !== undefined && bounds !== null && (cents < bounds.low || cents > bounds.high)
  }

  const besideUsual = (date: string) => {
    const [current, usual] = [countedOn(date), usualOn(date)]
    return current === undefined || usual === null ? null : { against: "usual", days: usual.days, current, previous: usual.cents }
  }

  const besideDay = (date: string) => {
    const current = countedOn(date)
    if (current === undefined || isOrdinary(date)) return besideUsual(date)
    const [previous] = holidaysOn(date).flatMap(({ before, wasOff }) => wasOff && before !== null ? countedOn(before) ?? [] : [])
    return previous === undefined ? null : { against: "holiday", days: 1, current, previous }
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
    const goal = goalFigures(model, calendar, date, date)
    if (goal === undefined) return {}
    const { cents, daysLeft, missing, needed, uncounted } = goal
    return { goal: { cents, missing, daysLeft, daysUncounted: uncounted.length, needed } }
  }

  /** What the settlement announces about today after it is final. */
  const story = () => {
    const date = counts() ? model.today() : plusDays(model.today(), -1)
    const [monday, first] = [plusDays(date, -weekdayOf(date)), `${date.slice(0, 7)}-01`]
    const sum = (start: string, compared: Pairs | null) => {
      const { cents, closedDays, days, madeCents, madeDays, missing } = span(start, date)
      return { cents, days: days + missing.length, generatedDays: madeDays, generatedCents: madeCents, closedDays, missing, compared }
    }
    const { changed = null, source } = finalOn(date) ?? { source: "" }
    const [min, max] = rangeOf(model.settings(), date)
    return {
      entered: changed === null || source === "generated" ? null : { by: changed.by, at: changed.at },
      range: source === "generated" ? { min, max } : null,
      note: noteOf(date),
      compared: besideUsual(date),
      unusual: isFar(date),
      week: sum(monday, besideWeek(monday, date)),
      month: sum(first, besideMonth(first, date)),
      ...goalOfStory(date)
    }
  }

  const clockText = () => {
    const { cutoff } = model.settings()
    return `${String(Math.floor(cutoff / 60)).padStart(2, "0")}:${String(cutoff % 60).padStart(2, "0")}`
  }

  const yuan = (cents: number | null) => cents === null ? null : cents / 100

  const checkGoal = (found: Goal | undefined, today: string, last: string) => {
    const goal = goalFigures(model, calendar, today, last)
    const { forecast = null, outcome = null, ...exact } = found ?? {}
    if (goal === undefined) return same("there is no goal", found, undefined)
    const { cents, daysLeft, forecast: known, missing, month, needed, reached, uncounted } = goal
    same("the goal's figures are those of the stored days", exact, {
      month,
      goal: cents / 100,
      reached: reached / 100,
      percent: Math.floor(reached / cents * 100),
      missing: missing / 100,
      more: Math.max(0, reached - cents) / 100,
      days_left: daysLeft,
      uncounted,
      needed: yuan(needed)
    })
    same("there is a forecast where four weeks are counted", forecast === null, known === null)
    // Sums of squares of millions of yuan are not exact in a double, so a small difference is allowed.
    const slack = known === null ? 0 : 2 + known.cents * 1e-9
    hold(known === null || Math.abs((forecast ?? NaN) * 100 - known.cents) <= slack, "the forecast is that of the stored days",
      () => `${String(forecast)}, expected ${String(known?.cents)}`)
    const outcomeAt = (more: number) =>
      missing === 0
        ? "reached"
        : known === null
        ? null
        : known.cents + more >= cents
        ? "likely"
        : known.high + more >= cents
        ? "close"
        : "unlikely"
    hold([-slack, slack].some((more) => outcomeAt(more) === outcome), "the goal's outcome is that of the forecast", () => String(outcome))
  }

  const said = (compared: Pairs | null, against: string) => {
    if (compared === null) return null
    const { current, days, previous } = compared
    const percent = previous === 0 ? null : Math.round(Math.abs(current - previous) / previous * 100)
    const isMultiple = against === "usual" && previous > 0 && current >= 3 * previous
    const isSame = against === "usual" || against === "holiday" ? percent === 0 : current === previous
    return {
      against,
      days,
      current: current / 100,
      previous: previous / 100,
      way: isMultiple ? "times" : isSame ? "same" : current > previous ? "more" : "less",
      by: Math.abs(current - previous) / 100,
      percent,
      ...(isMultiple ? { times: Math.floor(current / previous) } : {})
    }
  }

  const stateOf = (date: string, today: string) => {
    const day = model.days.get(date)
    if (day?.final === true) return day.source === "generated" ? "estimated" : "entered"
    if (isClosed(date)) return "closed"
    if (date >= today) return isRunning(date) ? "running" : "open"
    return date < firstRecord() ? "before" : "missing"
  }

  /** A day as pages draw it. */
  const drawn = (date: string, today: string) => {
    const [day, usual, beside] = [model.days.get(date), usualOn(date), besideDay(date)]
    return {
      date,
      state: stateOf(date, today),
      amount: yuan(day?.cents ?? null),
      source: day?.source ?? null,
      at: day?.changed === undefined ? null : almanac.stamp(day.changed.at),
      by: day?.changed === undefined ? null : day.changed.by,
      note: noteOf(date),
      usual: usual === null ? null : {
        amount: usual.cents / 100,
        days: usual.days,
        bounds: usual.bounds === null ? null : { low: usual.bounds.low / 100, high: usual.bounds.high / 100 }
      },
      comparison: said(beside, beside?.against ?? ""),
      ...(isFar(date) ? { unusual: true } : {}),
      ...special(date)
    }
  }

  /** What pages draw: the sums end with today as soon as it is entered. */
  const counted = (today: string, last: string) => {
    const [monday, first] = [plusDays(today, -weekdayOf(today)), `${today.slice(0, 7)}-01`]
    const lazy = areGenerated(last)
    const sum = (start: string, end: string, beside: Pairs | null, against: string) => {
      const { cents, closedDays, days, madeCents, madeDays, missing } = span(start, end)
      return {
        start,
        end: end < start ? start : end,
        total: (lazy ? cents : cents - madeCents) / 100,
        days: lazy ? days : days - madeDays,
        ...(lazy || madeDays === 0 ? {} : { estimated: { total: madeCents / 100, days: madeDays } }),
        closed_days: closedDays,
        missing,
        comparison: said(beside, against)
      }
    }
    const [start, end] = [plusDays(monday, -7), plusDays(monday, -1)]
    return {
      as_of: last,
      with_estimates: lazy,
      today: drawn(today, today),
      day: drawn(last, today),
      week: sum(monday, last, besideWeek(monday, last), "week_before"),
      last_week: sum(start, end, besideWeek(start, end), "week_before"),
      month: sum(first, last, besideMonth(first, last), "month_before")
    }
  }

  const checkMetrics = (found: Record<string, unknown>) => {
    const today = model.today()
    const monday = plusDays(today, -weekdayOf(today))
    const first = `${today.slice(0, 7)}-01`
    const last = lastCounted(today)
    const { shop } = model.settings()
    const ends = model.endsAt()
    const { counted: shown, next_cutoff: next, ...rest } = found
    const { goal, ...drawn } = shown as { readonly goal?: Goal }
    same("pages draw what the stored days are", drawn, counted(today, last))
    checkGoal(goal, today, last)
    const final = newestFirst(last)
    const [newest] = final
    const entered = final.findIndex(([, { source }]) => source !== "generated")
    const estimated = model.settings().source !== "range" ? 0 : entered === -1 ? final.length : entered
    same("metrics are those of the stored days", rest, {
      shop_name: shop,
      server_now: almanac.stamp(now()),
      cutoff_hour: Math.floor(model.settings().cutoff / 60),
      cutoff_time: clockText(),
      today: {
        date: today,
        weekday: weekdays[weekdayOf(today)],
        ...(ends === undefined ? {} : { ends_at: almanac.stamp(ends) }),
        amount: counts() ? figure(today).amount : null,
        range: model.settings().source === "range" ? rangeToCome(today) : null,
        awaits: model.days.has(today)
          ? model.isPast() && isRunning(today)
          : model.settings().source === "none" && !isClosed(today)
      },
      yesterday: figure(plusDays(today, -1)),
      day_before: figure(plusDays(today, -2)),
      newest: newest === undefined ? null : { ...figure(newest[0]), source: newest[1].source },
      this_week: total(monday, today),
      last_week: total(plusDays(monday, -7), plusDays(monday, -1)),
      this_month: total(first, today),
      ...(estimated < 7 ? {} : { estimated_in_a_row: estimated })
    })
    const cutoff = model.cutoffOf(today)
    same("metrics show the next cutoff", next, almanac.stamp(cutoff > now() ? cutoff : model.cutoffOf(plusDays(today, 1))))
  }

  const checkSeries = (found: ReadonlyArray<Point>, days: number) => {
    const end = counts() ? model.today() : plusDays(model.today(), -1)
    hold(found.length === days, "series7 has a point a day", () => `${found.length} of ${days}`)
    found.forEach((point, index) => {
      const date = plusDays(end, index + 1 - days)
      const day = finalOn(date)
      if (day === undefined) model.estimated(date, Math.round(point.amount * 100))
      same("series7 shows the stored days", point, {
        date,
        amount: day === undefined ? point.amount : day.cents / 100,
        estimated: day === undefined
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
    for (const name of ["this_week", "last_week", "this_month"]) {
      const { end, start, total: shown } = metrics[name] as { start: string; end: string; total: number }
      const sum = exported.filter(([date]) => date >= start && date <= end).reduce(
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
