import { Effect, Exit, Scope } from "effect"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { serviceProcess } from "../lib/ServiceProcess.ts"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { accessibilityFaults } from "./Visitor.ts"

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

// Rule 3.19.
describe("the page of a new shop", () => {
  let browser: Browser
  let address: string
  let origin: string
  const scope = Effect.runSync(Scope.make())
  const folder = mkdtempSync(join(tmpdir(), "turnover-new-"))

  beforeAll(async () => {
    copyFileSync("config.json", join(folder, "config.json"))
    const port = await freePort()
    const opened = serviceProcess(folder, { TZ: undefined, PORT: String(port) })
    const service = await Effect.runPromise(Scope.extend(opened, scope))
    const printed = await Effect.runPromise(service.printed(/setup#\S+\n/))
    origin = `http://127.0.0.1:${port}`
    address = `${origin}/${/setup#\S+/.exec(printed)?.[0]}`
    browser = await openChromium()
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (locale: string, colorScheme: "dark" | "light", width: number, timezoneId = "Asia/Shanghai") =>
    (await browser.newContext({ locale, colorScheme, timezoneId, viewport: { width, height: 844 } })).newPage()

  it("is where an empty shop leads, and says where its address is", async () => {
    const page = await open("zh-CN", "light", 390)
    for (const path of ["/", "/sign-in"]) {
      await page.goto(origin + path)
      await page.locator("a[href=setup]").filter({ visible: true }).click()
      await page.getByText("设置网址在服务启动时打印出来").waitFor()
    }
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.goto(`${origin}/setup#wrong`)
    await page.getByText("设置网址在服务启动时打印出来").waitFor()
    await page.context().close()
  })

  for (const [locale, scheme, width] of [["zh-CN", "dark", 390], ["en-GB", "light", 320], ["en-GB", "dark", 1280]] as const) {
    it(`asks without a fault of access in ${locale}, ${scheme}, at ${width} px`, async () => {
      const page = await open(locale, scheme, width)
      await page.goto(address)
      await page.locator("#form").waitFor()
      await page.locator("[value=estimate]").check({ force: true })
      await page.fill("#cutoff_time", "03:00")
      assert.strictEqual(await page.inputValue("#day_starts_at"), "05:00")
      assert.deepStrictEqual(await accessibilityFaults(page), [])
      assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), width)
      await page.context().close()
    })
  }

  it("asks for the currency where the one there has three decimals", async () => {
    const page = await open("en-GB", "light", 1280, "Asia/Kuwait")
    await page.goto(address)
    await page.getByText("KWD has three decimals").waitFor()
    assert.deepStrictEqual([await page.inputValue("#time_zone"), await page.inputValue("#currency")], ["Asia/Kuwait", ""])
    await page.fill("#currency", "USD")
    await page.fill("#time_zone", "Asia/Shanghai")
    await page.locator("#time_zone").blur()
    await page.getByText("Time zone Asia/Shanghai, currency USD").waitFor()
    await page.context().close()
  })

  it("names what is wrong, keeps what was typed, and opens the entry of the first day", async () => {
    const page = await open("zh-CN", "light", 1280)
    await page.goto(address)
    // The form is there once it can be typed into.
    await page.fill("#shop_name", "老王饺子")
    const left = async (id: string) => (await page.locator(id).boundingBox())?.x
    assert.strictEqual(await left("#password-hint"), await left("#password"))
    await page.fill("#password", "geheim")
    await page.getByRole("button", { name: "好了，去录第一天" }).click()
    await page.getByText("管理密码：应有 12 个字或更多").waitFor()
    assert.strictEqual(await page.inputValue("#shop_name"), "老王饺子")
    await page.fill("#password", "laowang jiaozi 88")
    await page.getByRole("button", { name: "好了，去录第一天" }).click()
    await page.waitForURL("**/enter")
    await page.fill("#amount", "4777.70")
    await page.locator("#send:enabled").click()
    await page.locator("#done:not([hidden])").waitFor()
    await page.goto(origin)
    await page.getByText("本周到今天").waitFor()
    assert.strictEqual(await page.locator("#last-week .sum").innerText(), "—", "nobody knows of a week before the first day")
    await page.goto(address)
    await page.getByText("这家店已经设好了").waitFor()
    await page.context().close()
  })
})
