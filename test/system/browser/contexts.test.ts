import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { openShop, type Shop } from "./Shop.ts"
import { visit } from "./Visitor.ts"

describe("a visit after another one", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00" })])
    browser = opened[0]
    shop = opened[1]
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  it("uses the same context, without what was stored, with the network on and one page", async () => {
    const first = await visit(browser, shop.address)
    const context = first.page.context()
    await first.page.goto("/")
    await first.page.evaluate(() => {
      document.cookie = "left=1"
      localStorage.setItem("left", "1")
      sessionStorage.setItem("left", "1")
    })
    await context.newPage()
    await context.setOffline(true)
    await first.leave()
    const { leave, page } = await visit(browser, shop.address)
    assert.strictEqual(page.context(), context)
    assert.deepStrictEqual(context.pages(), [page])
    await page.goto("/")
    const left = () => [document.cookie, localStorage.getItem("left"), sessionStorage.getItem("left")]
    assert.deepStrictEqual(await page.evaluate(left), ["", null, null])
    await leave()
  })

  it("gets a context of its own if the other changed one for good, or faked a clock without saying so", async () => {
    const changed = await visit(browser, shop.address)
    await changed.page.context().addInitScript("globalThis.left = true")
    await changed.leave()
    const faked = await visit(browser, shop.address)
    assert.notStrictEqual(faked.page.context(), changed.page.context())
    await faked.page.clock.install({ time: 0 })
    await faked.leave()
    const { leave, page } = await visit(browser, shop.address)
    await page.goto("/")
    assert.deepStrictEqual(await page.evaluate("[globalThis.left, Date.now() > 1e12]"), [undefined, true])
    await leave()
  })

  it("sets its own clock if both fake it, also after one that was stopped", async () => {
    const first = await visit(browser, shop.address, { fakesClock: true })
    await first.page.clock.install({ time: 4e12 })
    await first.page.clock.pauseAt(4e12 + 1_000)
    await first.leave()
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true })
    assert.strictEqual(page.context(), first.page.context())
    await page.clock.install({ time: 2e12 })
    await page.goto("/")
    const reading = "Date.now()"
    const now = Number(await page.evaluate(reading))
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 10)))
    const later = Number(await page.evaluate(reading))
    assert.isBelow(Math.abs(now - 2e12), 600_000)
    assert.isAbove(later, now)
    await leave()
  })
})
