import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { layoutFaults } from "./Layout.ts"
import type { Metrics } from "./Responses.ts"
import { openShop, type Shop } from "./Shop.ts"
import { type Situation, thursday } from "./Thursday.ts"
import { accessibilityFaults, visit } from "./Visitor.ts"

describe("the figures of the dashboard", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00" })])
    browser = opened[0]
    shop = opened[1]
    // Without a figure, the page is a first step.
    await shop.send("PUT", "/api/admin/turnover", { date: shop.today, amount: 1 })
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  const open = async (situation: Situation, options: BrowserContextOptions = {}, path = "/") => {
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true, ...options })
    const { change } = await thursday(page, situation)
    await page.goto(path)
    await page.locator("#chart canvas").waitFor()
    await page.locator(".handle").first().waitFor({ state: "attached" })
    return { change, leave, page }
  }

  const hero = (page: Page) => page.locator(".now").innerText()

  it("leads with yesterday's money while nothing is entered, and offers to enter today", async () => {
    const { leave, page } = await open({ state: "before" })
    await page.getByText("小王录入").waitFor()
    await eventually(async () =>
      assert.match(await hero(page),
        /^昨天\s*11月25日 周三\s*¥3,262\.50\s*已结账 · 小王录入\s*录入今天营业额\s*今天还没录入 · 23:00 结账，还有 2 小时 \d+ 分。到时没人录入，系统会按 ¥2,800–3,600 估一个数，并标明未清点$/)
    )
    await eventually(async () =>
      assert.strictEqual(await page.getByRole("link", { name: "录入今天营业额" }).getAttribute("href"), "admin#entry=2026-11-26")
    )
    await eventually(async () => {
      const rows = await page.locator("#against li").allInnerTexts()
      assert.match(rows[0] ?? "", /比上一个周三\s*11月18日\s*¥3,253\.80\s*4\.1%（多 ¥134\.20）/)
      assert.match(rows[1] ?? "", /比近 4 个周三的平均\s*¥3,210\.00\s*5\.5%（多 ¥178\.00）/)
      assert.match(rows[2] ?? "", /前天\s*11月24日 周二\s*¥3,252\.00\s*系统估算，未清点/)
    })
    await leave()
  })

  // Rule 5.17.
  it("says in a shop that generates nothing that a day waits for its figure, before and after its cutoff", async () => {
    const awaits = ({ today }: Metrics) => ({ today: { ...today, range: null, awaits: true } })
    const before = await open({ state: "before", but: awaits })
    await eventually(async () =>
      assert.match(await hero(before.page), /23:00 结账，还有 2 小时 \d+ 分。到时没人录入，就等人补录，系统不估数$/)
    )
    await before.leave()
    const { leave, page } = await open({
      state: "before",
      but: (metrics) => ({ ...awaits(metrics), next_cutoff: "2026-11-27T23:00:00+08:00" })
    })
    await eventually(async () =>
      assert.match(await hero(page), /^今天\s*11月26日 周四\s*没有数\s*录入今天营业额\s*23:00 已过，今天还没有数$/)
    )
    // Before a till is asked, and while it is, nobody has to do anything yet.
    const toAsk = await open({ state: "before", but: ({ today }) => ({ today: { ...today, range: null, awaits: false, to_ask: true } }) })
    await eventually(async () => assert.strictEqual(await toAsk.page.locator("#enter").getAttribute("class"), "button plain"))
    await toAsk.leave()
    const asked = await open({
      state: "before",
      but: (metrics) => ({
        today: { ...awaits(metrics).today, asked_until: "2026-11-26T23:05:00+08:00" },
        next_cutoff: "2026-11-27T23:00:00+08:00"
      })
    })
    await eventually(async () => assert.match(await hero(asked.page), /没有数\s*录入今天营业额\s*正在问收银系统，到 23:05$/))
    assert.strictEqual(await asked.page.locator("#hero-figure").evaluate((figure) => figure.className.includes("need")), false)
    await asked.leave()
    await eventually(async () =>
      assert.match((await page.locator("#against li").allInnerTexts())[0] ?? "", /^上一个周四\s*11月19日\s*¥3,[\d,.]+$/)
    )
    assert.strictEqual(await page.locator("#hero-figure").evaluate((figure) => getComputedStyle(figure).color), "rgb(125, 79, 0)")
    await leave()
  })

  it("tells a shop that has not decided that nobody has entered for a week, and what to do", async () => {
    const { leave, page } = await open({ state: "settled", but: () => ({ estimated_in_a_row: 9 }) })
    await page.getByText("已经 9 天没有人录入，这些数都是系统估的").waitFor()
    assert.isFalse(await page.locator("#cutoff").isVisible())
    assert.strictEqual(await page.getByRole("link", { name: "请人扫码" }).getAttribute("href"), "admin#people")
    await page.getByText("以后不估").click()
    await page.getByText("\"amount_source\": { \"kind\": \"none\" }").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
    const counts = await open({ state: "settled" })
    assert.isFalse(await counts.page.locator("#nobody").isVisible())
    await counts.leave()
  })

  // Rule 4.7.
  it("says after midnight until when today lasts, whether it leads or yesterday", async () => {
    const night = (metrics: Metrics) => ({
      server_now: "2026-11-27T01:00:00+08:00",
      cutoff_time: "02:30",
      next_cutoff: "2026-11-27T02:30:00+08:00",
      today: { ...metrics.today, ends_at: "2026-11-27T04:00:00+08:00" }
    })
    const before = await open({ state: "before", but: night })
    await eventually(async () =>
      assert.match(await hero(before.page), /今天 11月26日 周四，营业到 04:00 · 今天还没录入 · 02:30 结账，还有 1 小时 \d+ 分/)
    )
    await before.leave()
    const { leave, page } = await open({ state: "entered", but: night }, { locale: "en-GB" })
    await eventually(async () => assert.match(await hero(page), /^Today\s*Thu 26 Nov, open until 04:00\s*¥/))
    await leave()
  })

  const nothing = { days_compared: 0, current: null, previous: null, basis: "counted" } as const
  const yesterday = "2026-11-25"
  /** Yesterday has no amount; the day a week ago has one. */
  const missed = (metrics: Metrics): Partial<Metrics> => ({
    yesterday: { date: yesterday, amount: null, source: null, closed: false },
    newest: { date: "2026-11-24", amount: 3252, source: "manual" },
    this_week: { ...metrics.this_week, final_days: 2, missing: [yesterday] },
    comparisons: {
      ...metrics.comparisons,
      same_weekday_last_week: { ...nothing, previous: 3253.8 },
      same_weekday_mean4: { ...nothing, previous: 3210 }
    }
  })

  it("says that yesterday has no figure, and hides nothing of what there is", async () => {
    const { leave, page } = await open({ state: "before", but: missed })
    await eventually(async () => assert.match(await hero(page), /^昨天\s*11月25日 周三\s*没有数\s*补录\s*录入今天营业额/))
    const late = page.locator(".hero").getByRole("link", { name: "补录", exact: true })
    assert.strictEqual(await late.getAttribute("href"), "admin#entry=2026-11-25")
    assert.strictEqual(await page.locator("#hero-figure").evaluate((figure) => getComputedStyle(figure).color), "rgb(125, 79, 0)")
    const rows = await page.locator("#against li").allInnerTexts()
    assert.match(rows[0] ?? "", /^上一个周三\s*11月18日\s*¥3,253\.80$/)
    assert.match(rows[1] ?? "", /前天\s*11月24日 周二\s*¥3,252\.00/)
    assert.lengthOf(rows, 2)
    await page.setViewportSize({ width: 390, height: 844 })
    await eventually(async () => assert.strictEqual(await page.locator("#inline:visible").innerText(), "上一个周三 ¥3,253.80"))
    await leave()
  })

  it("says when the newest figure was, and has a dash only where there was one", async () => {
    const empty = { amount: null, source: null, closed: false }
    const period = (metrics: Metrics, missing: ReadonlyArray<string>) => ({
      ...metrics.this_week,
      total: 0,
      final_days: 0,
      generated_days: 0,
      counted: { total: 0, days: 0 },
      estimated: { total: 0, days: 0 },
      missing
    })
    const without = (newest: Metrics["newest"]) => (metrics: Metrics): Partial<Metrics> => ({
      ...missed(metrics),
      newest,
      day_before: { ...empty, date: "2026-11-24" },
      this_week: period(metrics, newest === null ? [] : [yesterday, "2026-11-24", "2026-11-23"]),
      last_week: period(metrics, []),
      this_month: period(metrics, [])
    })
    const old = await open({ state: "before", but: without({ date: "2026-10-20", amount: 3000, source: "manual" }) })
    await old.page.getByText("这 14 天还没有数；最近一笔是 10月20日 ¥3,000.00").waitFor()
    await eventually(async () => assert.match(await hero(old.page), /^昨天[^]*没有数\s*补录/))
    await old.leave()
    const fresh = await open({ state: "before", but: without(null) })
    await eventually(async () => {
      const text = await hero(fresh.page)
      assert.match(text, /^今天\s*11月26日 周四\s*录入今天营业额/)
      assert.notMatch(text, /—|昨天|没有数/)
    })
    await fresh.leave()
  })

  it("keeps a bar's place for what is not known yet, and shows a dash only where there is no figure", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await thursday(page, { state: "before", but: ({ last_week }) => ({ last_week: { ...last_week, total: 0, final_days: 0 } }) })
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route("**/api/metrics", async (route) => {
      await held
      await route.fallback()
    })
    await page.goto("/")
    const figures = () =>
      page.locator("#hero-figure, .sum").evaluateAll((all) =>
        all.map((each) => ({
          text: each.textContent,
          bar: getComputedStyle(each, "::before").content !== "none",
          height: Math.round(each.getBoundingClientRect().height)
        }))
      )
    const moving = () => page.evaluate(() => document.querySelector("main")?.getAnimations({ subtree: true }).length)
    const waiting = await figures()
    assert.deepStrictEqual(waiting.map(({ bar, text }) => ({ bar, text })), Array.from({ length: 4 }, () => ({ bar: true, text: "" })))
    assert.notInclude(await page.locator("main").innerText(), "—")
    assert.strictEqual(await moving(), 0)
    await page.emulateMedia({ reducedMotion: "no-preference" })
    // The bars of the figures and of the three days beside them.
    await eventually(async () => assert.strictEqual(await moving(), 7))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.emulateMedia({ reducedMotion: "reduce" })
    answer()
    await page.locator("#hero-figure:not(:empty)").waitFor()
    const known = await figures()
    assert.deepStrictEqual(known.map(({ bar, text }) => ({ bar, text })),
      ["¥3,262.50", "¥8,802.67", "—", "¥7,802.67"].map((text) => ({ bar: false, text })))
    assert.deepStrictEqual(known.map(({ height }) => height), waiting.map(({ height }) => height))
    await leave()
  })

  it("shows a mean from three days on, and says how many it is made of", async () => {
    for (const n of [2, 3]) {
      const { leave, page } = await open({
        state: "before",
        but: ({ comparisons }) => ({
          comparisons: { ...comparisons, same_weekday_mean4: { ...comparisons.same_weekday_mean4, days_compared: n } }
        })
      })
      await page.locator("#against").getByText("¥3,253.80").waitFor()
      await eventually(async () =>
        assert.strictEqual(await page.locator("#against").getByText(`近 ${n} 个周三的平均`).count(), n === 3 ? 1 : 0)
      )
      assert.strictEqual(await page.locator("#against").getByText("3,210.00").count(), n === 3 ? 1 : 0)
      await leave()
    }
  })

  it("leads with today's money once it is entered, and compares it only after the cutoff", async () => {
    const { leave, page } = await open({ state: "entered" })
    await eventually(async () =>
      assert.match(await hero(page), /^今天\s*11月26日 周四\s*¥3,388\.00\s*已录入 · 李店长 · 22:41\s*修改\s*23:00 结账，还有 \d+ 分钟$/)
    )
    await page.locator("#against").getByText("¥3,100.00").waitFor()
    await eventually(async () =>
      assert.match((await page.locator("#against li").allInnerTexts())[0] ?? "", /上一个周四\s*11月19日\s*¥3,100\.00\s*结账后再比/)
    )
    await leave()
  })

  it("shows a generated amount hollow and amber, and asks for the count", async () => {
    const { leave, page } = await open({ state: "settled" })
    await eventually(async () => assert.match(await hero(page), /系统估算，未清点\s*补录\s*23:00 已结账，没有人录入$/))
    await eventually(async () =>
      assert.isTrue(await page.locator("#hero-figure").evaluate((figure) => getComputedStyle(figure).color === "rgba(0, 0, 0, 0)"))
    )
    await eventually(async () => assert.match(await page.locator("#against").innerText(), /估算不作比较/))
    await leave()
  })

  it("says that a generated amount is no entered one while a later cutoff is still to come", async () => {
    for (const calm of [false, true]) {
      const { change, leave, page } = await open({ state: "before", calm })
      change({ state: "reopened", calm })
      await page.evaluate(() => dispatchEvent(new Event("online")))
      await page.locator("#hero-figure").getByText("3,273").waitFor()
      await eventually(async () => {
        assert.strictEqual(await page.locator("#hero-caption").innerText(), "系统估算，未清点")
        assert.strictEqual(await page.locator("#announcer").textContent(), "11月26日 营业额 ¥3,273.00，系统估算，未清点")
        assert.match(await page.locator(".handle").last().getAttribute("aria-label") ?? "", /¥3,273\.00 · 系统估算，未清点/)
      })
      await leave()
    }
  })

  it("says that a counted day is the best of its weekday in eight weeks", async () => {
    const { leave, page } = await open({ state: "counted" })
    await page.locator("#hero-caption").getByText("近 8 周最好的周四").waitFor()
    await leave()
  })

  // Rules 6.43 and 6.44.
  it("says what the month's goal still needs, until it is reached, and forecasts only from four counted weeks on", async () => {
    const goal = {
      month: "2026-11",
      goal: 110_000,
      reached: 82_335,
      uncounted: 6_431,
      expected: 84_480.5,
      missing: 27_665,
      days_left: 7,
      days_uncounted: 2,
      needed: 3_073.89,
      forecast: { amount: 108_240, low: 106_020, high: 110_460 },
      days: []
    }
    const situation = (
      changed: Partial<Omit<typeof goal, "needed" | "forecast">> & { needed?: null; forecast?: typeof goal.forecast | null }
    ) => ({
      state: "before" as const,
      but: () => ({ goal: { ...goal, ...changed } })
    })
    const { change, leave, page } = await open(situation({}))
    const says = (line: string, foot: RegExp) =>
      eventually(async () => {
        assert.strictEqual(await page.locator("#goal-line").innerText(), line)
        assert.match(await page.locator("#goal-foot").innerText(), foot)
      })
    const turnTo = async (changed: Parameters<typeof situation>[0]) => {
      change(situation(changed))
      await page.evaluate(() => dispatchEvent(new Event("online")))
    }
    await says("照这样月底约 ¥10.8万，目标 ¥11万，差一点", /^还差 ¥27,665，剩下和未清点的 9 天，每天需 ¥3,074$/)
    await turnTo({ forecast: { amount: 121_480, low: 118_000, high: 123_000 } })
    await says("照这样月底约 ¥12.1万，目标 ¥11万，能到", /^还差 ¥27,665/)
    await turnTo({ forecast: { amount: 91_480, low: 88_000, high: 93_000 } })
    await says("照这样月底约 ¥9.15万，目标 ¥11万，到不了", /^还差 ¥27,665/)
    await turnTo({})
    const width = (part: string) => page.locator("#goal-bar").evaluate((bar, name) => getComputedStyle(bar).getPropertyValue(name), part)
    assert.deepStrictEqual([await width("--reached"), await width("--uncounted"), await width("--expected")], ["74.85%", "5.85%", "76.80%"])
    await turnTo({ days_uncounted: 0 })
    await says("照这样月底约 ¥10.8万，目标 ¥11万，差一点", /^还差 ¥27,665，剩 7 天，每天需 ¥3,074$/)
    await turnTo({ days_left: 1, days_uncounted: 0, needed: null, forecast: null, uncounted: 0 })
    await says("还差 ¥27,665", /^目标 ¥110,000，到了 74%；到昨天应有 76%$/)
    await turnTo({ missing: 0, reached: 110_000.4, uncounted: 0, forecast: null })
    await says("已达成本月目标 ¥110,000", /到了 100%/)
    await turnTo({ missing: 0, reached: 112_345.6, uncounted: 0, forecast: null })
    await says("已达成本月目标 ¥110,000，多 ¥2,345", /到了 102%/)
    assert.strictEqual(await width("--reached"), "100.00%")
    await leave()
  })

  // Rule 6.41.
  it("shows a holiday beside the same day of last year's, or why not, and a year without holidays", async () => {
    const eve = {
      days_compared: 1,
      current: 3388,
      previous: 2800,
      basis: "counted",
      name: "春节",
      day: -1,
      date: "2025-01-28",
      was_off: true
    } as const
    const { change, leave, page } = await open({
      state: "counted",
      but: ({ comparisons }) => ({ comparisons: { ...comparisons, same_holiday_last_year: eve } })
    })
    const first = page.locator("#against li").first()
    await eventually(async () => assert.match(await first.innerText(), /比去年除夕\s*1月28日\s*¥2,800\.00\s*21\.0%（多 ¥588\.00）/))
    await eventually(async () => assert.match(await page.locator("#inline").textContent() ?? "", /^\S*比去年除夕 21\.0%$/))
    assert.isFalse(await page.locator("#no-holidays").isVisible())
    for (
      const [other, words] of [
        [{ date: "2025-01-28", was_off: false }, /去年除夕\s*1月28日\s*—\s*去年还在上班/],
        [{ date: null, was_off: false }, /^比上一个周四/],
        [{ date: "2025-01-28", was_off: true }, /^比上一个周四/]
      ] as const
    ) {
      change({
        state: "counted",
        holidaysUnknown: true,
        but: ({ comparisons }) => ({
          comparisons: { ...comparisons, same_holiday_last_year: { ...eve, days_compared: 0, current: null, previous: null, ...other } }
        })
      })
      await page.evaluate(() => dispatchEvent(new Event("online")))
      await eventually(async () => assert.match(await first.innerText(), words))
    }
    await page.getByText("2026年的放假安排还没有公布，暂不标节假日。").waitFor()
    await leave()
  })

  it("says that an amount stands out, and does not praise it", async () => {
    const { leave, page } = await open({
      state: "before",
      but: ({ comparisons, yesterday }) => ({
        yesterday: { ...yesterday, amount: 33_880 },
        best_weekday: true,
        stands_out: { days_compared: 8, median: 3035.48 },
        comparisons: {
          ...comparisons,
          same_weekday_last_week: { ...comparisons.same_weekday_last_week, current: 33_880, previous: 2935.53 }
        }
      })
    }, { viewport: { width: 390, height: 844 } })
    const said = page.getByText("是近 8 个周三的中位数 ¥3,035 的 11 倍")
    await said.waitFor()
    assert.strictEqual(await said.evaluate((element) => getComputedStyle(element).color), "rgb(125, 79, 0)")
    assert.match(await page.locator("#against").innerText(), /多 ¥30,944\.47\s/)
    assert.notMatch(await page.locator("main").innerText(), /最好的|1054/)
    // Arrows stay beside the remark.
    assert.isAbove(await page.locator(":is(.against, .totals) .delta").count(), 2)
    await page.getByRole("link", { name: "查看" }).click()
    await page.locator("#sheet").getByText("11月25日 周三").waitFor()
    await leave()
  })

  it("leads with the month as it compares with the same weekdays", async () => {
    const { leave, page } = await open({ state: "before" })
    await eventually(async () =>
      assert.deepStrictEqual(
        [await page.locator("#this-month .foot > span").first().innerText(), await page.locator("#this-month .mix").innerText()],
        ["比上月同期 3.0%（已按星期折算）", "同期 24 天，未折算：3.6%（少 ¥3,114）"]
      )
    )
    await page.getByRole("button", { name: "English" }).click()
    await eventually(async () =>
      assert.strictEqual(await page.locator("#this-month .mix").innerText(), "same days, unadjusted (24): 3.6% (¥3,114 less)")
    )
    await leave()
  })

  it("says since when a young shop's sum is, and once that it has nothing to be compared with", async () => {
    const { leave, page } = await open({
      state: "before",
      but: ({ comparisons, this_month }) => ({
        this_month: { ...this_month, final_days: 5, counted: { total: 9000, days: 3 }, missing: [] },
        comparisons: {
          ...comparisons,
          same_weekday_last_week: nothing,
          same_weekday_mean4: nothing,
          week_to_date: nothing,
          month_to_date: nothing
        }
      })
    })
    await eventually(async () =>
      assert.match((await page.locator("#against li").allInnerTexts())[0] ?? "", /^上一个周三\s*11月18日\s*没有可比的数$/)
    )
    assert.strictEqual(await page.getByText("没有可比的数").count(), 1)
    assert.deepStrictEqual(await page.locator(".totals .foot").allInnerTexts(), ["", ""])
    await eventually(async () => assert.match(await page.locator("#this-month .gap").innerText(), /^3\/5 天已清点\s*自 11月21日起/))
    await leave()
  })

  it("stays calm where every amount is generated: one line, no amber, and nothing is compared", async () => {
    const { leave, page } = await open({ state: "settled", calm: true })
    await page.locator("#calm:visible").getByText("系统估算，未清点").waitFor()
    // Each sum says that nobody counted it, and is hollow.
    await eventually(async () => assert.strictEqual(await page.locator(".totals").getByText("全部是估算").count(), 3))
    assert.strictEqual(await page.locator(".totals .sum.hollow").count(), 3)
    assert.strictEqual(await page.locator(".delta").count(), 0)
    assert.strictEqual(await page.getByText("全部是估算").and(page.locator("a")).count(), 0)
    assert.strictEqual(await page.locator(".hero .need").count(), 0)
    await leave()
  })

  it("says what a sum lacks, as links to where it is entered, and how many days were compared", async () => {
    const { leave, page } = await open({ state: "before" }, {}, "/?days=7")
    await eventually(async () =>
      assert.strictEqual(await page.getByRole("link", { name: "5/7 天已清点，缺 周五" }).getAttribute("href"), "admin#entry=2026-11-20")
    )
    await eventually(async () =>
      assert.strictEqual(await page.locator("#this-week").getByRole("link", { name: "另有估算约 ¥1,000" }).getAttribute("href"),
        "admin#entry=2026-11-24")
    )
    // The day is outside of the chart.
    await eventually(async () =>
      assert.strictEqual(await page.locator("#last-week").getByRole("link", { name: "另有估算约 ¥1,000" }).getAttribute("href"),
        "admin#entry=2026-11-17")
    )
    await page.locator("#this-week").getByText("比上周同期（3 天）3.1%（多 ¥291）").waitFor()
    await page.locator("#this-month").getByText("同期 24 天，未折算：").waitFor()
    await page.getByRole("button", { name: "English" }).click()
    await page.locator("#this-week").getByText("vs same days last week (3): 3.1% (¥291 more)").waitFor()
    await page.getByText(/Closes at 23:00, in 2 h \d+ min/).waitFor()
    await leave()
  })

  /** How high the accent colour reaches in the middle of a day's column, in CSS pixels. */
  const barHeight = (page: Page, date: string) =>
    page.locator(`.handle[data-date="${date}"]`).evaluate((handle) => {
      const canvas = document.querySelector<HTMLCanvasElement>("#chart canvas")
      const context = canvas?.getContext("2d")
      if (!canvas || !context) return -1
      const [column, plot] = [handle.getBoundingClientRect(), canvas.getBoundingClientRect()]
      const x = Math.round((column.left + column.width / 2 - plot.left) * canvas.width / plot.width)
      const { data } = context.getImageData(x, 0, 1, canvas.height)
      let height = 0
      for (let index = 0; index < data.length; index += 4) if (data[index] === 11 && data[index + 1] === 107) height += 1
      return height * plot.height / canvas.height
    })

  it("draws a zero lower than any takings, and lets no day flatten the others", async () => {
    for (const days of [14, 30]) {
      const amounts = { "2026-11-14": 20, "2026-11-25": 33_880 }
      const { leave, page } = await open({ state: "before", amounts }, {}, `/?days=${days}`)
      await page.getByText("太高，柱子截断了").waitFor()
      await eventually(async () => {
        const [nothing, little, usual, cut] = await Promise.all(
          ["2026-11-15", "2026-11-14", "2026-11-18", "2026-11-25"].map((date) => barHeight(page, date))
        )
        assert.isAtLeast(nothing ?? 0, 1)
        assert.isAbove(little ?? 0, (nothing ?? 0) + 2)
        assert.isAbove(usual ?? 0, 140)
        assert.isAbove(cut ?? 0, usual ?? 0)
      })
      await leave()
    }
  })

  it("frames today's column as wide as the others, above the dates that cross it, and no column without room for it", async () => {
    /** The widths of all columns, the frame of today, and how far today's column is above the chart's lower edge. */
    const frameAt = async (width: number, days: number) => {
      const { leave, page } = await open({ state: "before" }, { viewport: { width, height: 900 } }, `/?days=${days}`)
      await eventually(async () => assert.strictEqual(await page.locator(".handle").count(), days))
      const found = await page.evaluate(() => {
        const handles = Array.from(document.querySelectorAll(".handle"))
        const today = handles.at(-1)
        const chart = document.querySelector("#chart")
        if (today === undefined || chart === null) throw new Error("The chart has no columns")
        const widths = handles.map((handle) => handle.getBoundingClientRect().width)
        return {
          uneven: Math.max(...widths) - Math.min(...widths),
          framed: getComputedStyle(today).outlineStyle,
          above: chart.getBoundingClientRect().bottom - today.getBoundingClientRect().bottom
        }
      })
      await leave()
      return found
    }
    for (const [width, days, framed] of [[1280, 14, true], [1280, 90, true], [390, 30, true], [390, 90, false]] as const) {
      const { above, framed: style, uneven } = await frameAt(width, days)
      assert.isBelow(uneven, 0.1, `${days} days at ${width} px`)
      assert.strictEqual(style, framed ? "solid" : "none", `${days} days at ${width} px`)
      // If every day is named, the name is inside the frame.
      if (days === 14) assert.isBelow(above, 1)
      else assert.isAbove(above, 20, `${days} days at ${width} px`)
    }
  })

  it("draws no line beside a number, where it would read as a minus", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.addInitScript(() => {
      const drawn: Array<{ readonly text: string; readonly x: number; readonly y: number }> = []
      const lines: Array<{ readonly from: number; readonly to: number; readonly y: number }> = []
      Object.assign(globalThis, { drawn, lines })
      const { fillText, lineTo, moveTo } = CanvasRenderingContext2D.prototype
      let at = [0, 0]
      Object.assign(CanvasRenderingContext2D.prototype, {
        fillText(this: CanvasRenderingContext2D, text: string, x: number, y: number) {
          const { e, f } = this.getTransform()
          drawn.push({ text, x: x + e, y: y + f })
          fillText.call(this, text, x, y)
        },
        moveTo(this: CanvasRenderingContext2D, x: number, y: number) {
          at = [x, y]
          moveTo.call(this, x, y)
        },
        lineTo(this: CanvasRenderingContext2D, x: number, y: number) {
          if (y === at[1]) lines.push({ from: Math.min(x, at[0] ?? 0), to: Math.max(x, at[0] ?? 0), y })
          at = [x, y]
          lineTo.call(this, x, y)
        }
      })
    })
    await thursday(page, { state: "before" })
    await page.goto("/?days=14")
    await page.locator("#legend-last-week").getByText("上周同一天").waitFor()
    const beside = await page.evaluate(() => {
      const { drawn, lines } = globalThis as unknown as {
        drawn: Array<{ text: string; x: number; y: number }>
        lines: Array<{ from: number; to: number; y: number }>
      }
      // A number extends about 16 px to both sides of its middle, and is 10 px high.
      return drawn.filter(({ text }) => /^[\d,]+$/.test(text)).flatMap(({ text, x, y }) =>
        lines.filter(({ from, to, y: at }) => to - from < 20 && at < y + 4 && at > y - 14 && from < x + 34 && to > x - 34).map(() => text)
      )
    })
    assert.deepStrictEqual(beside, [])
    await leave()
  })

  it("draws a missing day's question mark exactly on its light edge", async () => {
    const { leave, page } = await open({ state: "before" })
    await page.evaluate(() => {
      const draw = CanvasRenderingContext2D.prototype
      for (const way of ["strokeText", "fillText"] as const) {
        const before = draw[way]
        draw[way] = function(text, x, y) {
          if (text === "?") document.body.dataset[way] = [x, y, this.textAlign, this.textBaseline].join(" ")
          before.call(this, text, x, y)
        }
      }
    })
    await page.locator("#days input[value=\"30\"]").check()
    await eventually(async () => {
      const [edge, mark] = await page.evaluate(() => [document.body.dataset["strokeText"], document.body.dataset["fillText"]])
      assert.isString(mark)
      assert.strictEqual(edge, mark)
    })
    await leave()
  })

  it("keeps keys and choice to be told apart in a system's own colours", async () => {
    const { leave, page } = await open({ state: "before" }, { forcedColors: "active" })
    const background = (selector: string) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).backgroundColor)
    await eventually(async () => {
      assert.notStrictEqual(await background("#days :checked + span"), await background("#days :not(:checked) + span"))
      assert.notStrictEqual(await background(".key.counted"), await background("body"))
    })
    await leave()
  })

  it("opens the entry of a day without a figure, and draws no estimate", async () => {
    const { leave, page } = await open({ state: "before" })
    const gap = page.locator(".handle[data-date=\"2026-11-20\"]")
    await eventually(async () => assert.notInclude(await gap.getAttribute("aria-label") ?? "", "¥"))
    await eventually(async () =>
      assert.include(await page.locator("#rows tr", { hasText: "2026-11-20" }).locator(".number").textContent() ?? "", "—")
    )
    await gap.click()
    await page.waitForURL("**/admin#entry*")
    await leave()
  })

  it("opens a day's sheet under the chart on a desk and from the bottom edge on a phone", async () => {
    for (const width of [1280, 375]) {
      const { leave, page } = await open({ state: "entered" }, { viewport: { width, height: 812 } }, "/?days=14")
      await page.locator(".handle[data-date=\"2026-11-18\"]").click()
      const sheet = page.locator("#sheet")
      await sheet.getByText("原来 ¥3,124.00，改成 ¥3,189.00").waitFor()
      await eventually(async () =>
        assert.match(await sheet.innerText(), /11月18日 周三[^]*¥3,189\.00[^]*小王[^]*下午阵雨[^]*补记一笔外卖平台结算/)
      )
      await eventually(async () => {
        const [chart, box] = [await page.locator("#chart").boundingBox(), await sheet.boundingBox()]
        const bottom = (chart?.y ?? 0) + (chart?.height ?? 0)
        assert.isAtLeast((box?.y ?? 0) + 1, bottom)
        if (width === 375) assert.closeTo((box?.y ?? 0) + (box?.height ?? 0), 812, 1)
      })
      await sheet.getByText("更正 11月18日 ¥3,124 → ¥3,189").click()
      assert.match(await sheet.innerText(), /群里收到的消息[^]*差额 \+¥65\.00\s*小王更正[^]*已送达 22:52/)
      assert.deepStrictEqual(await accessibilityFaults(page), [])
      await sheet.getByRole("button", { name: "关闭" }).click()
      await sheet.waitFor({ state: "hidden" })
      await leave()
    }
  })

  // Rule 6.21.
  it("opens the day that the address names, on a desk and on a phone, and keeps the address in step", async () => {
    for (const width of [1280, 390]) {
      const { leave, page } = await open({ state: "entered" }, { viewport: { width, height: 812 } }, "/?days=14#2026-11-18")
      const sheet = page.locator("#sheet")
      await sheet.getByText("原来 ¥3,124.00，改成 ¥3,189.00").waitFor()
      assert.strictEqual(await page.locator(".handle[aria-expanded=true]").getAttribute("data-date"), "2026-11-18")
      await eventually(async () => assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "sheet"))
      await eventually(async () => {
        const [chart, box] = [await page.locator("#chart").boundingBox(), await sheet.boundingBox()]
        assert.isAtLeast(chart?.y ?? -1, 0)
        assert.isAtMost((box?.y ?? 0) + (box?.height ?? 0), 812)
      })
      assert.deepStrictEqual(await accessibilityFaults(page), [])
      await page.evaluate(() => location.assign("#2026-11-25"))
      await sheet.getByText("¥3,262.50").first().waitFor()
      await sheet.press("Escape")
      await sheet.waitFor({ state: "hidden" })
      await eventually(() => assert.strictEqual(new URL(page.url()).hash, ""))
      await page.locator(".handle[data-date=\"2026-11-23\"]").click()
      await eventually(() => assert.strictEqual(new URL(page.url()).hash, "#2026-11-23"))
      await leave()
    }
  })

  it("widens the chart to the day that the address names, and remembers only what was chosen", async () => {
    const { leave, page } = await open({ state: "entered" }, {}, "/?days=7#2026-11-26")
    const range = page.locator("#days input:checked")
    const openDay = page.locator(".handle[aria-expanded=true]")
    await eventually(async () => {
      assert.strictEqual(await openDay.getAttribute("data-date"), "2026-11-26")
      assert.strictEqual(await range.getAttribute("value"), "7")
    })
    for (const [date, days] of [["2026-11-19", "14"], ["2026-11-12", "30"], ["2026-08-29", "90"]]) {
      await page.evaluate((day) => location.assign(`#${day}`), date)
      await page.locator(`.handle[data-date="${date}"][aria-expanded=true]`).waitFor()
      await eventually(async () => assert.strictEqual(await range.getAttribute("value"), days))
    }
    assert.isNull(await page.evaluate(() => localStorage.getItem("days")))
    await page.goto("/#2026-10-01")
    await page.locator(".handle[data-date=\"2026-10-01\"][aria-expanded=true]").waitFor()
    await leave()
  })

  it("offers the entry of a day without a figure that the address names", async () => {
    const { leave, page } = await open({ state: "entered" }, {}, "/#2026-11-20")
    const entry = page.locator("#sheet").getByRole("link", { name: "补录这一天" })
    assert.strictEqual(await entry.getAttribute("href"), "admin#entry=2026-11-20")
    await eventually(async () => assert.match(await page.locator("#sheet").innerText(), /11月20日 周五\s*没有数/))
    await leave()
  })

  it("ignores a name in the address that is no day, no day of the chart, or on the wall", async () => {
    for (const path of ["/#2026-09-31", "/#2026-13-01", "/#2026-11-27", "/#2026-08-28", "/#chart-title", "/?wall#2026-11-18"]) {
      const { leave, page } = await open({ state: "entered" }, {}, path)
      // A wall shows it in one of its scenes.
      await page.locator("#against").getByText("近 4 个周四的平均").waitFor({ state: "attached" })
      assert.strictEqual(await page.locator("#sheet").getAttribute("data-date"), null, path)
      assert.strictEqual(await page.locator("#days input:checked").getAttribute("value"), path.includes("wall") ? "30" : "14", path)
      await leave()
    }
  })

  it("counts a settlement up once where motion is wanted, and not otherwise", async () => {
    for (const reducedMotion of ["no-preference", "reduce"] as const) {
      const { change, leave, page } = await open({ state: "entered" }, { reducedMotion })
      await page.evaluate(() => {
        const seen = new Set<string>()
        Object.assign(globalThis, { seen })
        new MutationObserver(() => seen.add(document.querySelector("#hero-figure")?.textContent ?? ""))
          .observe(document.querySelector("#hero-figure") ?? document.body, { childList: true })
      })
      change({ state: "counted" })
      await page.evaluate(() => dispatchEvent(new Event("online")))
      await page.locator("#hero-figure").getByText("¥3,273.00").waitFor()
      await page.clock.runFor(3_000)
      await page.locator("#hero-figure").getByText("¥3,273.00").waitFor()
      const steps = await page.evaluate(() => (globalThis as unknown as { seen: Set<string> }).seen.size)
      if (reducedMotion === "reduce") assert.strictEqual(steps, 1)
      else assert.isAbove(steps, 3)
      await leave()
    }
  })

  it("colours rise and fall as the language does, or as was chosen", async () => {
    const { leave, page } = await open({ state: "before" })
    const rise = () => page.evaluate(() => getComputedStyle(document.querySelector(".delta[data-direction=up]") ?? document.body).color)
    await eventually(async () => assert.strictEqual(await rise(), "rgb(165, 48, 31)"))
    await page.getByRole("button", { name: "English" }).click()
    await eventually(async () => assert.strictEqual(await rise(), "rgb(11, 107, 87)"))
    await page.getByRole("button", { name: "Colours: Green = up" }).click()
    await eventually(async () => assert.strictEqual(await rise(), "rgb(165, 48, 31)"))
    await leave()
  })

  it("puts this week and this month side by side before the chart on a phone, with 7 days", async () => {
    const { leave, page } = await open({ state: "before" }, { viewport: { width: 375, height: 812 } })
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0
    await eventually(async () => {
      assert.strictEqual(await top("#this-week"), await top("#this-month"))
      assert.isBelow(await top("#this-month"), await top(".trend"))
      assert.isBelow(await top(".trend"), await top("#last-week"))
      assert.strictEqual(await page.locator(".handle").count(), 7)
    })
    await leave()
  })

  const situations: ReadonlyArray<Situation> = [
    { state: "before" },
    { state: "entered" },
    { state: "settled" },
    { state: "counted" },
    { state: "settled", calm: true },
    { state: "entered", huge: true }
  ]
  for (const locale of ["zh-CN", "en-GB"]) {
    it(`has no text cut off or overlapping, and no accessibility fault, from 320 to 3840 px (${locale})`, async () => {
      for (const [index, situation] of situations.entries()) {
        const { leave, page } = await open(situation, {
          locale,
          colorScheme: (index % 2 === 0) === (locale === "en-GB") ? "dark" : "light"
        })
        await page.locator("#pulse[data-state=on]").waitFor()
        for (const width of [320, 375, 768, 1280, 1920, 2560, 3840]) {
          await page.setViewportSize({ width, height: 900 })
          const what = `${JSON.stringify(situation)} ${width} px`
          await eventually(async () => assert.deepStrictEqual(await layoutFaults(page), [], what))
          // The other language has the other width and the other colours.
          if (width === (locale === "zh-CN" ? 375 : 1280)) assert.deepStrictEqual(await accessibilityFaults(page), [], what)
        }
        await leave()
      }
    })
  }
})
