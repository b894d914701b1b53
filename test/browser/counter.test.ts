import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { chromiumIsThere, launchChromium } from "../../scripts/lib/browser.mjs"
import { auditOf, joined, ready } from "./Phones.ts"
import { addDays, csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults } from "./Visitor.ts"

describe.skipIf(!chromiumIsThere)("two phones at one counter", { timeout: 120_000 }, () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([launchChromium(), openShop({ cutoff: "23:00" })])
    browser = opened[0]
    shop = opened[1]
    // The last 7 days await their figures.
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(addDays(shop.today, -7), 40))
  }, 60_000)

  afterAll(async () => {
    await browser.close()
    await shop.stop()
  })

  const figureOf = async (date: string) => {
    const { amount, by } = await shop.get(`/api/days/${date}`) as { amount: number | null; by: string | null }
    return [by, amount]
  }

  /** Two phones that show the same day, and hear of no change: what one of them does, the other does not see. */
  const deafPhones = async (date: string, names: readonly [string, string] = ["小王", "小李"]) => {
    const visits = await Promise.all(names.map((name) => joined(browser, shop, name, "entry")))
    const open = async (page: Page) => {
      await page.waitForURL("**/enter")
      await page.route("**/api/events", (route) => route.abort())
      await page.goto(`/enter?date=${date}`)
      await ready(page)
      return page
    }
    const pages = await Promise.all(visits.map(({ page }) => open(page)))
    return {
      pages: pages as [Page, Page],
      leave: async () => {
        for (const { leave } of visits) await leave()
      }
    }
  }

  const save = async (page: Page, amount: string) => {
    await page.locator("#amount").fill(amount)
    await page.locator("#send").click()
  }

  it("keep the first one's count when the second one has not seen it, and ask with both amounts", async () => {
    const date = shop.today
    const { leave, pages: [wang, li] } = await deafPhones(date)
    await save(wang, "4100")
    await wang.getByText("录入好了").waitFor()
    await save(li, "3388")
    await li.getByText(/^小王 1[23]:\d\d 已录 ¥4,100\.00。\s*改成 ¥3,388\.00？$/).waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小王", 4100])
    assert.strictEqual(await li.evaluate(() => document.activeElement?.id), "question-no")
    assert.deepStrictEqual(await accessibilityFaults(li), [])
    await li.getByRole("button", { name: "不改，就是 ¥4,100.00" }).click()
    await li.getByText(/没有改。小王 1[23]:\d\d 已录 ¥4,100\.00/).waitFor()
    assert.strictEqual(await li.locator("#amount").inputValue(), "")
    assert.deepStrictEqual(await figureOf(date), ["小王", 4100])

    await wang.getByRole("button", { name: /^修改/ }).click()
    await save(wang, "4200")
    await wang.getByText("改好了").waitFor()
    await save(li, "3388")
    await li.getByText(/^小王 1[23]:\d\d 已录 ¥4,200\.00。\s*改成 ¥3,388\.00？$/).waitFor()
    await li.getByRole("button", { name: "改成 ¥3,388.00" }).click()
    await li.getByText("改好了").waitFor()
    await li.getByText(/之前小王 1[23]:\d\d 已录 ¥4,200\.00/).waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小李", 3388])
    await li.getByRole("button", { name: /撤销/ }).click()
    await li.getByText("已撤销").waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小王", 4200])
    await leave()
  })

  it("ask before a note, too, and leave a colleague's note alone", async () => {
    const date = addDays(shop.today, -1)
    const { leave, pages: [wang, li] } = await deafPhones(date)
    await wang.locator("#note").fill("晚上下雨")
    await save(wang, "3100")
    await wang.getByText("录入好了").waitFor()
    await li.locator("#note").fill("外卖没算")
    await li.locator("#send").click()
    await li.getByText(/小王 1[23]:\d\d 已录 ¥3,100\.00。还没有保存，请看过再点一次。/).waitFor()
    assert.deepStrictEqual((await auditOf(shop, date)).map(({ actor }) => actor), ["小王", "小王"])
    await li.reload()
    await ready(li)
    await li.locator("#note").fill("")
    await leave()
    const again = await deafPhones(addDays(shop.today, -2))
    await again.pages[0].locator("#note").fill("外摆没开")
    await save(again.pages[0], "3200")
    await again.pages[0].getByText("录入好了").waitFor()
    await save(again.pages[1], "3210")
    await again.pages[1].getByRole("button", { name: "改成 ¥3,210.00" }).click()
    await again.pages[1].getByText("改好了").waitFor()
    const { note } = await shop.get(`/api/days/${addDays(shop.today, -2)}`) as { note: string }
    assert.strictEqual(note, "外摆没开")
    await again.leave()
  })

  it("take the same amount as one count, and a lost answer as no conflict with oneself", async () => {
    const date = addDays(shop.today, -3)
    const { leave, pages: [wang, li] } = await deafPhones(date)
    await wang.locator("#note").fill("晚上下雨")
    await wang.route("**/api/admin/turnover", async (route) => {
      await route.fetch()
      await route.abort("connectionreset")
    }, { times: 1 })
    await save(wang, "3300")
    await wang.getByText("还没送出").waitFor()
    await wang.getByRole("button", { name: "再送一次 ¥3,300.00" }).click()
    await wang.getByText("录入好了").waitFor()
    await wang.getByText("之前还没有数").waitFor()
    assert.deepStrictEqual((await auditOf(shop, date)).map(({ kind }) => kind), ["entered", "noted"])
    await save(li, "3300")
    await li.getByText(/小王 1[23]:\d\d 已录 ¥3,300\.00，和你填的一样，没有再存。/).waitFor()
    assert.strictEqual((await auditOf(shop, date)).length, 2)
    await leave()
  })

  it("ask when a save whose answer was lost comes after a colleague's", async () => {
    const date = addDays(shop.today, -4)
    const { leave, pages: [wang, li] } = await deafPhones(date)
    await li.route("**/api/admin/turnover", (route) => route.abort("connectionreset"), { times: 1 })
    await save(li, "3388")
    await li.getByText("还没送出").waitFor()
    await save(wang, "4100")
    await wang.getByText("录入好了").waitFor()
    await li.getByRole("button", { name: "再送一次 ¥3,388.00" }).click()
    await li.getByText(/小王 1[23]:\d\d 已录 ¥4,100\.00。\s*改成 ¥3,388\.00？/).waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小王", 4100])
    await leave()
  })

  it("ask on the admin page, too, and withdraw no figure that it has not shown", async () => {
    const date = addDays(shop.today, -5)
    const manager = await joined(browser, shop, "李店长", "manager", {})
    const { page } = manager
    await page.waitForURL("**/enter")
    await page.route("**/api/events", (route) => route.abort())
    await page.goto(`/admin#entry=${date}`)
    await page.locator("#entry-before").getByText("还没有数").waitFor()
    const { leave, pages: [wang] } = await deafPhones(date)
    await wang.locator("#note").fill("晚上下雨")
    await save(wang, "4100")
    await wang.getByText("录入好了").waitFor()
    await page.locator("#entry-amount").fill("3388")
    await page.locator("#entry-send").click()
    await page.getByRole("button", { name: "对，录入 ¥3,388.00" }).click()
    await page.getByText(/^小王 1[23]:\d\d 已录 ¥4,100\.00。\s*改成 ¥3,388\.00？$/).waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小王", 4100])
    assert.strictEqual(await page.locator("#entry-before").innerText(), "¥4,100.00")
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "改成 ¥3,388.00" }).last().click()
    await page.getByText("已从 ¥4,100.00 改成 ¥3,388.00").waitFor()
    const { note } = await shop.get(`/api/days/${date}`) as { note: string }
    assert.strictEqual(note, "晚上下雨")

    await page.locator("#entry-before").getByText("¥3,388.00").waitFor()
    await shop.send("PUT", "/api/admin/turnover", { date, amount: 3400, actor: "老板" })
    await page.getByRole("button", { name: "撤回这一天" }).click()
    await page.locator("#withdraw-reason").fill("录错了日期")
    await page.locator("#withdraw-form").getByRole("button", { name: "撤回", exact: true }).click()
    await page.getByText(/老板 1[23]:\d\d 已录 ¥3,400\.00。还没有保存，请看过再点一次。/).waitFor()
    assert.deepStrictEqual(await figureOf(date), ["老板", 3400])
    await manager.leave()
    await leave()
  })
})
