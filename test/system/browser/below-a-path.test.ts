import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { freePort, startNginx } from "../lib/Nginx.ts"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { phone, ready, scan } from "./Phones.ts"
import { csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { signOutFrom, visit } from "./Visitor.ts"

// Rules 6.49 and 8.6.
describe("two services below two paths of one host, behind nginx", () => {
  let browser: Browser
  let host: string
  let nginx: Awaited<ReturnType<typeof startNginx>>
  const shops: Array<Shop> = []

  const below = (path: string) => `${host}/${path}`

  beforeAll(async () => {
    browser = await openChromium()
    shops.push(
      ...await Promise.all([
        openShop({ cutoff: "23:00", access: "private", name: "一号店", token: "password-of-the-first-shop" }),
        openShop({ cutoff: "23:00", access: "private", name: "二号店", token: "password-of-the-second-shop" })
      ])
    )
    const port = await freePort()
    host = `http://127.0.0.1:${port}`
    const location = (path: string, shop: Shop) =>
      `location /${path}/ { proxy_pass ${shop.address}/; proxy_set_header Host $http_host; proxy_buffering off; }`
    nginx = await startNginx(
      `server { listen 127.0.0.1:${port}; ${shops.map((shop, index) => location(`shop-${index + 1}`, shop)).join(" ")} }`,
      async () => (await fetch(`${host}/shop-1/api/health`)).ok
    )
    for (const shop of shops) await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 40))
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await nginx.stop()
    for (const shop of shops) await shop.stop()
  })

  const signIn = async (page: import("playwright-core").Page, path: string, shop: Shop | undefined) => {
    await page.getByLabel("管理密码").fill(shop?.token ?? "")
    await page.getByRole("button", { name: "登录" }).click()
    await page.waitForURL(below(path))
  }

  it("open every page with its files and figures, and ask nothing outside their path", async () => {
    const [shop] = shops
    const { leave, page } = await visit(browser, `${below("shop-1")}/`)
    const failed: Array<string> = []
    page.on("response", (response) => {
      if (response.status() >= 400 && !response.url().endsWith("/api/session")) failed.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(below("shop-1/report/last-week"))
    await signIn(page, "shop-1/report/**", shop)
    await eventually(async () => assert.strictEqual(await page.locator("#shop").textContent(), "一号店"))
    await page.locator("#before").click()
    await page.waitForURL(/\/shop-1\/report\/\d{4}-W\d\d$/)
    const seen: Array<string> = []
    for (
      const [path, settled] of [
        ["", "#month"],
        ["enter", "#when"],
        ["history", "#shown[aria-busy=false]"],
        ["admin#missing", "#room-missing"],
        ["admin#import", "#template-xlsx"],
        ["admin#messages", "#room-messages"],
        ["admin#system", "#room-system"],
        ["docs", "#health"],
        ["join", "#sign-in"],
        ["?wall", "#month"]
      ] as const
    ) {
      await page.goto(below(`shop-1/${path}`))
      await page.locator(settled).first().waitFor({ state: path === "join" ? "attached" : "visible" })
      seen.push(...await page.locator("a[href]").evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)))
      for (
        const link of await page.locator("link[rel=manifest], link[rel=icon]").evaluateAll((all) =>
          all.map((each) => (each as HTMLLinkElement).href)
        )
      ) {
        assert.strictEqual((await fetch(link)).status, 200, link)
      }
    }
    assert.deepStrictEqual([...new Set(seen)].filter((link) => !link.startsWith(below("shop-1/"))), [])
    assert.deepStrictEqual(failed, [])
    await leave()
  })

  it("invite a phone with a QR code, follow the day's stream, open offline, and share no session and nothing that is stored", async () => {
    const [first, second] = shops
    const { page: manager } = await visit(browser, `${below("shop-1")}/`)
    await manager.goto(below("shop-1/admin#people"))
    await signIn(manager, "shop-1/admin#people", first)
    await manager.getByLabel("名字", { exact: true }).fill("小王")
    await manager.getByRole("button", { name: "出二维码" }).click()
    await manager.locator("#qr-code svg").waitFor()
    const link = await scan(manager, "#qr-code svg")
    assert.match(link, new RegExp(`^${below("shop-1/join#tvi_")}`))

    const { page } = await visit(browser, `${host}/`, { ...phone, serviceWorkers: "allow" })
    await page.goto(link)
    await page.locator("#accept").click()
    await page.waitForURL(below("shop-1/enter"))
    await ready(page)
    await page.locator("#amount").fill("3388")
    await page.getByRole("button", { name: "录入 ¥3,388.00" }).click()
    await page.getByText("录入好了").waitFor()

    // The same browser signs in to the other service too.
    await page.goto(below("shop-2/"))
    await signIn(page, "shop-2/", second)
    await eventually(async () => assert.strictEqual(await page.locator("#shop").textContent(), "二号店"))
    await page.goto(below("shop-1/"))
    await page.getByText("3,388").first().waitFor()
    // The stream is open.
    await page.locator("#pulse[data-state=on]").waitFor()
    await first?.send("PUT", "/api/admin/turnover", { date: first.today, amount: 3400 })
    await page.getByText("3,400").first().waitFor()
    await page.goto(below("shop-2/"))
    await eventually(async () => assert.strictEqual(await page.locator("#shop").textContent(), "二号店"))
    assert.strictEqual(await page.getByText("3,400").count(), 0)

    const shelves = () => page.evaluate(async () => (await caches.keys()).sort())
    await eventually(async () => assert.deepStrictEqual(await shelves(), ["pages-2 /shop-1/", "pages-2 /shop-2/"]))
    const keys = await page.evaluate(() => Object.keys(localStorage))
    assert.deepStrictEqual(keys.filter((key) => !/^\/shop-[12]\//.test(key)), [])
    await eventually(async () =>
      assert.isTrue(await page.evaluate(async () => (await (await caches.open("pages-2 /shop-1/")).match("/shop-1/")) !== undefined))
    )
    await page.context().setOffline(true)
    await page.goto(below("shop-1/"))
    await page.getByText("3,400").first().waitFor()
    await page.context().setOffline(false)

    await page.goto(below("shop-1/enter"))
    await signOutFrom(page)
    await page.waitForURL(/\/shop-1\/sign-in/)
    await page.goto(below("shop-2/admin#missing"))
    await page.locator("#room-missing").waitFor()
  })
})
