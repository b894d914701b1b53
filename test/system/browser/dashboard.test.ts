import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Responses } from "../../../src/Api/Responses.ts"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { firstSight } from "./FirstSight.ts"
import { layoutFaults } from "./Layout.ts"
import { addDays, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, visit } from "./Visitor.ts"

type Metrics = Responses["metrics"]

const money = (amount: number, decimals: number): string =>
  `¥${amount.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}`

/** 3,000 on each of the 100 days before, but for a missing day. */
const daysBefore = (today: string) =>
  `date,amount\r\n${
    Array.from({ length: 100 }, (_, index) => addDays(today, index - 100)).filter((date) => date !== addDays(today, -4))
      .map((date) => `${date},3000.00\r\n`).join("")
  }`

const read = (page: Page, selector: string) => page.locator(selector).innerText()

describe("the dashboard", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00" })])
    browser = opened[0]
    shop = opened[1]
    shop.writeConfig({ goals: { default: 100_000 } })
    await shop.send("POST", "/api/admin/reload_cutoff", {})
    await shop.send("POST", "/api/admin/import", daysBefore(shop.today))
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  const drawn = (page: Page) => page.locator("#chart .day").first().waitFor()

  it("says that nobody has entered today, and leads to its entry; then the amount stands in every sum at once", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    await eventually(async () => assert.match(await read(page, ".hero"), /^今天[^]*还没录入[^]*23:00 结账[^]*录入今天$/))
    assert.strictEqual(await page.getByRole("link", { name: "录入今天" }).getAttribute("href"), `enter?date=${shop.today}`)
    const before = await shop.get("/api/metrics") as Metrics
    await shop.send("PUT", "/api/admin/turnover", { date: shop.today, amount: 3300.5, actor: "李店长" })
    await eventually(async () => assert.match(await read(page, ".hero"), /^今天[^]*¥\s*3,300\s*\.50[^]*李店长 1\d:\d\d 录入 · 修改$/))
    const { counted: { month, week } } = await shop.get("/api/metrics") as Metrics
    assert.isAbove(week.total, before.counted.week.total)
    await eventually(async () => assert.include(await read(page, "#week"), money(week.total, 0)))
    await eventually(async () => assert.include(await read(page, "#month"), money(month.total, 0)))
    await shop.send("DELETE", `/api/admin/turnover/${shop.today}`, { reason: "wrong" })
    await eventually(async () => assert.include(await read(page, ".hero"), "还没录入"))
    await leave()
  })

  it("says in one sentence how a day compares with its usual amount, and asks to check an unusual one", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    for (
      const [amount, sentence] of [[3300, /^比平常周.多 10%（平常 ¥3,000）$/], [9000, /^请核对：是平常周.的 3 倍（平常 ¥3,000）$/]] as const
    ) {
      await shop.send("PUT", "/api/admin/turnover", { date: shop.today, amount })
      // A holiday has no usual amount.
      const { counted: { today } } = await shop.get("/api/metrics") as Metrics
      if (today.usual !== null) await eventually(async () => assert.match(await read(page, "#hero-sentence"), sentence))
    }
    await shop.send("DELETE", `/api/admin/turnover/${shop.today}`, { reason: "wrong" })
    await leave()
  })

  it("names what is missing, as a link to its entry, and says how the goal stands", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    await drawn(page)
    const missing = addDays(shop.today, -4)
    assert.strictEqual(await page.locator("#chart a[data-state=missing]").getAttribute("href"), `enter?date=${missing}`)
    const { counted: { goal, last_week, month, week } } = await shop.get("/api/metrics") as Metrics
    for (const [id, sum] of [["week", week], ["last-week", last_week], ["month", month]] as const) {
      if (!sum.missing.includes(missing)) continue
      assert.strictEqual(await page.locator(`#${id} .need a`).getAttribute("href"), `enter?date=${missing}`)
    }
    assert.match(await read(page, "#goal"), /^本月目标 ¥100,000/)
    assert.include(await read(page, "#goal"), `还差 ${money(goal?.missing ?? 0, 0)}`)
    await leave()
  })

  it("leads through the chart by keys, tells each day, and remembers how many days are shown", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/?days=14")
    await drawn(page)
    assert.strictEqual(await page.locator("#chart .day").count(), 14)
    await page.locator("#chart .day").last().focus()
    await page.keyboard.press("ArrowLeft")
    await eventually(async () => assert.match(await read(page, "#readout"), /周. · (?:.+ · )?¥3,000\.00(?: · 平常 ¥3,000)?\s*修改$/))
    await page.keyboard.press("Home")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("data-date")), addDays(shop.today, -13))
    await page.locator("#days label").last().click()
    await eventually(async () => assert.strictEqual(await page.locator("#chart .day").count(), 90))
    assert.include(page.url(), "days=90")
    await page.goto("/")
    await eventually(async () => assert.strictEqual(await page.locator("#chart .day").count(), 90))
    await leave()
  })

  it("shows the day that the address names, in a range that has it", async () => {
    const { leave, page } = await visit(browser, shop.address, { viewport: { width: 390, height: 844 } })
    const named = addDays(shop.today, -20)
    await page.goto(`/#${named}`)
    await eventually(async () => assert.strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("data-date")), named))
    assert.strictEqual(await page.locator("#chart .day").count(), 30)
    await leave()
  })

  it("fills a wall with the last day that counts, without links", async () => {
    for (const viewport of [{ width: 1920, height: 1080 }, { width: 3840, height: 2160 }, { width: 1280, height: 720 }]) {
      const { leave, page } = await visit(browser, shop.address, { viewport, colorScheme: "dark" })
      await page.goto("/?wall")
      await eventually(async () => assert.match(await read(page, ".hero"), /^昨天[^]*3,000/))
      assert.strictEqual(await page.locator("a:visible").count(), 0)
      // A figure of four digits is a third of the screen high, its letters being 0.72 of its size.
      const size = await page.locator("#hero-figure").evaluate((figure) => Number.parseFloat(getComputedStyle(figure).fontSize))
      assert.isAbove(size * 0.72, viewport.height / 4)
      assert.deepStrictEqual(await layoutFaults(page, "one screen"), [])
      await leave()
    }
  })

  it("never stands still on a wall, and is dimmed at night", async () => {
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true })
    await page.clock.install()
    await page.goto("/?wall")
    await page.locator("#hero-figure:not(:empty)").waitFor()
    const places = new Set<string>()
    for (let minutes = 0; minutes < 9; minutes += 1) {
      await page.clock.fastForward(60_000)
      places.add(await page.evaluate(() => document.body.style.translate))
    }
    assert.isAbove(places.size, 5)
    for (const place of places) for (const shift of place.matchAll(/[\d.]+/g)) assert.isAtMost(Number(shift[0]), 0.2)
    // In one step, because the page's own clock takes the class away again by day.
    const [day, night] = await page.evaluate(() => {
      const shade = () => Number(getComputedStyle(document.body, "::after").opacity)
      return [shade(), (document.documentElement.classList.add("night"), shade())] as const
    })
    assert.strictEqual(day, 0)
    assert.isAbove(night, 0.4)
    await leave()
  })

  /** The figures as the service says them, but for some. */
  const but = (page: Page, change: (metrics: Metrics) => Partial<Metrics>) =>
    page.route("**/api/metrics", async (route) => {
      const metrics = await (await route.fetch()).json() as Metrics
      await route.fulfill({ json: { ...metrics, ...change(metrics) } })
    })

  // Rule 4.7.
  it("says after midnight until when today lasts", async () => {
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true })
    await page.clock.install({ time: Date.parse("2026-11-27T01:00:00+08:00") })
    await but(page, (metrics) => ({
      server_now: "2026-11-27T01:00:00+08:00",
      time_zone: "Asia/Shanghai",
      next_cutoff: "2026-11-27T02:30:00+08:00",
      today: { ...metrics.today, date: "2026-11-26", ends_at: "2026-11-27T04:00:00+08:00" },
      counted: { ...metrics.counted, today: { ...metrics.counted.today, date: "2026-11-26", holiday: undefined } }
    }))
    await page.goto("/")
    await eventually(async () => assert.strictEqual(await read(page, "#hero-date"), "11月26日 周四，算到 04:00"))
    await leave()
  })

  it("tells a shop that has not decided that nobody has entered for a week, and what to do", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await but(page, () => ({ estimated_in_a_row: 9 }))
    await page.goto("/")
    await page.getByText("已经 9 天没有人录入，这些数都是系统估的").waitFor()
    assert.strictEqual(await page.getByRole("link", { name: "请人扫码" }).getAttribute("href"), "admin#people")
    assert.strictEqual(await page.getByRole("link", { name: "以后不估" }).getAttribute("href"), "admin#settings=amount_source")
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
    const counts = await visit(browser, shop.address)
    await counts.page.goto("/")
    await drawn(counts.page)
    assert.isFalse(await counts.page.locator("#nobody").isVisible())
    await counts.leave()
  })

  it("has room for the largest amount, from 320 to 3840 px and on a wall", async () => {
    await shop.send("PUT", "/api/admin/turnover", { date: shop.today, amount: 9_999_999_999.99 })
    for (const path of ["/?days=7", "/?wall"]) {
      const { leave, page } = await visit(browser, shop.address, { viewport: { width: 320, height: 700 } })
      await page.goto(path)
      await eventually(async () => assert.match(await read(page, "#hero-figure"), /9,999,999,999|10,000,000,000/))
      for (const [width, height] of path === "/?wall" ? [[1024, 768], [1920, 1080]] : [[320, 700], [390, 844], [1280, 900], [3840, 2160]]) {
        await page.setViewportSize({ width: width ?? 0, height: height ?? 0 })
        const faults = () => layoutFaults(page, path === "/?wall" ? "one screen" : "a page")
        await eventually(async () => assert.deepStrictEqual(await faults(), [], `${path} ${width} px`))
      }
      await leave()
    }
    await shop.send("DELETE", `/api/admin/turnover/${shop.today}`, { reason: "wrong" })
  })

  it("prints on one page, in light colours", async () => {
    const { leave, page } = await visit(browser, shop.address, { colorScheme: "dark" })
    await page.goto("/?days=30")
    await drawn(page)
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1")
    assert.strictEqual(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1)
    await page.emulateMedia({ media: "print" })
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
    await eventually(async () => assert.match(await read(page, "#printed"), /^20\d\d年\d+月\d+日 周. \d\d:\d\d 的数$/))
    assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "light")
    await leave()
  })

  for (const locale of ["zh-CN", "en-GB"]) {
    it(`has no text cut off or overlapping, and no accessibility fault, from 320 to 3840 px (${locale})`, async () => {
      for (const colorScheme of ["light", "dark"] as const) {
        const { leave, page } = await visit(browser, shop.address, { colorScheme, locale, viewport: { width: 320, height: 700 } })
        await page.goto("/?days=7")
        await drawn(page)
        for (const width of [320, 390, 768, 1280, 3840]) {
          await page.setViewportSize({ width, height: 900 })
          await eventually(async () => assert.deepStrictEqual(await layoutFaults(page), [], `${width} px`))
        }
        assert.deepStrictEqual(await accessibilityFaults(page), [])
        await leave()
      }
    })
  }

  it("speaks the browser's language first and the chosen one from then on, and stays in its own while the other's words cannot be loaded", async () => {
    const { leave, page } = await visit(browser, shop.address, { locale: "en-GB" })
    const words = "**/dashboard-words-zh-*.js"
    await page.route(words, (route) => route.abort())
    await page.goto("/")
    await page.locator("#hero-figure").getByText("Not entered yet").waitFor()
    const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("words-zh"))
    await page.locator("#language-switch").click()
    await refused
    assert.deepStrictEqual([await page.locator("html").getAttribute("lang"), new URL(page.url()).search], ["en", ""])
    await page.goto("/?lang=zh")
    await page.locator("#hero-figure").getByText("Not entered yet").waitFor()
    await page.unroute(words)
    await page.reload()
    await page.locator("#hero-figure").getByText("还没录入").waitFor()
    await page.locator("#language-switch").click()
    await page.locator("#hero-figure").getByText("Not entered yet").waitFor()
    await page.locator("#language-switch").click()
    await page.locator("#hero-figure").getByText("还没录入").waitFor()
    assert.strictEqual(await page.locator("html").getAttribute("lang"), "zh-CN")
    assert.strictEqual(new URL(page.url()).search, "?lang=zh")
    // The server does not know of the choice.
    await page.goto("/")
    await page.locator("#hero-figure").getByText("还没录入").waitFor()
    await leave()
  })

  it("needs two round trips and 25 KB for the first figures: the HTML, and what it names", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.route(/keep-up/, () => new Promise(() => undefined))
    const { bytes, later, requests } = await firstSight(page, "/", () => page.locator("#hero-figure:not(:empty)").waitFor())
    assert.deepStrictEqual(later.filter((address) => !/keep-up|icon/.test(address)), [])
    assert.isAtMost(requests, 8)
    assert.isAbove(bytes, 5_000)
    assert.isAtMost(bytes, 25_000)
    await leave()
  })

  it("asks for the figures once on opening, although the page preloads them", async () => {
    const { leave, page } = await visit(browser, shop.address)
    let asked = 0
    // Once its stream is open, the page asks again.
    await page.route("**/api/events", () => new Promise(() => undefined))
    page.on("response", (response) => {
      if (response.url().endsWith("/api/metrics")) asked += 1
    })
    await page.goto("/")
    await drawn(page)
    assert.strictEqual(asked, 1)
    await leave()
  })
})
