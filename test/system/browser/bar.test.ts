import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { joined } from "./Phones.ts"
import { csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { visit } from "./Visitor.ts"

/** Each page with the link that is marked as the current one. */
const pages = [
  ["/", "看板", "Dashboard"],
  ["/history", "历史", "History"],
  ["/report/last-week", "历史", "History"],
  ["/enter", "录入", "Enter"],
  ["/admin", "管理", "Admin"],
  ["/admin#people", "管理", "Admin"]
] as const

describe("the bar of pages", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00", name: "梧桐里咖啡馆人民广场店" })])
    browser = opened[0]
    shop = opened[1]
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 40))
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  for (const [locale, names] of [["zh-CN", "看板 历史 录入 管理"], ["en-GB", "Dashboard History Enter Admin"]] as const) {
    it(`is the same on every page, marks where one is, and stays in one line on a phone: ${locale}`, async () => {
      const { leave, page } = await joined(browser, shop, locale, "admin", { locale, viewport: { width: 390, height: 844 } })
      await page.waitForURL("**/enter")
      for (const [path, chinese, english] of pages) {
        await page.goto("about:blank")
        await page.goto(path)
        await page.locator("html:not(.untranslated)").waitFor()
        const links = page.locator(".bar a")
        await page.locator("#shop").getByText("梧桐里咖啡馆人民广场店").waitFor()
        assert.strictEqual((await links.allTextContents()).join(" "), names, path)
        assert.deepStrictEqual(await page.locator(".bar [aria-current]").allTextContents(), [locale === "zh-CN" ? chinese : english], path)
        const boxes = await links.evaluateAll((each) => each.map((link) => link.getBoundingClientRect()))
        assert.deepStrictEqual(boxes.map(({ top }) => top), boxes.map(() => boxes[0]?.top), path)
        assert.isTrue(boxes.every(({ height, width }) => height >= 44 && height < 50 && width >= 44), path)
        assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 390, path)
        const lines = await page.locator("#shop").evaluate((name) => name.clientHeight || name.getBoundingClientRect().height)
        assert.isAtMost(lines, 2 * 22, `${path}: the name has at most two lines`)
      }
      await leave()
    })
  }

  it("is not on the wall", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/?wall")
    await page.locator("#hero-figure:not(:empty)").waitFor()
    assert.isFalse(await page.locator(".bar").isVisible())
    await leave()
  })
})
