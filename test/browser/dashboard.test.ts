import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { chromiumIsThere, chromiumPath, launchChromium } from "../../scripts/browser.mjs"
import { addDays, csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, visit } from "./Visitor.ts"

if (!chromiumIsThere) {
  process.stderr.write(`The browser tests were skipped: there is no ${chromiumPath} (apt-get install chromium fonts-noto-cjk).\n`)
}

interface Day {
  readonly date: string
  readonly amount: number
  readonly estimated: boolean
}

const money = (amount: number): string =>
  `¥${amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

describe.skipIf(!chromiumIsThere)("the dashboard", { timeout: 60_000 }, () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([launchChromium(), openShop({ cutoff: "00:00" })])
    browser = opened[0]
    shop = opened[1]
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 100))
    await shop.send("PUT", "/api/admin/turnover", { date: addDays(shop.today, -1), amount: 4321.05 })
  }, 60_000)

  afterAll(async () => {
    await browser.close()
    await shop.stop()
  })

  it("shows today's amount with its source, held against yesterday and the same weekday of last week", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    const metrics = await shop.get("/api/metrics") as { today: { amount: number }; this_month: { total: number } }
    await page.getByText(money(metrics.today.amount)).waitFor()
    assert.include(await page.locator("#today-caption").innerText(), "系统生成")
    const rows = await page.locator("#against li").allInnerTexts()
    assert.match(rows[0] ?? "", /昨日[^]*人工录入[^]*¥4,321\.05[^]*今日 [+−]¥/)
    assert.match(rows[1] ?? "", /上周同日[^]*导入[^]*今日 [+−]¥/)
    assert.include(await page.locator("#this-month .sum").innerText(), money(metrics.this_month.total))
    // The figures are there before the stream is.
    await page.locator("#pulse").getByText("实时").waitFor()
    assert.match(await page.locator("#pulse").innerText(), /实时\s*截至 1[23]:\d\d:\d\d/)
    await leave()
  })

  it("tells the chart's days to the keyboard, to the pointer and as a table", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/?days=7")
    await page.locator("#chart canvas").waitFor()
    const days = await shop.get("/api/series7?days=7") as ReadonlyArray<Day>
    const chart = page.getByRole("slider")
    await chart.focus()
    await page.keyboard.press("End")
    assert.match(await chart.getAttribute("aria-valuetext") ?? "", new RegExp(`^${shop.today} 周. · ¥[\\d,.]+ · 系统生成$`))
    await page.keyboard.press("ArrowLeft")
    assert.match(await page.locator("#readout").innerText(), /¥4,321\.05 . 人工录入/)
    await page.keyboard.press("Home")
    assert.include(await page.locator("#readout").innerText(), days[0]?.date ?? "none")
    await page.keyboard.press("Escape")
    assert.include(await page.locator("#readout").innerText(), "7 天定版")
    const box = await chart.boundingBox()
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 30, (box?.y ?? 0) + 100)
    assert.include(await page.locator("#readout").innerText(), shop.today)
    await page.getByText("以表格查看").click()
    const numbers = await page.locator("#rows .number").allInnerTexts()
    assert.deepStrictEqual(numbers, days.map((day) => day.amount.toFixed(2)).reverse())
    await leave()
  })

  it("shows 7, 14, 30 or 90 days and remembers which", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    for (const days of [7, 30, 90]) {
      await page.locator(`#days input[value="${days}"]`).check()
      await page.getByText(`${days} 天定版`).waitFor()
    }
    await page.reload()
    await page.getByText("90 天定版").waitFor()
    assert.isTrue(await page.locator("#days input[value=\"90\"]").isChecked())
    await leave()
  })

  it("speaks Chinese first, English on demand, and remembers the language and the colours", async () => {
    const { leave, page } = await visit(browser, shop.address, { colorScheme: "dark" })
    await page.goto("/")
    assert.strictEqual(await page.locator("html").getAttribute("lang"), "zh-CN")
    assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "dark")
    await page.getByRole("button", { name: "English" }).click()
    await page.locator("#against").getByText("Same day last week").waitFor()
    await page.getByRole("button", { name: "Colours: System" }).click()
    assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "light")
    await page.reload()
    await page.locator("#against").getByText("Same day last week").waitFor()
    assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "light")
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("fills a wall with figures only, and Escape leads back", async () => {
    const { leave, page } = await visit(browser, shop.address, { viewport: { width: 1920, height: 1080 } })
    await page.goto("/?wall")
    await page.locator("#chart canvas").waitFor()
    assert.strictEqual(await page.locator("button:visible, input:visible, a:visible").count(), 0)
    assert.strictEqual(await page.locator("body").evaluate((body) => getComputedStyle(body).cursor), "none")
    assert.isAtMost(await page.evaluate(() => document.documentElement.scrollHeight), 1080)
    assert.match(await page.locator("#wall-clock").innerText(), /^1[23]:\d\d$/)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("Escape")
    await page.locator("#language-switch").waitFor()
    await leave()
  })

  it("fits from 320 px to 4K without scrolling sideways", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/?days=90")
    await page.locator("#chart canvas").waitFor()
    for (const [width, height] of [[320, 568], [390, 844], [768, 1024], [1440, 900], [3840, 2160]] as const) {
      await page.setViewportSize({ width, height })
      assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), width)
    }
    await leave()
  })

  it("prints on one page, in light colours", async () => {
    const { leave, page } = await visit(browser, shop.address, { colorScheme: "dark" })
    await page.goto("/?days=30")
    await page.locator("#chart canvas").waitFor()
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1")
    assert.strictEqual(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1)
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

  it("asks for the figures once on opening, although the page preloads them", async () => {
    const { leave, page } = await visit(browser, shop.address)
    let asked = 0
    page.on("response", (response) => {
      if (response.url().endsWith("/api/metrics")) asked += 1
    })
    await page.goto("/")
    await page.locator("#chart canvas").waitFor()
    assert.strictEqual(asked, 1)
    await leave()
  })
})
