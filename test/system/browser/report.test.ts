import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, visit } from "./Visitor.ts"

// Rule 6.40.
describe("the report", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00" })])
    browser = opened[0]
    shop = opened[1]
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 40))
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  it("of the last week fits a phone, names its week in the address, and leads to the week before", async () => {
    const { leave, page } = await visit(browser, shop.address, { viewport: { width: 320, height: 640 } })
    await page.goto("/report/last-week")
    await page.locator("#sheet[aria-busy=false] .total").waitFor()
    assert.match(new URL(page.url()).pathname, /^\/report\/\d{4}-W\d\d$/)
    assert.strictEqual(await page.locator(".days tbody tr").count(), 7)
    assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 320)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    const before = await page.locator("#before").getAttribute("href")
    await page.locator("#before").click()
    await page.locator("#sheet[aria-busy=false] .total").waitFor()
    assert.strictEqual(new URL(page.url()).pathname, `/${before}`)
    await leave()
  })

  it("leads with what was counted; a week of estimates alone says so", async () => {
    const { leave, page } = await visit(browser, shop.address)
    for (
      const [counted, lead, made] of [[5, "¥20,000.00", "已录 5/7 天 另有 2 天估算，约 ¥6,001"], [
        0,
        "约 ¥6,001",
        "已录 0/7 天 全部是估算"
      ]] as const
    ) {
      await page.route("**/api/reports/*", async (route) => {
        const report = await (await route.fetch()).json() as object
        const sum = counted === 0 ? 0 : 20_000
        await route.fulfill({ json: { ...report, counted: sum, counted_days: counted, generated: { days: 7 - counted, amount: 6000.55 } } })
      })
      await page.goto("/report/last-week")
      await page.locator("#sheet[aria-busy=false] .total").getByText(lead, { exact: true }).waitFor()
      assert.strictEqual((await page.locator(".made").innerText()).replaceAll(/\s+/g, " "), made)
      const foot = (await page.locator(".days tfoot").innerText()).replaceAll(/\s+/g, " ")
      assert.strictEqual(foot, `合计 ${lead} ${made.slice("已录 n/7 天 ".length)}`)
      await page.unroute("**/api/reports/*")
    }
    await leave()
  })

  it("says of a week in which the shop was closed that it was, and no sum", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.route("**/api/reports/*", async (route) => {
      const report = await (await route.fetch()).json() as object
      const nothing = { total: 0, counted_days: 0, days_final: 0, closed_days: 7, mean: null, best: null, worst: null }
      await route.fulfill({ json: { ...report, ...nothing, missing: [] } })
    })
    await page.goto("/report/last-week")
    await page.locator("#sheet[aria-busy=false] .total").getByText("—", { exact: true }).waitFor()
    assert.strictEqual(await page.locator(".made").innerText(), "店休 7 天")
    await leave()
  })

  it("of a month has its one comparison, says what was changed since it was sent, and leads to the same days in the history", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.route("**/api/reports/*", async (route) => {
      const report = await (await route.fetch()).json() as object
      const comparison = { against: "month_before", days: 30, current: 98_000, previous: 98_981, way: "less", by: 981, percent: 1 }
      const change = { date: "2026-11-19", after: { amount: 4200, source: "manual" }, by: "小王", at: "2026-11-28T10:02:00+08:00" }
      const changes = [{ ...change, before: { amount: 3100, source: "manual" } }, {
        ...change,
        before: null,
        after: null,
        by: null,
        at: null
      }]
      const sent = { at: "2026-12-01T09:00:00+08:00", head: "62:0123456789abcdef" }
      const day = { amount: 4200, source: "manual", closed: false, note: "", usual: 4100, makeup: true }
      const days = Array.from({ length: 31 }, (_, index) => ({ ...day, date: `2026-10-${String(index + 1).padStart(2, "0")}` }))
      await route.fulfill({ json: { ...report, comparison, changes, sent, days } })
    })
    await page.goto("/report/last-month")
    const fact = page.locator(".facts > div", { hasText: "对比" })
    await fact.waitFor()
    assert.strictEqual((await fact.innerText()).replaceAll(/\s+/g, " "), "对比 比前一个月同样的日子少 ¥981")
    await page.emulateMedia({ media: "print" })
    assert.deepStrictEqual(await page.locator(".sent p").allInnerTexts(), [
      "发出后改过：11月19日 ¥3,100.00 → ¥4,200.00（小王，11月28日）",
      "发出后改过：11月19日 缺 → 缺",
      "12月1日 09:00 发出，核对码 62:0123456789abcdef"
    ])
    const month = new URL(page.url()).pathname.split("/").at(-1) ?? ""
    await page.locator("#sheet[aria-busy=false]").waitFor()
    assert.match((await page.pdf({ preferCSSPageSize: true })).toString("latin1"), /\/Count 1\b/)
    await page.emulateMedia({ media: "screen" })
    await page.locator("#to-history").click()
    await page.waitForURL((url) => url.pathname === "/history" && url.searchParams.get("month") === month)
    await leave()
  })

  it("on paper asks for no entry, and says when it was printed", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.route("**/api/reports/*", async (route) => {
      const report = await (await route.fetch()).json() as { readonly days: ReadonlyArray<{ readonly date: string }> }
      const [first, second, ...others] = report.days
      const days = [{ ...first, source: "generated" }, { ...second, amount: null, source: null, note: "下雨" }, ...others]
      await route.fulfill({ json: { ...report, days, missing: [second?.date] } })
    })
    await page.goto("/report/last-week")
    await page.locator("#sheet[aria-busy=false] .total").waitFor()
    const read = (where: string) => page.locator(where).allInnerTexts()
    assert.deepStrictEqual(await read(".to-do"), ["估算，去录入", "缺，去录入"])
    assert.isFalse(await page.locator(".printed").isVisible())
    await page.emulateMedia({ media: "print" })
    assert.deepStrictEqual(await read(".to-do"), ["估算", "缺"])
    assert.strictEqual(await page.locator(".days .note").first().evaluate((note) => getComputedStyle(note).display), "inline")
    assert.strictEqual(await page.locator(".to-do").first().evaluate((link) => getComputedStyle(link).textDecorationLine), "none")
    // It is noon in the shop, or an hour later, wherever the browser is.
    await eventually(async () => {
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
      assert.match(await page.locator(".printed").innerText(), /^梧桐里咖啡馆 · \d{4}年\d+月\d+日 周. 1[23]:\d\d 打印$/)
    })
    await leave()
  })

  it("says that there is no such week", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/report/2025-W53")
    await page.getByText("没有“2025-W53”这样的周或月").waitFor()
    assert.isFalse(await page.locator("#retry").isVisible())
    await leave()
  })
})
