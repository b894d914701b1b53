import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { joined, phone } from "./Phones.ts"
import { addDays, csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, signOutFrom } from "./Visitor.ts"

const name = "梧桐里咖啡馆"

// Rule 6.21.
describe("an installed page without a connection", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00", access: "private", name })])
    browser = opened[0]
    shop = opened[1]
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 40))
    await shop.send("PUT", "/api/admin/turnover", { date: shop.today, amount: 4287.5 })
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  /** The address of the stored page for a path; null if there is none. */
  const shelved = (page: Page, path: string) =>
    page.evaluate(async (asked) => {
      const found = await (await caches.open("pages-2 /")).match(asked)
      return found === undefined ? null : `${found.headers.get("etag")}`
    }, path)

  it("shows the figures of the last visit with their time, and after signing out nothing", async () => {
    const { leave, page } = await joined(browser, shop, "老板", "view", { ...phone, serviceWorkers: "allow" })
    await page.getByText("4,287").first().waitFor()
    await eventually(async () => assert.isNotNull(await shelved(page, "/")))

    // A page that is opened online comes from the server, whatever is stored, and then replaces the stored page.
    await page.evaluate(async () => {
      const shelf = await caches.open("pages-2 /")
      await shelf.put("/static/hashed/old-AAAAAAAA.js", new Response("old"))
      await shelf.put("/",
        new Response("<html><body>an old build</body></html>", { headers: { etag: "old", "content-type": "text/html" } }))
    })
    await page.reload()
    await page.getByText("4,287").first().waitFor()
    await eventually(async () => {
      assert.notStrictEqual(await shelved(page, "/"), "old")
      assert.isNull(await shelved(page, "/static/hashed/old-AAAAAAAA.js"))
    })

    await page.goto("/history")
    await page.locator("#shown[aria-busy=false] .small-months").waitFor()
    // The months from the first record on.
    const first = addDays(shop.today, -40)
    assert.strictEqual(await page.locator(".small-months li").count(),
      first.slice(0, 4) === shop.today.slice(0, 4) ? 13 - Number(first.slice(5, 7)) : 12)
    await eventually(async () => assert.isNotNull(await shelved(page, "/history")))
    await page.goto("/")
    await page.getByText("4,287").first().waitFor()

    await shop.restart(async () => {
      await page.goto("/history?month=2026-01")
      await page.getByText("连不上服务器，取不到历史。").waitFor()
      assert.isTrue(await page.getByRole("button", { name: "重试" }).isVisible())
      assert.deepStrictEqual(await accessibilityFaults(page), [])
      await page.getByRole("link", { name: "看板" }).click()
      await page.locator("#banner-age").getByText(/^下面的数截至 1[123]:\d\d:\d\d（.+前）$/).waitFor()
      await eventually(async () => assert.match(await page.locator("#hero-figure").innerText(), /^¥\s*4,287\s*\.50$/))
      await page.locator("#chart .day").first().waitFor()
      assert.match(await page.locator("html").getAttribute("data-build") ?? "", /^"[\w-]{22}-\w+"$/)
      assert.deepStrictEqual(await accessibilityFaults(page), [])
      // On another day, the page shows the date of what was yesterday.
      await page.evaluate(() => {
        const { metrics, days } = JSON.parse(localStorage.getItem("figures") ?? "{}")
        metrics.server_now = metrics.server_now.replace(/^\d{4}-\d\d-\d\d/, "2026-01-05")
        metrics.today.date = "2026-01-05"
        metrics.counted.today.date = "2026-01-05"
        localStorage.setItem("figures", JSON.stringify({ metrics, days }))
      })
      await page.reload()
      await page.locator("#banner-age").getByText(/^下面的数截至 1月5日 1[123]:\d\d（\d+ 小时前）$/).waitFor()
      assert.strictEqual((await page.locator("#hero-title").innerText()).trim(), "1月5日 周一")
      assert.isFalse(await page.locator("#enter").isVisible())
    })
    await page.locator("#banner").waitFor({ state: "hidden" })

    await signOutFrom(page)
    await page.waitForURL("**/sign-in")
    assert.isNull(await page.evaluate(() => localStorage.getItem("figures")))
    await shop.restart(async () => {
      await page.goto("/")
      await page.getByText("连不上服务器，还没有取到数字").waitFor()
      assert.notMatch(await page.title() + await page.content(), /梧桐里|¥\s*\d/)
    })
    await leave()
  })
})
