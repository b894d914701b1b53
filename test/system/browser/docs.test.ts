import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { firstSight } from "./FirstSight.ts"
import { openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, visit } from "./Visitor.ts"

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<{ readonly name: string }>
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>>
  readonly security: ReadonlyArray<unknown>
}

interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const operationsOf = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
  )

const open = async (page: Page, path = "/docs") => {
  await page.goto(path)
  await page.locator("#reference[aria-busy=\"false\"]").waitFor()
}

/** Unfolds every part. The content is filled in after the event, a moment later. */
const unfold = (page: Page) =>
  page.locator("details:not([open])").evaluateAll(async (all) => {
    await Promise.all(all.map((details) =>
      new Promise((resolve) => {
        details.addEventListener("toggle", resolve, { once: true })
        details.setAttribute("open", "")
      })
    ))
  })

describe("the API reference", () => {
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

  it("shows every operation of the document: what it is, what it takes, every answer, and where the token is needed", async () => {
    const { leave, page } = await visit(browser, shop.address, { locale: "en" })
    const document = await shop.get("/openapi.json") as Document
    await open(page)
    assert.include(await page.locator("h1").innerText(), document.info.title)
    assert.strictEqual(await page.locator("#version").innerText(), document.info.version)
    await page.getByText(document.info.description).waitFor()
    const operations = operationsOf(document)
    assert.isAbove(operations.length, 10)
    assert.strictEqual(await page.locator(".operation").count(), operations.length)
    // Read in one evaluation: eight questions for each of sixty operations would take ten seconds.
    const shown = await page.locator("section.operation").evaluateAll((sections) =>
      sections.map((section) => {
        const all = (selector: string) => Array.from(section.querySelectorAll<HTMLElement>(selector), (element) => element.innerText.trim())
        return [section.id, {
          titles: all("h3"),
          address: all(".address > .method, .address > code").join(" "),
          descriptions: all(".description"),
          parameters: all(".parameters .name"),
          bodies: all("h4").filter((title) => title.includes("Request body")).length,
          statuses: all(".status"),
          needs: all("*:not(:has(*))").filter((text) => text.includes("Needs X-Admin-Token")).length,
          contents: section.ownerDocument.querySelectorAll(`#contents a[href="#${section.id}"]`).length
        }] as const
      })
    )
    assert.deepStrictEqual(
      Object.fromEntries(shown),
      Object.fromEntries(
        operations.map((
          { description, method, operationId, parameters, path, requestBody, responses, security, summary }
        ) => [operationId, {
          titles: [summary],
          address: `${method} ${path}`,
          descriptions: [description],
          parameters: parameters.map(({ name }) => name),
          bodies: requestBody === undefined ? 0 : 1,
          statuses: Object.keys(responses),
          needs: Math.min(1, security.length),
          contents: 1
        }])
      )
    )
    await leave()
  })

  it("tells types with their bounds, follows references, and names what may be left out", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await open(page)
    assert.include(await page.locator("#series7 .parameters").innerText(), "integer, 7 to 90")
    assert.include(await page.locator("#notifications .parameters").innerText(), "\"pending\" | \"delivered\" | \"accepted\" | \"failed\"")
    const correction = await page.locator("#correct .part", { hasText: "application/json" }).first().innerText()
    assert.match(correction, /amount number, 0 to 9,999,999,999\.99\n/)
    assert.match(correction, /reason string, at most 200 characters, without NUL characters optional Default ""/)
    const refusals = page.locator("#import [data-status=\"422\"]")
    await refusals.locator("summary").click()
    await refusals.getByText(
      "At least one row cannot be accepted; nothing was written. Or: The file does not settle how it is meant; nothing was written. Each question is answered by the parameter with the name of its code. Or: The file has no row to import."
    ).waitFor()
    await refusals.getByText("line of the file at which the row starts").first().waitFor()
    assert.deepStrictEqual(await refusals.locator(".either > li > .name").allInnerTexts(), ["invalid_rows", "questions", "empty_csv"])
    for (const [status, when] of [["200", "Success"], ["503", "The database or the scheduler does not work."]] as const) {
      const health = page.locator(`#health [data-status="${status}"]`)
      assert.include(await health.locator("summary").innerText(), when)
      if (status === "503") await health.locator("summary").click()
      // A part is filled a moment after the click, once its event has arrived.
      await health.locator(".either").waitFor()
      assert.deepStrictEqual(await health.locator(".either > li > .name").allInnerTexts(), ["Health", "HealthSummary"])
      assert.include(await health.locator(".either > li").last().innerText(), "without the role view")
    }
    await leave()
  })

  it("opens at the operation that the address names, and gives each an address to share", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await open(page, "/docs#logs")
    const top = (id: string) => page.locator(`#${id}`).evaluate((section) => Math.round(section.getBoundingClientRect().top))
    await page.locator("#logs:target").waitFor()
    await eventually(async () => assert.isAtMost(Math.abs(await top("logs")), 40))
    await page.locator("#contents a[href=\"#logs\"][aria-current]").waitFor()
    await page.locator("#contents a[href=\"#metrics\"]").click()
    await page.locator("#metrics:target").waitFor()
    await eventually(async () => assert.isAtMost(Math.abs(await top("metrics")), 40))
    await page.locator("#health .anchor").click()
    await page.waitForURL(`${shop.address}/docs#health`)
    await page.goBack()
    await page.locator("#metrics:target").waitFor()
    await leave()
  })

  // Themes differ only in their colours, and widths only in their layout, so two runs cover all of them.
  for (
    const [what, viewport, colorScheme] of [
      ["wide, in light colours", { width: 1280, height: 900 }, "light"],
      ["narrow, in dark colours", { width: 320, height: 568 }, "dark"]
    ] as const
  ) {
    it(`has no accessibility fault with everything open, ${what}`, async () => {
      const { leave, page } = await visit(browser, shop.address, { colorScheme, viewport })
      await open(page)
      // All operations are built alike, and axe would take half a minute for sixty.
      await page.locator(".operation").evaluateAll((all) => all.forEach((operation, index) => index % 8 > 0 && operation.remove()))
      await unfold(page)
      assert.deepStrictEqual(await accessibilityFaults(page), [])
      await leave()
    })
  }

  it("fits from 320 px to 4K without scrolling sideways, everything open", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await open(page)
    await unfold(page)
    for (const [width, height] of [[320, 568], [390, 844], [768, 1024], [1024, 768], [1440, 900], [3840, 2160]] as const) {
      await page.setViewportSize({ width, height })
      await eventually(async () => assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), width))
    }
    await leave()
  })

  it("keeps the strict policy of the pages and weighs at most 50 KB, its document included and asked for once", async () => {
    const { leave, page } = await visit(browser, shop.address)
    const session = await page.context().newCDPSession(page)
    await session.send("Network.enable")
    await session.send("Network.clearBrowserCache")
    let bytes = 0
    let asked = 0
    page.on("response", (response) => {
      if (response.url().endsWith("/openapi.json")) asked += 1
    })
    session.on("Network.loadingFinished", (event) => {
      bytes += event.encodedDataLength
    })
    const answer = await page.goto("/docs")
    await page.locator("#reference[aria-busy=\"false\"]").waitFor()
    const policy = answer?.headers()["content-security-policy"] ?? ""
    assert.include(policy, "script-src 'self'")
    assert.notInclude(policy, "unsafe-inline")
    assert.isAbove(bytes, 5_000)
    assert.isAtMost(bytes, 50_000)
    assert.strictEqual(asked, 1)
    await leave()
  })

  it("needs two round trips for its first operation: the HTML, and what it names", async () => {
    const { leave, page } = await visit(browser, shop.address)
    const { later } = await firstSight(page, "/docs", () => page.locator(".operation").first().waitFor())
    assert.deepStrictEqual(later.filter((address) => !address.includes("icon")), [])
    await leave()
  })

  it("leads to the document itself where scripts are off, and offers to try again where it cannot be had", async () => {
    const without = await visit(browser, shop.address, { javaScriptEnabled: false })
    await without.page.goto("/docs")
    await without.page.locator("noscript a[href=\"openapi.json\"]").waitFor()
    await without.leave()

    const { leave, page } = await visit(browser, shop.address)
    await page.route("**/openapi.json", (route) => route.fulfill({ status: 503, body: "{}" }))
    await page.goto("/docs#logs")
    await page.getByText("The reference cannot be read for now").waitFor()
    await page.unroute("**/openapi.json")
    await page.getByRole("button", { name: "Try again" }).click()
    await page.locator("#logs:target").waitFor()
    await page.locator("#failed").waitFor({ state: "hidden" })
    await leave()
  })
})
