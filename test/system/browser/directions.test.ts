import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { addDays, openShop, type Shop } from "./Shop.ts"
import { visit } from "./Visitor.ts"

/** Ends the isolation of the text, and reverses the direction of what follows. */
const turning = (text: string) => `${text}\u2069\u2069\u202E`

// Rule 8.17.
describe("what a person typed", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00", name: turning("转向店") })])
    browser = opened[0]
    shop = opened[1]
    const date = addDays(shop.today, -1)
    await shop.send("PUT", "/api/admin/turnover", { date, amount: 1234.5, reason: turning("错行"), actor: turning("小王") })
    await shop.send("PUT", `/api/admin/days/${date}`, { note: turning("下雨"), actor: turning("小王") })
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  /**
   * The pages, each with a text that shows when the page is complete, whether its title contains the shop's name, and whether it
   * needs a sign-in.
   */
  const pages = [
    { path: "/", text: "转向店", titled: true },
    { path: "/admin#audit", text: "错行", titled: true, signIn: true },
    { path: "/enter", query: () => `?date=${addDays(shop.today, -1)}`, text: "转向店", titled: true, signIn: true },
    { path: `/join#${encodeURIComponent(turning("码"))}`, text: "没有登录成功" },
    { path: "/sign-in", query: () => `?next=${encodeURIComponent(turning("/页"))}`, text: "请登录" }
  ]

  for (const { path, query = () => "", signIn = false, text, titled = false } of pages) {
    it(`turns nothing around on ${path.split("#%", 1)[0]}, in its title or in a label`, async () => {
      const { leave, page } = await visit(browser, shop.address)
      if (signIn) {
        await page.goto("/admin")
        await page.getByRole("textbox", { name: "管理密码" }).fill(shop.token)
        await page.getByRole("button", { name: "登录" }).click()
        await page.waitForFunction(() => document.title.includes("转向店"))
      }
      await page.goto(path + query())
      await page.getByText(text).first().waitFor()
      if (titled) await page.waitForFunction(() => document.title.includes("转向店"))
      const found = await page.evaluate(() => {
        const labels = [...document.querySelectorAll("[aria-label], [title]")].map((element) =>
          `${element.getAttribute("aria-label")} ${element.getAttribute("title")}`
        )
        const texts = [document.title, document.body.innerText, ...labels]
        const inline = [...document.querySelectorAll("a, span, strong, em, small, time")]
        return {
          turning: texts.filter((text) => /\p{Bidi_Control}/u.test(text)),
          notIsolated: inline.filter((element) => !getComputedStyle(element).unicodeBidi.includes("isolate")).map((element) =>
            element.outerHTML
          )
        }
      })
      assert.deepStrictEqual(found, { turning: [], notIsolated: [] })
      await leave()
    })
  }
})
