import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { addDays, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, visit } from "./Visitor.ts"

const isMonday = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() === 1

// Rules 2.12, 2.17 and 2.18.
describe("a café in Berlin that is shut on Mondays", () => {
  let browser: Browser
  let shop: Shop
  /** The newest day before today on which it is open. */
  let last: string
  /** A day with three times the usual amount. */
  let typo: string

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00" })])
    browser = opened[0]
    shop = opened[1]
    shop.writeConfig({ language: "en", currency: "EUR", locale: "de-DE", closed_weekdays: ["MON"], holidays: "none" })
    await shop.restart()
    const days = Array.from({ length: 400 }, (_, index) => addDays(shop.today, index - 400)).filter((date) => !isMonday(date))
    last = days.at(-1) ?? ""
    typo = days.at(-30) ?? ""
    await shop.send("POST", "/api/admin/import?notify=none",
      `date,amount\r\n${days.map((date) => `${date},${date === last ? "2229.21" : date === typo ? "6451.5" : "2150.5"}\r\n`).join("")}`)
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  const open = async (path: string, viewport = { width: 1280, height: 900 }) => {
    const visitor = await visit(browser, shop.address, { viewport, locale: "de-DE" })
    await visitor.page.goto(path)
    return visitor
  }

  it("reads 2.229,21 € and its dates in words, with no Monday missing", async () => {
    const { leave, page } = await open("/")
    await page.locator(`#chart [data-date="${last}"]`).focus()
    await eventually(async () => assert.include(await page.locator("#readout").innerText(), "2.229,21\u00a0€"))
    const text = await page.locator("main").innerText()
    assert.notMatch(text, /[Mm]issing|€\d|Spring Festival|National Day/)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("types 2.050,50 on a phone, and is asked what 2,050 means", async () => {
    const { leave, page } = await open("/sign-in", { width: 390, height: 844 })
    await page.getByLabel("Admin password").fill(shop.token)
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => !url.pathname.endsWith("sign-in"))
    await page.goto("/enter")
    await page.locator("#amount").fill("2,050")
    await page.getByText("Is “2,050” 2.050,00 or 2,05?").waitFor()
    await page.locator("#amount").fill("2.050,50")
    await page.getByRole("button", { name: "Enter 2.050,50\u00a0€" }).click()
    await eventually(async () => {
      const { amount } = await shop.get(`/api/days/${shop.today}`) as { amount: number }
      assert.strictEqual(amount, 2050.5)
    })
    await leave()
  })

  it("says in the report of a best day that it is far from usual", async () => {
    const { leave, page } = await open(`/report/${typo.slice(0, 7)}`)
    await page.locator("dl").getByText(/^Far from usual: please check$/).waitFor()
    await leave()
  })

  it("leads from week to week by their numbers", async () => {
    const { leave, page } = await open("/report/last-week")
    await page.getByRole("link", { name: /^← Week \d+$/ }).waitFor()
    await leave()
  })

  it("has its sums, its report and its months in the same signs", async () => {
    for (const path of ["/history", `/report/${last.slice(0, 7)}`]) {
      const { leave, page } = await open(path)
      await page.locator(path === "/history" ? "#shown[aria-busy=false] .weeks" : "#sheet[aria-busy=false] .total").first().waitFor()
      const text = await page.locator("main").innerText()
      assert.match(text, /\d\.\d{3},\d\d\u00a0€/)
      assert.notMatch(text, /€\d|\d,\d{3}\b|missing|Spring Festival|National Day/)
      await leave()
    }
  })
})
