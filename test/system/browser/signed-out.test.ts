import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { pages } from "../../../src/Http/Paths.ts"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { openShop, type Shop } from "./Shop.ts"
import { visit } from "./Visitor.ts"

// Rule 8.14.
describe.each(["open", "private"] as const)("a visit without a session to a shop that is %s", (access) => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00", access })])
    browser = opened[0]
    shop = opened[1]
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  it.each(Object.keys(pages).map((path) => path.replace(":period", "2025-W49")))("leaves no error in the console of %s", async (path) => {
    const { leave, page } = await visit(browser, shop.address)
    const errors: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(`${message.text()} ${message.location().url}`)
    })
    const answers: Array<string> = []
    page.on("response", (response) => {
      if (response.status() >= 400) answers.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(path)
    // These pages keep their stream open, so the network is never idle.
    const loaded = access === "open" ? { "/": "#pulse[data-state=on]", "/history": "#shown[aria-busy=false]" }[path] : undefined
    await (loaded === undefined ? page.waitForLoadState("networkidle") : page.locator(loaded).waitFor({ state: "attached" }))
    assert.deepStrictEqual([errors, answers], [[], []])
    await leave()
  })
})
