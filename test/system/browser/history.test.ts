import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { addDays, csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, visit } from "./Visitor.ts"

/** The most days that fit into one request together with the planned ones. */
const tenYears = 3590

/** The address of the view, without the visitor's choices. */
const shown = (page: Page): string => new URL(page.url()).search.replace(/&?(?:lang|theme)=\w+/g, "")

const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { dataset, id } = document.activeElement as HTMLElement
    return dataset["date"] ?? id
  })

// Rule 6.46.
describe("the history", () => {
  let browser: Browser
  let shop: Shop
  let day: (before: number) => string

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00" })])
    browser = opened[0]
    shop = opened[1]
    day = (before) => addDays(shop.today, -before)
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, tenYears))
    await shop.send("DELETE", `/api/admin/turnover/${day(40)}?reason=wrong`, "")
    await shop.send("DELETE", `/api/admin/turnover/${day(41)}?reason=closed`, "")
    await shop.send("PUT", `/api/admin/days/${day(41)}`, { closed: true, note: "台风" })
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  it("shows ten years by one request, by keyboard and pointer, with an address for each step and a way back", async () => {
    const { leave, page } = await visit(browser, shop.address)
    const asked: Array<string> = []
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith("/api/days")) asked.push(pathname + search)
    })
    // On 1 January the present year has no day yet.
    const [yesterday, missing] = [day(1), day(40)]
    const isShown = (date: string) => date.slice(0, 4) === yesterday.slice(0, 4)
    await page.goto(`/history?year=${yesterday.slice(0, 4)}`)
    await page.locator("#shown[aria-busy=false] .weeks td[data-date]").first().waitFor()
    assert.lengthOf(asked, 1)

    // The map: the name of a day states what the day is, and its mark does not depend on colours.
    const [before, gap] = [page.locator(`td[data-date="${day(41)}"]`), page.locator(`td[data-date="${missing}"]`)]
    if (isShown(day(41))) {
      assert.strictEqual(await gap.textContent(), "?")
      assert.match(await gap.getAttribute("aria-label") ?? "", /缺/)
      assert.strictEqual(await before.textContent(), "×")
      assert.match(await before.getAttribute("aria-label") ?? "", /店休 · 台风$/)
    }
    await page.locator(`td[data-date="${yesterday}"]`).focus()
    await page.keyboard.press("ArrowUp")
    if (isShown(day(2))) assert.strictEqual(await focused(page), day(2))
    await page.keyboard.press("Enter")

    // A day: its sheet gets the focus, and Escape gives it back.
    const opened = await focused(page)
    assert.strictEqual(opened, "sheet-title")
    const date = new URLSearchParams(shown(page)).get("day") ?? ""
    await page.getByText("导入 ¥").first().waitFor()
    assert.deepStrictEqual(asked.slice(1), [`/api/days/${date}`])
    await page.keyboard.press("Escape")
    assert.strictEqual(await focused(page), date)
    assert.strictEqual(shown(page), `?month=${date.slice(0, 7)}`)
    await page.keyboard.press("Enter")
    await page.locator("#sheet[open]").waitFor()
    // The day is kept for the visit.
    assert.lengthOf(asked, 2)
    assert.strictEqual(await page.locator("#sheet-change").getAttribute("href"), `enter?date=${date}`)
    await page.keyboard.press("Escape")
    await page.keyboard.press("PageUp")
    await eventually(async () => assert.strictEqual(shown(page), `?month=${addDays(`${date.slice(0, 7)}-01`, -1).slice(0, 7)}`))

    await page.goBack()
    await eventually(async () => assert.strictEqual(shown(page), `?month=${date.slice(0, 7)}`))
    await page.goBack()
    await page.locator("#sheet[open]").waitFor()
    await page.goForward()
    await eventually(async () => assert.strictEqual(await page.locator("#sheet[open]").count(), 0))

    // The first year, ten years ago, without a further request.
    const first = day(tenYears)
    await page.locator("#kinds a").first().click()
    await page.locator(`#periods a[href="?year=${first.slice(0, 4)}"]`).click()
    await page.locator(`td[data-date="${first}"]`).waitFor()
    assert.strictEqual(await page.locator(`td[data-date="${addDays(first, -1)}"]`).count(), 0)
    assert.isNull(await page.locator("#before").getAttribute("href"))
    assert.lengthOf(asked, 2)
    await leave()
  })

  it("draws the sums and the one comparison that the server says, and leads to each month's report", async () => {
    const { leave, page } = await visit(browser, shop.address)
    const year = day(1).slice(0, 4)
    const comparison = { against: "year_before", days: 300, current: 2_000, previous: 2_981, way: "less", by: 981, percent: 33 }
    await page.route(/\/api\/days\?/, async (route) => {
      const response = await route.fetch()
      // A page that asks again is not sent again what it has.
      if (response.status() === 304) return route.fulfill({ response })
      const answer = await response.json() as { years: Array<{ start: string }> }
      const years = answer.years.map((one) =>
        one.start.startsWith(year) ? { ...one, total: 123_456.5, days: 300, estimated: { total: 3_000, days: 1 }, comparison } : one
      )
      await route.fulfill({ response, json: { ...answer, years } })
    })
    await page.goto(`/history?year=${year}`)
    const row = page.locator("#periods tr", { has: page.locator(`a[href="?year=${year}"]`) })
    await eventually(async () => {
      assert.strictEqual(await page.locator("#takings .total").innerText(), "¥123,456.50")
      assert.strictEqual(await page.locator("#takings .compared").innerText(), "比去年同样的日子少 ¥981")
      assert.match(await page.locator("#takings .made").innerText(), /已录 300 天/)
      assert.match(await row.innerText(), /¥123,456.50[^]*比去年同样的日子少 ¥981[^]*另有 1 天估算，约 ¥3,000/)
    })
    const month = day(1).slice(0, 7)
    await page.locator(`#periods a[href="report/${month}"]`).waitFor()
    await page.goto(`/history?month=${month}`)
    await page.locator("#report").click()
    await page.waitForURL(`**/report/${month}`)
    await page.goto(`/history?month=${addDays(`${shop.today.slice(0, 8)}28`, 10).slice(0, 7)}`)
    await page.locator("#takings").getByText("这段日子还没有数。").waitFor()
    assert.isFalse(await page.locator("#report").isVisible())
    await leave()
  })

  // Rule 6.47.
  it("gives the sum of any range, and its days as a table and as a file", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto(`/history?from=${day(42)}&to=${day(36)}`)
    await page.locator("#takings .total").waitFor()
    let asked = 0
    page.on("request", (request) => asked += request.url().includes("/api/days/") ? 1 : 0)
    assert.match((await page.locator("#takings .made").innerText()).replaceAll(/\s+/g, " "), /^已录 5 天 店休 1 天 缺 /)
    await page.locator("#range-to").fill(day(39))
    await eventually(() => assert.strictEqual(shown(page), `?from=${day(42)}&to=${day(39)}`))

    await page.locator("#title").focus()
    await page.keyboard.press("t")
    assert.strictEqual(await focused(page), "days-table")
    assert.strictEqual(shown(page), `?from=${day(42)}&to=${day(39)}&table=1`)
    const rows = await page.locator("#days-table tbody tr").allTextContents()
    assert.lengthOf(rows, 4)
    assert.match(rows[0] ?? "", /¥[\d,.]+导入/)
    assert.match(rows[1] ?? "", /—缺 · 补录/)
    assert.match(rows[2] ?? "", /—店休.*台风$/)

    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#days-csv").click()])
    assert.strictEqual(download.suggestedFilename(), `turnover-${day(42)}-${day(39)}.csv`)
    const lines = readFileSync(await download.path(), "utf8").split("\r\n")
    assert.strictEqual(lines[0], "\uFEFF日期,营业额,状态,备注,经手人,时间,月报里是")
    assert.match(lines[1] ?? "", new RegExp(`^${day(42)},\\d+\\.\\d\\d,已录,,`))
    assert.match(lines[2] ?? "", new RegExp(`^${day(41)},,店休,台风,`))
    assert.match(lines[3] ?? "", new RegExp(`^${day(40)},,缺,`))
    assert.lengthOf(lines, 6)
    const [book] = await Promise.all([page.waitForEvent("download"), page.locator("#days-xlsx").click()])
    assert.strictEqual(book.suggestedFilename(), `turnover-${day(42)}-${day(39)}.xlsx`)
    await page.locator("#days-toggle").click()
    assert.isFalse(await page.locator("#days-table").isVisible())
    assert.strictEqual(asked, 0)
    await leave()
  })

  it("fits every screen, in both languages and colours", async () => {
    const { leave, page } = await visit(browser, shop.address)
    const [month, sheet] = [`?month=${day(40).slice(0, 7)}`, `?day=${day(1)}`]
    const range = `?from=${day(50)}&to=${day(36)}&table=1`
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/history?lang=zh&theme=light&year=${day(1).slice(0, 4)}`)
    await page.locator("#shown[aria-busy=false] #periods table").first().waitFor()
    // The elements that moved after they were visible, as browsers measure it.
    const moved = await page.evaluate(() => {
      const seen = new PerformanceObserver(() => undefined)
      seen.observe({ type: "layout-shift", buffered: true })
      return seen.takeRecords().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)
    })
    assert.isBelow(moved, 0.05)
    /** Opens a view without loading the page again. */
    const go = (search: string) =>
      page.evaluate((next) => {
        const address = new URL(next, location.href)
        for (const name of ["lang", "theme"]) address.searchParams.set(name, new URLSearchParams(location.search).get(name) ?? "")
        history.replaceState(null, "", address)
        dispatchEvent(new PopStateEvent("popstate"))
      }, search)
    const fits = async (width: number, search: string) => {
      await page.setViewportSize({ width, height: width < 600 ? 844 : 1000 })
      await go(search)
      if (search === sheet) await page.locator("#sheet .changes").waitFor()
      assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), width, `${width} ${search}`)
      assert.deepStrictEqual(await accessibilityFaults(page), [], `${width} ${search}`)
    }
    await fits(320, "?")
    await fits(320, sheet)
    await go("?")
    await page.locator("#language-switch").click()
    await fits(390, "?")
    await fits(390, month)
    await fits(320, range)
    await fits(2560, "?")
    await page.locator("#theme-switch").click()
    await fits(1280, sheet)
    await fits(768, "?")
    await fits(1280, range)
    await go("?")
    await page.locator("#language-switch").click()
    await fits(1280, "?")

    // A month fits on one sheet of paper.
    await go(month)
    await page.locator(`#calendar td[data-date="${day(40)}"]`).waitFor()
    assert.match((await page.pdf({ preferCSSPageSize: true })).toString("latin1"), /\/Count 1\b/)
    await leave()
  })

  it("says that the server cannot be reached, and shows the days once it can", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.route("**/api/days?**", (route) => route.abort())
    await page.goto(`/history?month=${shop.today.slice(0, 7)}`)
    await page.getByText("连不上服务器，取不到历史。").waitFor()
    assert.isTrue(await page.locator("#retry").isVisible())
    await page.unroute("**/api/days?**")
    const year = Number(shop.today.slice(0, 4))
    await page.route("**/api/days?**", async (route) => {
      const response = await route.fetch()
      // A page that asks again is not sent again what it has.
      if (response.status() === 304) return route.fulfill({ response })
      const list = await response.json() as { holidays: object }
      await route.fulfill({ response, json: { ...list, holidays: { ...list.holidays, missing_years: [year] } } })
    })
    // The page also tries again automatically, so the button may be gone before a pointer reaches it.
    await page.locator("#retry").evaluate((button: HTMLElement) => button.click())
    await page.locator("#shown[aria-busy=false] .month").waitFor()
    assert.isFalse(await page.locator("#failed").isVisible())
    assert.strictEqual(await page.locator("#no-holidays").textContent(), `${year}年的放假安排还没有公布，暂不标节假日。`)
    await page.unroute("**/api/days?**")

    // A page that stays open receives a change, and the focused day keeps the focus.
    await page.goto(`/history?month=${day(3).slice(0, 7)}`)
    const cell = page.locator(`#calendar td[data-date="${day(3)}"]`)
    await cell.focus()
    await shop.send("PUT", "/api/admin/turnover", { date: day(3), amount: 98_765 })
    await eventually(async () => assert.include(await cell.textContent() ?? "", "98,765"))
    assert.strictEqual(await focused(page), day(3))
    // The sheet shows the bot's reply to readers who may see it, and loads its words on request.
    await page.route(`**/api/days/${day(3)}`, async (route) => {
      const response = await route.fetch()
      const detail = await response.json() as { messages: ReadonlyArray<object> }
      const attempts = [
        { at: `${shop.today}T12:00:00+08:00`, format: "card", status: 500, code: null, verdict: "upset", detail: "HTTP 500" },
        { at: `${shop.today}T12:01:00+08:00`, format: "card", status: 200, code: 0, verdict: "delivered", detail: "" }
      ]
      await route.fulfill({ response, json: { ...detail, messages: detail.messages.map((message) => ({ ...message, attempts })) } })
    })
    await page.keyboard.press("Enter")
    await page.locator("#sheet .messages summary").last().click()
    await page.locator("#sheet .attempts").getByText("群机器人那边出错了").waitFor()
    await page.locator("#sheet .attempts").getByText("已送达").waitFor()
    await page.keyboard.press("Escape")
    // A key press without a focused day does nothing.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press("t")
    assert.isFalse(await page.locator("#days-table").isVisible())
    await leave()
  })

  it("keeps the focus in a day's sheet while its details are loaded again, and shows the newest of them", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto(`/history?day=${day(4)}`)
    const change = page.locator("#sheet-change")
    await change.focus()
    const held: Array<() => Promise<void>> = []
    await page.route(`**/api/days/${day(4)}`, async (route) => {
      const response = await route.fetch()
      held.push(() => route.fulfill({ response }))
    })
    for (const [index, amount] of [4001, 4002].entries()) {
      await shop.send("PUT", "/api/admin/turnover", { date: day(4), amount, actor: `小${amount}` })
      // The page asks by itself within four seconds of the change.
      await page.locator("#retry").evaluate((button: HTMLElement) => button.click())
      await eventually(() => assert.isAbove(held.length, index))
      assert.strictEqual(await focused(page), "sheet-change")
    }
    // The newest answer comes first.
    for (const release of held.reverse()) await release()
    await page.locator("#sheet").getByText("小4002").first().waitFor()
    // By the answer to a further request, the page has both.
    await page.evaluate(() => fetch("api/metrics").then((response) => response.text()))
    assert.strictEqual(await page.locator("#sheet .changes li").count(), 3)
    assert.strictEqual(await focused(page), "sheet-change")
    await leave()
  })
})
