import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { leaveChromium, openChromium } from "../Chromium.ts"
import { csvOfDaysBefore, openShop, type Shop } from "../Shop.ts"
import { type Visit, visit } from "../Visitor.ts"

export const hostile = "<img src=x onerror=alert(1)>\"'</td><script>alert(2)</script>"

export const csvFile = (text: string, name = "days.csv") => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) })

/** A shop with figures of its last three days for all tests of a suite, and a visitor for each test. Each test uses its own days. */
export const adminPage = () => {
  let browser: Browser
  let shop: Shop
  let visitor: Visit

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00", importNotify: "per_row" })])
    browser = opened[0]
    shop = opened[1]
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 3))
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  beforeEach(async () => {
    visitor = await visit(browser, shop.address)
  })

  return {
    get browser() {
      return browser
    },
    get shop() {
      return shop
    },
    get visitor() {
      return visitor
    },
    enter: async (page: Page, address: string, room = address.split("=")[0]) => {
      await page.goto(`/admin#${address}`)
      await page.getByRole("textbox", { name: "管理密码" }).fill(shop.token)
      await page.getByRole("button", { name: "登录" }).click()
      await page.locator(`#room-${room}`).waitFor()
      return page
    }
  }
}
