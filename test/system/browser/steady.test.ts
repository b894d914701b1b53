import type { Browser, BrowserContextOptions } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { joined } from "./Phones.ts"
import { csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { visit } from "./Visitor.ts"

/** Each page, with an element that shows when the page is complete. */
const pages = [
  ["/", "#chart .day"],
  ["/history", "#shown[aria-busy=false]"],
  ["/report/last-week", "#sheet[aria-busy=false] .total"],
  ["/sign-in?next=/enter", "form"],
  ["/admin", "#gate-send:enabled"]
] as const

/** The pages of somebody who has signed in; their widest words are English, and a phone has the least room for them. */
const signedIn = [
  ["/enter", "#when:not(:empty)"],
  ["/admin#missing", "#missing-none"],
  ["/admin#import", "#template-xlsx"],
  ["/admin#goals", "#goals-from:not(:empty)"],
  ["/admin#messages", "#count-failed:not(:empty)"],
  ["/admin#audit", "#audit-rows tr"],
  ["/admin#people", "#people li"],
  ["/admin#settings", "#set-shop_name"],
  ["/admin#system", "#verdict:not(:empty)"]
] as const

/** How far a page may move what is on the screen, as Cumulative Layout Shift counts it; good is below 0.1. */
const most = 0.02

interface Shift extends PerformanceEntry {
  readonly value: number
}

describe("a page that loads", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00" })])
    browser = opened[0]
    shop = opened[1]
    // A year and more, so that the month has its fair comparison, and a goal with a forecast.
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 500))
    shop.writeConfig({ goals: { default: 110_000 } })
    await shop.send("POST", "/api/admin/reload_cutoff", {})
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  const screens = { phone: { width: 390, height: 844 }, laptop: { width: 1280, height: 800 } }

  /** How far the page moves what is on the screen until it is complete. */
  const shiftOf = async (path: string, complete: string, options: BrowserContextOptions): Promise<number> => {
    const { leave, page } = await visit(browser, shop.address, options)
    // The HTML is visible for a while before the first response.
    await page.route("**/api/metrics", async (route) => {
      await page.locator("html:not(.untranslated)").waitFor()
      await route.continue()
    })
    await page.addInitScript(() => {
      const moved = { sum: 0 }
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.sum += (entry as Shift).value
      }).observe({ type: "layout-shift", buffered: true })
    })
    await page.goto(path)
    await page.locator(complete).first().waitFor()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    const { sum } = await page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved)
    await leave()
    return sum
  }

  for (const [path, complete] of pages) {
    it.each(Object.entries(screens))(`keeps what is on the screen of a %s in its place: ${path}`, async (_, viewport) => {
      for (const locale of ["zh-CN", "en-US"])
        assert.isBelow(await shiftOf(path, complete, { locale, viewport }), most, `${path} in ${locale}`)
    })
  }

  it("keeps it in its place on the phone of somebody who has signed in, too", async () => {
    const { leave, page } = await joined(browser, shop, "李店长", "admin")
    await page.waitForURL("**/enter")
    const storageState = await page.context().storageState()
    await leave()
    const shifts = []
    for (const [path, complete] of signedIn)
      shifts.push({ path, shift: await shiftOf(path, complete, { locale: "en-US", storageState, viewport: screens.phone }) })
    assert.deepStrictEqual(shifts.filter(({ shift }) => shift >= most), [])
  })
})
