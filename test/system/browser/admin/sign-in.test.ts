import { assert, describe, it } from "vitest"
import { eventually } from "../Eventually.ts"
import { firstSight } from "../FirstSight.ts"
import { accessibilityFaults, signOutFrom } from "../Visitor.ts"
import { adminPage } from "./AdminPage.ts"

describe("the sign-in page", () => {
  const admin = adminPage()

  it("signs in by cookie: once for every tab of the browser, until it is signed out", async () => {
    const { leave, page } = admin.visitor
    await page.goto("/admin#import")
    await page.waitForURL(/\/sign-in\?next=%2Fadmin%23import$/)
    assert.notInclude(await page.locator("body").innerText() + await page.title(), "梧桐里")
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("textbox", { name: "管理密码" }).fill("wrong")
    await page.locator("#gate-send").click()
    await page.getByText("密码不对").waitFor()
    await page.getByRole("button", { name: "English" }).click()
    await page.getByText("That password is wrong").waitFor()
    await page.getByRole("button", { name: "中文" }).click()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("textbox", { name: "管理密码" }).fill(admin.shop.token)
    await page.keyboard.press("Enter")
    await page.locator("#room-import").waitFor()
    assert.strictEqual(
      await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]).includes("only-for-this-test")),
      false
    )
    const other = await page.context().newPage()
    await other.goto("/admin")
    await other.locator("#room-missing").waitFor()
    await signOutFrom(page)
    await page.locator("#gate").waitFor()
    await other.locator(".tabs a[href='#goals']").click()
    await other.getByText("登录已失效").waitFor()
    await leave()
  })

  it("leaves the focus where the person went before the answers came, so that the next key press is not lost", async () => {
    const { leave, page } = admin.visitor
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route("**/api/health", async (route) => {
      await released
      await route.continue()
    })
    await page.goto("/sign-in")
    await page.locator("#language-switch:enabled").focus()
    release()
    await page.waitForResponse("**/api/health")
    // By the answer to a further request, the page has the earlier one.
    await page.evaluate(() => fetch("api/session").then((response) => response.text()))
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "Admin password" }).waitFor()
    await leave()
  })

  it("shows the sign-in form before its script is there, and keeps what is typed meanwhile", async () => {
    const { leave, page } = admin.visitor
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/hashed\/sign-in-zh-[A-Z0-9]{8}\.js/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto("/sign-in", { waitUntil: "commit" })
    await page.getByRole("textbox", { name: "管理密码" }).fill(admin.shop.token)
    await eventually(async () => assert.isTrue(await page.getByRole("button", { name: "登录" }).isDisabled()))
    release()
    await page.locator("#gate-send:enabled").waitFor()
    await page.keyboard.press("Enter")
    await page.locator("#room-missing").waitFor()
    await leave()
  })

  it("needs two round trips for the sign-in form, and 25 KB for all of its scripts", async () => {
    const { leave, page } = admin.visitor
    const { bytes, later, requests } = await firstSight(page, "/sign-in", () => page.locator("#gate-send:enabled").waitFor())
    assert.deepStrictEqual(later.filter((address) => !/api|icon/.test(address)), [])
    assert.isAtMost(requests, 10)
    assert.isAbove(bytes, 3_000)
    assert.isAtMost(bytes, 25_000)
    await leave()
  })

  it("says at once that the shop is not set up, and who can do it", async () => {
    const { leave, page } = admin.visitor
    const health = await admin.shop.get("/api/health") as Readonly<Record<string, unknown>>
    await page.route("**/api/health", (route) => route.fulfill({ json: { ...health, admin_enabled: false } }))
    await page.goto("/admin")
    await page.getByRole("heading", { name: "这家店还没有设好" }).waitFor()
    await page.getByText("npm run setup").waitFor()
    assert.strictEqual(await page.getByRole("link", { name: "看板" }).getAttribute("href"), "./")
    assert.isFalse(await page.locator("#gate").isVisible())
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("counts a lockout down, and lets nobody try before its end", async () => {
    const { leave, page } = admin.visitor
    await page.clock.install()
    await page.route("**/api/session", (route) =>
      route.request().method() === "GET" ?
        route.continue() :
        route.fulfill({ status: 429, headers: { "Retry-After": "62" }, json: { ok: false, error: "too_many_attempts", detail: "" } }))
    await page.goto("/admin")
    await page.locator("#token").fill("any")
    await page.locator("#gate-send").click()
    await page.getByText("1:0").waitFor()
    await eventually(async () => assert.isTrue(await page.locator("#gate-send").isDisabled()))
    await page.clock.runFor(30_000)
    await page.getByText(/3\d 秒 后可以再试/).waitFor()
    await page.clock.runFor(40_000)
    await page.locator("#gate-send:enabled").waitFor()
    await eventually(async () => assert.strictEqual(await page.locator("#gate-result").innerText(), ""))
    await leave()
  })

  it("leads to the sign-in page once the server takes the session no longer, and back", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "messages")
    await page.route("**/api/admin/**", (route) => route.fulfill({ status: 401, json: { ok: false, error: "unauthorized", detail: "" } }))
    await page.locator("#message-states input[value=failed]").dispatchEvent("click")
    await page.getByText("登录已失效").waitFor()
    await eventually(() => assert.match(page.url(), /\/sign-in\?next=%2Fadmin%23messages&ended=1$/))
    await leave()
  })
})
