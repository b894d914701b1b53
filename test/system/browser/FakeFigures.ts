import type { Page } from "playwright-core"
import type { Responses } from "../../../src/Api/Responses.ts"
import { examples } from "../../lib/ExampleAnswers.ts"
import { addDays } from "./Shop.ts"

const zoneMillis = 8 * 3_600_000

/** `2025-12-09T13:14:40+08:00` of milliseconds since 1970. */
const instant = (millis: number): string => `${new Date(millis + zoneMillis).toISOString().slice(0, 19)}+08:00`

/** The figures of a shop at an instant: it is settled each day at 13:18, with ¥1,000 plus the day of the month. */
export const figuresAt = (now: number): { readonly metrics: Responses["metrics"]; readonly days: Responses["days"] } => {
  const today = instant(now).slice(0, 10)
  const cutoff = Date.parse(`${today}T13:18:00+08:00`)
  const settled = now >= cutoff
  const asOf = settled ? today : addDays(today, -1)
  const amountOf = (date: string) => 1000 + Number(date.slice(8))
  const day = (date: string) => ({ date, amount: amountOf(date) })
  const counted = (date: string, isEntered: boolean): Responses["metrics"]["counted"]["today"] => ({
    ...examples.metrics.counted.today,
    date,
    state: isEntered ? "entered" : "open",
    amount: isEntered ? amountOf(date) : null,
    source: isEntered ? "manual" : null,
    usual: null,
    comparison: null
  })
  return {
    metrics: {
      ...examples.metrics,
      shop_name: "钟表店",
      server_now: instant(now),
      cutoff_hour: 13,
      cutoff_time: "13:18",
      next_cutoff: instant(settled ? cutoff + 86_400_000 : cutoff),
      today: {
        ...examples.metrics.today,
        date: today,
        amount: settled ? amountOf(today) : null
      },
      yesterday: day(addDays(today, -1)),
      day_before: day(addDays(today, -2)),
      newest: { date: asOf, amount: amountOf(asOf), source: "manual" },
      counted: {
        ...examples.metrics.counted,
        as_of: asOf,
        today: counted(today, settled),
        day: counted(asOf, true)
      }
    },
    days: {
      ...examples.days,
      today,
      as_of: asOf,
      days: Array.from({ length: 30 }, (_, index) => addDays(today, index - 29)).map((date) => ({
        date,
        state: date === today && !settled ? "open" as const : "entered" as const,
        amount: date === today && !settled ? null : amountOf(date),
        source: date === today && !settled ? null : "manual" as const,
        is_final: date !== today || settled
      }))
    }
  }
}

export interface FakeServer {
  /** How many times the figures were requested. */
  readonly asked: () => number
  /** Lets time pass in the page, in small steps, each with time for responses to arrive. */
  readonly pass: (millis: number) => Promise<void>
  /** Lets time pass until the page has the expected state. */
  readonly until: (holds: () => Promise<boolean>) => Promise<void>
  /** How the server responds from now on. */
  answer: "well" | "with an error" | "not at all"
  /** Whether the stream opens; it is cut after one tick. */
  stream: boolean
}

/**
 * Stops the page's clock at `start`, and replaces its server by one whose clock runs with the page's, `ahead` milliseconds off. Its
 * streams end after one message, so the page is always about to reconnect.
 */
export const fakeServer = async (page: Page, start: string, ahead = 0): Promise<FakeServer> => {
  let now = Date.parse(start)
  // The clock runs until it is stopped, which takes longer on a busy machine; an hour is enough.
  await page.clock.install({ time: now - 3_600_000 })
  await page.clock.pauseAt(now)
  now += ahead
  let asked = 0
  let open = 0
  // Only the page knows of a request at once. The browser reports it later, on a busy machine after more steps.
  await page.addInitScript(() => {
    const send = globalThis.fetch
    let sent = 0
    globalThis.fetch = (...request) => {
      sent += 1
      return send(...request).finally(() => {
        sent -= 1
      })
    }
    Object.assign(globalThis, { unanswered: () => sent })
  })
  const step = async (millis: number) => {
    now += millis
    await page.clock.runFor(millis)
    let unanswered = 0
    // An evaluation fails if the page navigates or reloads during it.
    do unanswered = await page.evaluate<number>("unanswered()").catch(() => page.waitForLoadState().then(() => 0))
    while (open + unanswered > 0)
  }
  const fake: FakeServer = {
    answer: "well",
    stream: true,
    asked: () => asked,
    pass: async (millis) => {
      for (let passed = 0; passed < millis; passed += 5_000) await step(Math.min(5_000, millis - passed))
    },
    until: async (holds) => {
      for (let tries = 0; tries < 100; tries += 1) {
        if (await holds()) return
        await step(2_000)
      }
      throw new Error("200 seconds passed in the page, and it is not as it should be")
    }
  }
  page.on("request", () => {
    open += 1
  })
  for (const end of ["requestfinished", "requestfailed"] as const) {
    page.on(end as "requestfinished", () => {
      open -= 1
    })
  }
  await page.route("**/api/metrics", (route) => {
    asked += 1
    if (fake.answer === "not at all") return route.abort()
    if (fake.answer === "with an error")
      return route.fulfill({ status: 500, json: { ok: false, error: "internal", detail: "out of order" } })
    return route.fulfill({ json: figuresAt(now).metrics })
  })
  await page.route("**/api/days?*", (route) => {
    if (fake.answer !== "well") return route.abort()
    return route.fulfill({ json: figuresAt(now).days })
  })
  await page.route("**/api/days/*", (route) => route.abort())
  await page.route("**/api/events", (route) => {
    if (!fake.stream) return route.abort()
    return route.fulfill({
      contentType: "text/event-stream",
      body: `data: ${JSON.stringify({ type: "tick", server_now: instant(now) })}\n\n`
    })
  })
  return fake
}
