import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { firstSight } from "./FirstSight.ts"
import { addDays, csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, visit } from "./Visitor.ts"

interface Day {
  readonly date: string
  readonly amount: number
  readonly estimated: boolean
}

const money = (amount: number): string => `¥${amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

describe("the dashboard", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "00:00" })])
    browser = opened[0]
    shop = opened[1]
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 100))
    await shop.send("PUT", "/api/admin/turnover", { date: addDays(shop.today, -1), amount: 4321.05 })
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  it("leads with today's settled amount and holds what can be compared against it", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    const metrics = await shop.get("/api/metrics") as {
      today: { amount: number }
      this_month: { total: number; counted: { total: number; days: number } }
    }
    const { counted, total } = metrics.this_month
    // On the first of a month, its only day is the estimate of today.
    const sum = counted.days > 0 ? money(counted.total) : `约 ¥${Math.round(total).toLocaleString("en-US")}`
    await page.locator("#hero-figure.hollow").getByText(money(metrics.today.amount)).waitFor()
    await eventually(async () => assert.include(await page.locator("#hero-caption").innerText(), "系统估算，未清点"))
    await page.getByText("00:00 已结账，没有人录入").waitFor()
    await eventually(async () => {
      const rows = await page.locator("#against li").allInnerTexts()
      assert.match(rows[0] ?? "", /上一个周.[^]*估算不作比较/)
      assert.match(rows.at(-1) ?? "", /昨天[^]*¥4,321\.05/)
    })
    await eventually(async () => assert.include(await page.locator("#this-month .sum").innerText(), sum))
    // The figures arrive before the stream opens.
    await page.locator("#pulse").getByText("实时").waitFor()
    await eventually(async () => assert.match(await page.locator("#pulse").innerText(), /实时\s*· 1[23]:\d\d$/))
    await leave()
  })

  it("gives the chart's days to the keyboard, to the pointer and as a table", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/?days=7")
    await page.locator("#chart canvas").waitFor()
    const chosen = page.locator(".handle:focus")
    await page.locator(".handle[tabindex='0']").focus()
    await eventually(async () => assert.match(await chosen.getAttribute("aria-label") ?? "", /^.+ 周. · ¥[\d,.]+ · 系统估算，未清点$/))
    await page.keyboard.press("ArrowLeft")
    await eventually(async () => assert.match(await page.locator("#readout").innerText(), /¥4,321\.05 · 已结账/))
    // Figures that arrive meanwhile change nothing for who is looking at a day.
    const corrected = addDays(shop.today, -3)
    await shop.send("PUT", "/api/admin/turnover", { date: corrected, amount: 4004.5 })
    await page.locator(`.handle[data-date="${corrected}"][aria-label*="4,004.50"]`).waitFor()
    assert.match(await page.locator("#readout").innerText(), /¥4,321\.05 · 已结账/)
    const days = await shop.get("/api/series7?days=7") as ReadonlyArray<Day>
    await page.keyboard.press("Enter")
    const sheet = page.getByRole("region", { name: /的营业额$/ })
    await sheet.getByText("改成 ¥4,321.05").waitFor()
    await eventually(async () => assert.strictEqual(await chosen.getAttribute("aria-expanded"), "true"))
    assert.strictEqual(await sheet.getByRole("link", { name: "修改" }).getAttribute("href"), `admin#entry=${addDays(shop.today, -1)}`)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("Escape")
    await eventually(async () => assert.isFalse(await page.locator("#sheet").isVisible()))
    await page.keyboard.press("Home")
    await eventually(async () => assert.strictEqual(await chosen.getAttribute("data-date"), days[0]?.date))
    await page.locator("h1").click()
    await page.locator(`.handle[data-date="${shop.today}"]`).hover()
    await eventually(async () => assert.include(await page.locator("#readout").innerText(), "系统估算，未清点"))
    await page.getByText("以表格查看").click()
    await eventually(async () => {
      const numbers = await page.locator("#rows .number").allInnerTexts()
      assert.deepStrictEqual(numbers, days.map((day) => money(day.amount).slice(1)).reverse())
    })
    await leave()
  })

  it("shows 7, 14, 30 or 90 days and remembers which", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    for (const days of [7, 30, 90]) {
      await page.locator(`#days input[value="${days}"]`).check()
      await page.getByText(`已清点 ${days - 1} 天`).waitFor()
      await eventually(async () => assert.strictEqual(new URL(page.url()).searchParams.get("days"), String(days)))
    }
    await page.goto("/")
    await page.getByText("已清点 89 天").waitFor()
    await eventually(async () => assert.isTrue(await page.locator("#days input[value=\"90\"]").isChecked()))
    await leave()
  })

  it("speaks the browser's language first, another on demand, and keeps language and colours in the address", async () => {
    const english = await visit(browser, shop.address, { locale: "en-GB" })
    await english.page.goto("/")
    await english.page.getByRole("heading", { name: "Turnover by day" }).waitFor()
    await english.leave()
    const { leave, page } = await visit(browser, shop.address, { colorScheme: "dark" })
    await page.goto("/")
    assert.strictEqual(await page.locator("html").getAttribute("lang"), "zh-CN")
    assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "dark")
    await page.getByRole("button", { name: "English" }).click()
    await page.locator("#against").getByText(/last \w+day/).waitFor()
    await page.getByRole("button", { name: "Colours: Auto" }).click()
    await eventually(async () => assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "light"))
    await eventually(async () => assert.strictEqual(new URL(page.url()).search, "?lang=en&theme=light"))
    await page.goto("/")
    await page.locator("#against").getByText(/last \w+day/).waitFor()
    await eventually(async () => assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "light"))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.goto("/?lang=zh&theme=dark")
    await eventually(async () => {
      assert.strictEqual(await page.locator("html").getAttribute("lang"), "zh-CN")
      assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "dark")
    })
    await leave()
  })

  it("fills a wall with figures only, and Escape leads back", async () => {
    const { leave, page } = await visit(browser, shop.address, { viewport: { width: 1920, height: 1080 } })
    await page.goto("/?wall")
    await page.locator("#chart canvas").waitFor()
    assert.strictEqual(await page.locator("button:visible, input:visible, a:visible").count(), 0)
    await eventually(async () => assert.isAtMost(await page.evaluate(() => document.documentElement.scrollHeight), 1080))
    await eventually(async () => assert.match(await page.locator("#wall-clock").innerText(), /^1[23]:\d\d$/))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("Escape")
    await page.locator("#language-switch:enabled").waitFor()
    await leave()
  })

  it("leads to the wall in the language and the colours of the address, also before its script is there", async () => {
    const { leave, page } = await visit(browser, shop.address)
    // The page's script hangs; only the script before the first paint runs.
    await page.route(/\/static\/hashed\/(?!boot).*\.js$/, () => undefined)
    await page.goto("/?lang=zh&theme=dark", { waitUntil: "commit" })
    await page.locator("#wall-link").click({ noWaitAfter: true })
    await page.waitForURL("/?lang=zh&theme=dark&wall", { waitUntil: "commit" })
    await page.unrouteAll({ behavior: "ignoreErrors" })
    await leave()
  })

  it("prints on one page, in light colours, with the year, the sums and the chart, from the wall too", async () => {
    const { leave, page } = await visit(browser, shop.address, { colorScheme: "dark" })
    for (const path of ["/?days=30", "/?wall"]) {
      await page.goto(path)
      await page.locator("#chart canvas").waitFor()
      const pdf = (await page.pdf({ format: "A4" })).toString("latin1")
      assert.strictEqual(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1)
      await page.emulateMedia({ media: "print" })
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
      await eventually(async () => assert.match(await page.locator("#printed").innerText(), /^20\d\d年\d+月\d+日 周. \d\d:\d\d 的数$/))
      assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "light")
      await eventually(async () => {
        assert.strictEqual(await page.locator(".totals .sum:visible").count(), 3)
        assert.strictEqual(await page.locator(".figure:visible").count(), 1)
      })
      // Twice as fine as the paper's own pixels.
      await eventually(async () => {
        assert.strictEqual(await page.locator("#chart canvas").evaluate((canvas: HTMLCanvasElement) => canvas.width), 1376)
        assert.isAbove((await page.locator("#chart canvas").boundingBox())?.height ?? 0, 200)
      })
      await page.evaluate(() => dispatchEvent(new Event("afterprint")))
      await page.emulateMedia({ media: "screen" })
      await eventually(async () => assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "dark"))
      // The chart is drawn for the screen in the next frame.
      await page.waitForFunction(() => {
        const chart = document.querySelector("#chart")
        return chart !== null && chart.clientWidth > 0 && chart.querySelector("canvas")?.clientWidth === chart.clientWidth
      })
    }
    await leave()
  })

  it("has no accessibility fault in light and dark colours, and with its table open", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { leave, page } = await visit(browser, shop.address, { colorScheme })
      await page.goto("/")
      await page.locator("#chart canvas").waitFor()
      await page.getByText("以表格查看").click()
      assert.deepStrictEqual(await accessibilityFaults(page), [])
      await leave()
    }
  })

  it("weighs at most 150 KB compressed, its data included", async () => {
    const { leave, page } = await visit(browser, shop.address)
    const session = await page.context().newCDPSession(page)
    await session.send("Network.enable")
    await session.send("Network.clearBrowserCache")
    let bytes = 0
    session.on("Network.loadingFinished", (event) => {
      bytes += event.encodedDataLength
    })
    await page.goto("/")
    await page.locator("#chart canvas").waitFor()
    await page.waitForLoadState("load")
    assert.isAbove(bytes, 10_000)
    assert.isAtMost(bytes, 150_000)
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
    await page.locator("#chart canvas").waitFor()
    assert.strictEqual(asked, 1)
    await leave()
  })
})
