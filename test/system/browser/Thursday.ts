import type { Page } from "playwright-core"
import type { Responses } from "../../../src/Api/Responses.ts"
import { ofWindows } from "../../../src/Domain/Windows.ts"
import { auditEntry, examples } from "../../lib/ExampleAnswers.ts"
import { type Comparison, type Metrics, metricsWith } from "./Responses.ts"
import { addDays } from "./Shop.ts"

const today = "2026-11-26"
/** This day has no figure, and the following ones were generated. */
const missing = "2026-11-20"
const generated = ["2026-11-17", "2026-11-24"]
const zero = "2026-11-15"

export interface Situation {
  /**
   * `before`: nothing is entered; `entered`: before the cutoff; `settled`: generated at the cutoff; `counted`: settled as entered;
   * `reopened`: generated at a cutoff that a reload has moved to a later time.
   */
  readonly state: "before" | "entered" | "settled" | "counted" | "reopened"
  /** The shop has every amount generated. */
  readonly calm?: boolean
  /** Whether the amounts are the largest possible. */
  readonly huge?: boolean
  /** The amounts of some days. */
  readonly amounts?: Readonly<Record<string, number>>
  /** The holidays of this year are not known. */
  readonly holidaysUnknown?: true
  /** The changes to its figures. */
  readonly but?: (metrics: Metrics) => Partial<Metrics>
}

const clockOf = { before: "20:44:10", entered: "22:43:10", settled: "23:02:10", counted: "23:02:10", reopened: "22:43:10" } as const

/** The responses of a shop on Thursday 26 November 2026, with a missing day, a generated day and a day of zero. */
const answers = ({ amounts = {}, but = () => ({}), calm = false, holidaysUnknown, huge = false, state }: Situation) => {
  const settled = state === "settled" || state === "counted"
  const asOf = settled ? today : addDays(today, -1)
  const serverNow = `${today}T${clockOf[state]}+08:00`
  const scale = (amount: number) => (huge && amount > 0 ? 9_999_999_999.99 : amount)
  const sourceOf = (date: string) => calm || generated.includes(date) || (date === today && state === "settled") ? "generated" : "manual"
  const point = (date: string): Responses["series7"][number] => {
    const recorded = date !== missing
    const amount = amounts[date] ?? (date === zero ? 0 : scale(3000 + Number(date.slice(8)) * 10.5))
    return {
      date,
      amount,
      estimated: !recorded,
      source: recorded ? sourceOf(date) : null,
      closed: false,
      note: date === "2026-11-18" ? "下午阵雨" : "",
      last_week: scale(3100),
      mean4: scale(3210.1),
      mean4_days: 4,
      ...(holidaysUnknown ? { holidays_unknown: true as const } : {})
    }
  }
  const figure = (date: string): Metrics["yesterday"] => ({ date, amount: point(date).amount, source: sourceOf(date), closed: false })
  const compared = (days_compared: number, current: number, previous: number): Comparison => ({
    days_compared,
    current: scale(current),
    previous: scale(previous),
    basis: "counted"
  })
  const nothing: Comparison = { days_compared: 0, current: null, previous: null, basis: null }
  const figures = metricsWith(nothing)
  const window = (start: string, end: string, before: number, lacks: ReadonlyArray<string>) => {
    // Today's figure is final before its cutoff: the sums have it, what the page compares does not.
    const isEarly = state === "reopened" && end === today
    const days = isEarly ? before + 1 : before
    const generatedDays = calm ? days - lacks.length : generated.filter((date) => date >= start && date < end).length + (isEarly ? 1 : 0)
    const total = scale(9802.67) + (isEarly ? scale(3273) : 0)
    const made = calm ? total : (generatedDays - (isEarly ? 1 : 0)) * scale(1000) + (isEarly ? scale(3273) : 0)
    return {
      start,
      end,
      total,
      days,
      final_days: days - lacks.length,
      generated_days: generatedDays,
      counted: { total: Math.round((total - made) * 100) / 100, days: days - lacks.length - generatedDays },
      estimated: { total: made, days: generatedDays },
      closed_days: 0,
      missing: lacks
    }
  }
  const [current, previous] = [3388, 3253.8]
  /** A day that is not compared has the earlier amount all the same. */
  const ofLead = (days: number, before: number): Comparison =>
    calm ? nothing : state === "settled" ? { ...nothing, previous: scale(before) } : compared(days, current, before)
  const metrics: Metrics = {
    ...figures,
    shop_name: "梧桐里咖啡馆",
    server_now: serverNow,
    cutoff_hour: 23,
    cutoff_time: "23:00",
    next_cutoff: `${settled ? addDays(today, 1) : today}T23:00:00+08:00`,
    as_of: asOf,
    today: {
      ...figures.today,
      date: today,
      range: state === "before" ? { min: 2800, max: 3600 } : null,
      awaits: false,
      amount: settled ? point(today).amount : null,
      is_final: settled,
      source: settled ? sourceOf(today) : null,
      entered: state === "entered"
        ? { amount: scale(3388), source: "manual", is_final: false, at: `${today}T22:41:00+08:00`, by: "李店长" }
        : state === "reopened"
        ? { amount: scale(3273), source: "generated", is_final: true, at: `${today}T21:00:00+08:00`, by: "system" }
        : null
    },
    yesterday: figure(addDays(today, -1)),
    day_before: figure(addDays(today, -2)),
    newest: { date: asOf, amount: point(asOf).amount, source: sourceOf(asOf) },
    ...ofWindows(() => window("2026-11-01", today, settled ? 26 : 25, [missing])),
    this_week: window("2026-11-23", today, settled ? 4 : 3, []),
    last_week: window("2026-11-16", "2026-11-22", 7, [missing]),
    comparisons: {
      ...figures.comparisons,
      same_weekday_last_week: ofLead(1, previous),
      same_weekday_mean4: ofLead(4, 3210),
      week_to_date: calm ? nothing : compared(3, 9802, 9511),
      month_to_date: calm ? nothing : {
        ...compared(24, 82_555, 85_669),
        weekdays: { current: [3, 3, 4, 3, 3, 4, 4], previous: [3, 3, 3, 3, 3, 5, 4] },
        holidays: { current: [], previous: [] },
        expected: scale(85_100)
      }
    },
    generated_only: calm,
    best_weekday: state === "counted",
    stands_out: null
  }
  const day = (date: string): Responses["day"] => {
    const { amount, last_week, mean4, mean4_days, note, source } = point(date)
    const change = {
      ...auditEntry,
      id: 1,
      created_at: `${date}T22:52:00+08:00`,
      amount_before: null,
      amount_after: amount,
      reason: "",
      actor: "小王"
    }
    return {
      ...examples.day,
      date,
      amount,
      is_final: true,
      source,
      at: change.created_at,
      by: "小王",
      closed: false,
      note,
      last_week,
      mean4,
      mean4_days,
      messages: [{
        id: 7,
        chat: "main",
        created_at: change.created_at,
        kind: "corrected",
        amount,
        title: `更正 ${Number(date.slice(5, 7))}月${Number(date.slice(8))}日 ¥3,124 → ¥3,189`,
        lines: ["差额 +¥65.00", "小王更正", "梧桐里咖啡馆"],
        state: "delivered",
        delivered_at: change.created_at,
        delivered_by: "bot"
      }],
      audit: [
        { ...change, id: 2, kind: "corrected", amount_before: 3124, reason: "补记一笔外卖平台结算" },
        { ...change, kind: "entered", amount_after: 3124 }
      ]
    }
  }
  return {
    day,
    metrics: { ...metrics, ...but(metrics) },
    series: (count: number) => Array.from({ length: count }, (_, index) => point(addDays(asOf, index + 1 - count))),
    serverNow
  }
}

/** Replaces the page's server by that Thursday's; `change` changes the shop's situation. */
export const thursday = async (page: Page, situation: Situation): Promise<{ readonly change: (next: Situation) => void }> => {
  let now = answers(situation)
  await page.clock.install({ time: new Date(now.serverNow) })
  // The real stream would bring the real service's clock. This one is open and sends only comments.
  await page.addInitScript(() => {
    const real = globalThis.fetch
    globalThis.fetch = (input, init) => {
      if (input !== "api/events") return real(input, init)
      const comment = new TextEncoder().encode(":\n\n")
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(comment)
          const timer = setInterval(() => controller.enqueue(comment), 1_000)
          init?.signal?.addEventListener("abort", () => clearInterval(timer))
        }
      })
      return Promise.resolve(new Response(body))
    }
  })
  await page.route("**/api/metrics", (route) => route.fulfill({ json: now.metrics }))
  await page.route("**/api/series7?*",
    (route) => route.fulfill({ json: now.series(Number(new URL(route.request().url()).searchParams.get("days"))) }))
  await page.route("**/api/days/*", (route) => route.fulfill({ json: now.day(new URL(route.request().url()).pathname.slice(-10)) }))
  return {
    change: (next) => {
      now = answers(next)
    }
  }
}
