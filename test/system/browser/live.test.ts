import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { fakeServer } from "./FakeFigures.ts"
import { addDays, openShop, type Shop } from "./Shop.ts"
import { silenceableProxy } from "./SilenceableProxy.ts"
import { accessibilityFaults, visit } from "./Visitor.ts"

const hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>"

describe("a dashboard that is left alone", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00", name: hostile })])
    browser = opened[0]
    shop = opened[1]
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  it("has a first step in place of figures until there is one: what to enter, what to import, what is left to set up", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    await page.getByRole("heading", { name: "录入第一个数，看板就有了" }).waitFor()
    await page.getByText(/^今天 .*周. · 23:00 结账$/).waitFor()
    const links = () => page.locator("#first a").evaluateAll((all) => all.map((link) => `${link.textContent} ${link.getAttribute("href")}`))
    assert.deepStrictEqual(await links(), ["录入今天 enter", "导入以前的 Excel admin#import"])
    // No empty card and no empty chart.
    assert.deepStrictEqual(await page.locator("main > :not(#first)").filter({ visible: true }).all(), [])
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "English" }).click()
    await page.getByRole("heading", { name: "Enter the first figure" }).waitFor()
    await page.getByRole("button", { name: "中文" }).click()
    // A person who may see the set-up sees what is left of it.
    await page.goto("/admin")
    await page.fill("#token", shop.token)
    await page.locator("#gate-send:enabled").click()
    await page.locator("#room-missing").waitFor()
    await page.goto("/")
    await page.locator("#first li").getByText("没有人录入时怎么办").waitFor()
    assert.include(await page.locator("#first li").first().innerText(), "店名与结账时间、管理密码")
    assert.include(await links(), "添加人员 admin#people")
    assert.include(await links(), "去设 admin#settings=chat_webhook_url")
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    // The first figure, from another device, makes the dashboard.
    await page.locator("#pulse[data-state=on]").waitFor()
    const date = shop.today
    await shop.send("PUT", "/api/admin/turnover", { date, amount: 321 })
    await page.locator("#hero-figure").getByText("¥321.00").waitFor()
    assert.strictEqual(await page.locator("#first").count(), 0)
    await shop.send("DELETE", `/api/admin/turnover/${date}`, { reason: "only a test" })
    await leave()
  })

  it("shows a hostile shop name as the text it is", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    await page.locator("#shop").getByText(hostile, { exact: true }).waitFor()
    await eventually(async () => assert.include(await page.title(), hostile))
    assert.strictEqual(await page.locator("#shop *").count(), 0)
    await leave()
  })

  it("takes up a correction by itself, and says it aloud", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await shop.send("PUT", "/api/admin/turnover", { date: addDays(shop.today, -2), amount: 1 })
    await page.goto("/")
    await page.locator("#pulse[data-state=on]").waitFor()
    await shop.send("PUT", "/api/admin/turnover", { date: shop.today, amount: 1234.5, reason: hostile, actor: hostile })
    await page.locator("#hero-figure").getByText("¥1,234.50").waitFor()
    await page.locator("#hero-made").getByText(hostile).waitFor()
    await eventually(async () => {
      assert.include(await page.locator("#announcer").textContent() ?? "", "¥1,234.50")
    })
    await leave()
  })

  it("takes up what changed before its stream was open", async () => {
    const { leave, page } = await visit(browser, shop.address)
    let open = () => undefined as void
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    await page.route("**/api/events", (route) => opened.then(() => route.continue()))
    await page.goto("/")
    await page.locator("#chart .day").first().waitFor()
    await shop.send("PUT", "/api/admin/turnover", { date: shop.today, amount: 2345.6 })
    open()
    await page.locator("#hero-figure").getByText("¥2,345.60").waitFor()
    await leave()
  })

  it("finds its way back when the service was restarted, with what changed meanwhile", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    await page.locator("#pulse[data-state=on]").waitFor()
    await shop.restart(() => page.locator("#pulse[data-state=off]").waitFor())
    await page.locator("#pulse[data-state=on]").waitFor()
    await leave()
  })

  it("reloads itself once the service is another build, and only then", async () => {
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true })
    const fake = await fakeServer(page, "2025-12-09T15:00:00+08:00")
    let loads = 0
    page.on("load", () => {
      loads += 1
    })
    let build = "first"
    await page.route(`${shop.address}/`,
      (route) => route.request().method() === "HEAD" ? route.fulfill({ headers: { ETag: `"${build}"` } }) : route.continue())
    await page.goto("/?wall")
    await page.locator("#hero-figure:not(:empty)").waitFor()
    await fake.pass(30_000)
    assert.strictEqual(loads, 1)
    build = "second"
    await fake.until(async () => loads === 2)
    await leave()
  })

  it("loads itself again where an upgrade took away the rest of its code, once the server answers", async () => {
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true })
    const fake = await fakeServer(page, "2025-12-09T15:00:00+08:00")
    let missing = true
    await page.route("**/static/hashed/dashboard-keep-up-*.js", (route) => (missing ? route.fulfill({ status: 404 }) : route.continue()))
    await page.goto("/")
    await page.locator("#hero-figure").getByText("¥1,009.00").waitFor()
    missing = false
    await fake.until(() => page.locator("#chart .day").first().isVisible())
    await leave()
  })

  it("passes the cutoff by the server's clock, whatever the browser's says", async () => {
    const { leave, page } = await visit(browser, shop.address)
    // The browser's clock is an hour and a half behind the shop's, and no stream updates the page.
    const fake = await fakeServer(page, "2025-12-09T11:47:30+08:00", 5_400_000)
    fake.stream = false
    await page.goto("/")
    await fake.until(() => page.getByText("13:18 结账，不到 1 分钟").isVisible())
    await fake.until(() => page.locator("#hero-figure").getByText("¥1,009.00").isVisible())
    await leave()
  })

  it("passes midnight, the month's end and the next cutoff without being touched", async () => {
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true })
    const fake = await fakeServer(page, "2025-12-31T23:59:30+08:00")
    // There is no stream, so that only the clock updates the page.
    fake.stream = false
    await page.goto("/")
    await page.locator("#hero-date").getByText("12月31日 周三").waitFor()
    await page.locator("#hero-figure").getByText("¥1,031.00").waitFor()
    await fake.pass(40_000)
    await page.locator("#hero-date").getByText("1月1日 周四").waitFor()
    await page.locator("#hero-figure").getByText("还没录入").waitFor()
    await page.getByText("13:18 结账").waitFor()
    assert.isAtMost(fake.asked(), 12)
    await leave()
  })

  it("keeps the last figures and says so while the service fails, and recovers by itself", async () => {
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true })
    const fake = await fakeServer(page, "2025-12-09T15:00:00+08:00")
    await page.goto("/")
    await page.locator("#hero-figure").getByText("¥1,009.00").waitFor()
    for (const [answer, sentence] of [["with an error", "服务器暂时出错（HTTP 500）"], ["not at all", "连接中断"]] as const) {
      fake.answer = answer
      await fake.until(() => page.locator("#banner").getByText(sentence).isVisible())
      assert.include(await page.locator("#hero-figure").innerText(), "1,009")
      assert.match(await page.locator("#banner-age").innerText(), /^下面的数截至 15:0\d:\d\d（.+前）$/)
      assert.strictEqual(await page.locator("#pulse").getAttribute("data-state"), "off")
    }
    fake.answer = "well"
    await fake.until(() => page.locator("#banner").isHidden())
    await leave()
  })

  it("says within five seconds that the connection is lost and how old the figures are, and that nothing is being closed", async () => {
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true })
    const fake = await fakeServer(page, "2025-12-09T13:17:55+08:00")
    await page.goto("/")
    await page.getByText("13:18 结账，不到 1 分钟").waitFor()
    fake.stream = false
    fake.answer = "not at all"
    await fake.pass(5_000)
    await page.locator("#pulse-text").getByText("连接中断").waitFor()
    await page.locator("#banner").getByText("连接中断，正在自动重连。").waitFor()
    await page.locator("#banner-age").getByText(/秒前/).waitFor()
    await fake.pass(5_000)
    await page.locator("#cutoff").getByText("13:18 已过，恢复连接后更新", { exact: true }).waitFor()
    await leave()
  })

  it("says at once that the browser is offline", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    await page.locator("#pulse[data-state=on]").waitFor()
    await page.context().setOffline(true)
    await page.locator("#banner").getByText("连接中断").waitFor()
    await page.context().setOffline(false)
    await page.locator("#banner").waitFor({ state: "hidden" })
    await leave()
  })

  it("says that there are no figures yet where the first question fails, and can be told to ask again", async () => {
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true })
    const fake = await fakeServer(page, "2025-12-09T15:00:00+08:00")
    fake.answer = "with an error"
    await page.goto("/")
    await page.locator("#banner").getByText("还没有取到数字").waitFor()
    fake.answer = "well"
    await page.getByRole("button", { name: "立即重试" }).click()
    await page.locator("#hero-figure").getByText("¥1,009.00").waitFor()
    await page.locator("#banner").waitFor({ state: "hidden" })
    await leave()
  })

  it("has no accessibility fault while the service fails", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.route("**/api/*", (route) => route.abort())
    await page.goto("/")
    await page.locator("#banner").getByText("连不上服务器").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("says within five seconds that an open connection has gone silent, and loads everything again when it speaks", async () => {
    await shop.send("PUT", "/api/admin/turnover", { date: addDays(shop.today, -1), amount: 2345.6 })
    const proxy = await silenceableProxy(shop.address)
    const { leave, page } = await visit(browser, proxy.address)
    await page.clock.install()
    let asked = 0
    page.on("request", (request) => {
      if (request.url().endsWith("/api/metrics")) asked += 1
    })
    await page.goto("/")
    await page.locator("#as-of:not(:empty)").waitFor()
    await page.locator("#pulse[data-state=on]").waitFor()
    // From now on only the test lets time pass, including the time that this evaluation takes.
    await eventually(async () => page.clock.pauseAt(Number(await page.evaluate("Date.now() + 1000"))))
    // The page sets this timer again with whatever it hears; on a busy machine it hears later than the proxy passes on.
    await page.evaluate(() => {
      const set = globalThis.setTimeout
      Object.assign(globalThis, {
        heard: 0,
        setTimeout: (run: () => void, millis?: number) => {
          if (millis === 4_500) (globalThis as unknown as { heard: number }).heard += 1
          return set(run, millis)
        }
      })
    })
    await eventually(async () => assert.isAbove(Number(await page.evaluate("heard")), 0))
    proxy.silent = true
    await page.clock.runFor(4_000)
    assert.strictEqual(await page.locator("#pulse-text").innerText(), "实时")
    // What was passed on last may have arrived meanwhile; the time counts from then on.
    await eventually(async () => {
      await page.clock.runFor(500)
      assert.strictEqual(await page.locator("#pulse-text").innerText(), "连接中断")
    })
    await page.locator("#banner-age").getByText(/^下面的数截至 \d\d:\d\d:\d\d（[456] 秒前）$/).waitFor()
    const before = asked
    proxy.silent = false
    await page.clock.resume()
    await page.locator("#banner").waitFor({ state: "hidden" })
    await page.locator("#pulse[data-state=on]").waitFor()
    assert.isAbove(asked, before)
    await leave()
    await proxy.stop()
  })

  it("does not ask more and more often, nor grow, in half an hour of cut streams and failing answers", async () => {
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true })
    const fake = await fakeServer(page, "2025-12-09T15:00:00+08:00")
    await page.goto("/")
    await page.locator("#chart .day").first().waitFor()
    const nodes = () => page.evaluate(() => document.querySelectorAll("*").length)
    const before = await nodes()
    fake.answer = "not at all"
    fake.stream = false
    await page.evaluate(() => dispatchEvent(new Event("online")))
    await fake.pass(1_800_000)
    // One request each 30 to 60 seconds, after some quicker attempts at the start.
    assert.isAtLeast(fake.asked(), 20)
    assert.isAtMost(fake.asked(), 80)
    fake.answer = "well"
    fake.stream = true
    await fake.until(() => page.locator("#banner").isHidden())
    assert.isAtMost(Math.abs(await nodes() - before), 2)
    await leave()
  })
})
