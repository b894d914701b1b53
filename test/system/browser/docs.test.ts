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

  it("writes each JSON example so that it can be read back", async () => {
    const { leave, page } = await visit(browser, shop.address, { locale: "en" })
    await open(page)
    for (const { operationId, responses } of operationsOf(await shop.get("/openapi.json") as Document)) {
      const example = responses["200"]?.content?.["application/json"]?.example
      if (example === undefined) continue
      const text = await page.locator(`#${operationId} [data-status="200"] pre`).innerText()
      assert.deepStrictEqual(JSON.parse(text), example)
    }
    await leave()
  })

  it("tells types with their bounds, follows references, and names what may be left out", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await open(page)
    assert.include(await page.locator("#series7 .parameters").innerText(), "integer，7 至 90")
    assert.include(await page.locator("#notifications .parameters").innerText(), "\"pending\" | \"delivered\" | \"accepted\" | \"failed\"")
    const correction = await page.locator("#correct .part", { hasText: "application/json" }).first().innerText()
    assert.match(correction, /amount number，0 至 9,999,999,999\.99\n/)
    assert.match(correction, /reason string，不超过 200 个字符，不含 NUL 字符 可省略 默认值 ""/)
    const refusals = page.locator("#import [data-status=\"422\"]")
    await refusals.locator("summary").click()
    await refusals.getByText("至少有一行不能接受，一行也没有写入。或：文件里没有可以导入的行。").waitFor()
    await refusals.getByText("这一行在文件中开始的行号").waitFor()
    assert.deepStrictEqual(await refusals.locator(".either > li > .name").allInnerTexts(), ["invalid_rows", "empty_csv"])
    for (const [status, when] of [["200", "成功"], ["503", "数据库或定时任务不工作。"]] as const) {
      const health = page.locator(`#health [data-status="${status}"]`)
      assert.include(await health.locator("summary").innerText(), when)
      if (status === "503") await health.locator("summary").click()
      // A part is filled a moment after the click, once its event has arrived.
      await health.locator(".either").waitFor()
      assert.deepStrictEqual(await health.locator(".either > li > .name").allInnerTexts(), ["Health", "HealthSummary"])
      assert.include(await health.locator(".either > li").last().innerText(), "没有 view 角色")
    }
    await leave()
  })

  it("gives a command for each operation that a shell runs as it stands, the token out of sight", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await open(page)
    assert.strictEqual(
      await page.locator("#correct .curl").innerText(),
      [
        `curl -X PUT '${shop.address}/api/admin/turnover' \\`,
        "  -H \"X-Admin-Token: $ADMIN_TOKEN\" \\",
        "  -H 'Content-Type: application/json' \\",
        "  -d '{\"date\":\"2025-12-09\",\"amount\":3629.76,\"reason\":\"复点现金\",\"actor\":\"李店长\"}'"
      ].join("\n")
    )
    assert.include(await page.locator("#resend .curl").innerText(), "/api/admin/notifications/1/resend'")
    assert.include(await page.locator("#events .curl").innerText(), "curl -N ")
    await page.locator("#import .copy").click()
    await page.getByRole("button", { name: "已复制" }).waitFor()
    assert.strictEqual(await page.evaluate(() => navigator.clipboard.readText()), await page.locator("#import .curl").innerText())
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

  it("is wholly in the browser's language, and in the one that the address names", async () => {
    const sentences = (page: Page) =>
      page.evaluate(() => {
        const texts: Array<string> = []
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const text = node.textContent?.trim() ?? ""
          const isNotation = node.parentElement?.closest(
            "code, pre, .type, .status, .method, .badge, .copy .for-readers, noscript, #language-switch, #theme-name"
          )
          if (/\p{Letter}/u.test(text) && isNotation === null) texts.push(text)
        }
        return texts
      })
    const chinese = await visit(browser, shop.address)
    await open(chinese.page)
    await unfold(chinese.page)
    const inChinese = await sentences(chinese.page)
    assert.isAbove(inChinese.length, 500)
    assert.deepStrictEqual(inChinese.filter((text) => !/\p{Script=Han}/u.test(text) && text !== "openapi.json"), [])
    await chinese.leave()

    const { leave, page } = await visit(browser, shop.address)
    await open(page, "/docs?lang=en")
    assert.deepStrictEqual((await sentences(page)).filter((text) => /\p{Script=Han}/u.test(text)), [])
    await leave()
  })

  it("changes language without losing what is open, and follows the colours of the other pages", async () => {
    const { leave, page } = await visit(browser, shop.address, { colorScheme: "dark" })
    await open(page)
    assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "dark")
    await page.locator("#metrics [data-status=\"500\"] summary").click()
    await page.getByRole("button", { name: "English" }).click()
    await page.locator("#correct").getByText("Needs X-Admin-Token").waitFor()
    await page.getByRole("heading", { name: "Enter, correct or confirm a day" }).waitFor()
    await eventually(async () => assert.include(await page.locator("#series7 .parameters").innerText(), "integer, 7 to 90"))
    await eventually(async () => {
      assert.include(await page.locator("#correct .curl").innerText(), "till recounted")
      assert.include(await page.locator("#correct pre").first().innerText(), "till recounted")
    })
    assert.strictEqual(await page.title(), "API reference · Daily turnover")
    assert.notMatch((await page.locator("[data-i18n]").allInnerTexts()).join(" "), /[\u4e00-\u9fff]/)
    assert.isTrue(await page.locator("#metrics [data-status=\"500\"]").evaluate((details) => (details as HTMLDetailsElement).open))
    await page.locator("#theme-switch").click()
    await eventually(async () => assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "light"))
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
    await without.page.locator("noscript a[href=\"/openapi.json\"]").waitFor()
    await without.leave()

    const { leave, page } = await visit(browser, shop.address)
    await page.route("**/openapi.json", (route) => route.fulfill({ status: 503, body: "{}" }))
    await page.goto("/docs#logs")
    await page.getByText("暂时取不到接口文档").waitFor()
    await page.unroute("**/openapi.json")
    await page.getByRole("button", { name: "重试" }).click()
    await page.locator("#logs:target").waitFor()
    await page.locator("#failed").waitFor({ state: "hidden" })
    await leave()
  })
})
