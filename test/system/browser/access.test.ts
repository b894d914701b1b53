import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { phone, scan } from "./Phones.ts"
import { addDays, csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, signOutFrom, visit } from "./Visitor.ts"

const name = "梧桐里咖啡馆"

describe("a private shop", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00", access: "private", name })])
    browser = opened[0]
    shop = opened[1]
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 40))
    await shop.send("DELETE", `/api/admin/turnover/${addDays(shop.today, -4)}`, { reason: "test" })
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  /** A browser that has signed in by an invitation. */
  const joined = async (person: string, role: string, options: BrowserContextOptions = {}) => {
    const { link } = await shop.send("POST", "/api/admin/invitations", { name: person, role }) as { link: string }
    const visitor = await visit(browser, shop.address, options)
    await visitor.page.goto(link)
    await visitor.page.locator("#accept").click()
    await visitor.page.waitForURL((url) => url.pathname !== "/join")
    return visitor
  }

  const tokenOf = async (person: string) => {
    const { items } = await shop.get("/api/admin/tokens") as { items: ReadonlyArray<{ id: number; name: string }> }
    return items.find(({ name }) => name === person)?.id
  }

  /** Signs out a person's devices while their pages are open. */
  const signOutDevices = async (person: string) => {
    const { items } = await shop.get("/api/admin/sessions") as { items: ReadonlyArray<{ id: number; name: string }> }
    for (const { id } of items.filter(({ name }) => name === person)) await shop.send("DELETE", `/api/admin/sessions/${id}`, {})
  }

  /** A named token, with which a person signs in again who has typed something. */
  const ownToken = async (person: string, role: string) =>
    (await shop.send("POST", "/api/admin/tokens", { name: person, role }) as { secret: string }).secret

  const signIn = async (page: Page, token = shop.token) => {
    if (page.url().includes("ended=1") && page.url().includes("next=%2Fenter")) await page.locator("#gate-fold summary").click()
    await page.getByLabel("管理密码").fill(token)
    await page.getByRole("button", { name: "登录" }).click()
  }

  const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))

  const auditOf = async (date: string) =>
    (await shop.get("/api/audit") as ReadonlyArray<{ date: string; amount_after: number | null; reason: string; actor: string }>)
      .filter((row) => row.date === date)

  it("lets a wall in by a manager's phone that scans its code and is asked", async () => {
    const wall = await visit(browser, shop.address, { viewport: { width: 1920, height: 1080 } })
    const sent: Array<string> = []
    wall.page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`))
    await wall.page.goto("/?wall")
    await wall.page.locator("#screen-code svg").waitFor()
    assert.isFalse(await wall.page.getByLabel("管理密码").isVisible())
    assert.deepStrictEqual(await accessibilityFaults(wall.page), [])
    const link = await scan(wall.page, "#screen-code svg")
    assert.match(link, new RegExp(`^${shop.address}/join#screen=[\\w.-]{60,100}$`))

    const stranger = await visit(browser, shop.address, phone)
    await stranger.page.goto(link)
    await stranger.page.getByText("这台手机还没有登录").waitFor()
    await stranger.leave()
    const cashier = await joined("小李", "entry", phone)
    await cashier.page.goto(link)
    await cashier.page.getByText("你的登录（录入）不能让大屏登录").waitFor()
    await cashier.leave()

    const manager = await joined("李店长", "manager", phone)
    await manager.page.goto(link)
    await manager.page.getByText("让这块大屏看店里的数？").waitFor()
    await eventually(async () => assert.strictEqual(manager.page.url(), `${shop.address}/join`))
    assert.deepStrictEqual(await accessibilityFaults(manager.page), [])
    assert.strictEqual(new URL(wall.page.url()).pathname, "/sign-in")
    await manager.page.getByRole("button", { name: "同意，只给看数" }).click()
    await manager.page.getByText("好了，大屏马上就亮").waitFor()
    await wall.page.waitForURL("**/?wall")
    await wall.page.getByText(name).first().waitFor()
    assert.isFalse(sent.some((request) => request.includes(new URL(link).hash.slice(1))))
    await manager.page.goto(link)
    await manager.page.getByRole("button", { name: "同意，只给看数" }).click()
    await manager.page.getByText("这个码已经用过").waitFor()
    await manager.leave()

    // A wall that is signed out asks for a new sign-in without a tap.
    await signOutDevices("大屏")
    await wall.page.locator("#screen-code svg").waitFor()
    assert.notMatch(await wall.page.title() + await wall.page.content(), /梧桐里|¥\s*\d/)
    await wall.leave()
  })

  it("shows a person without a session the sign-in page, and no data of the shop in any response", async () => {
    const { leave, page } = await visit(browser, shop.address)
    const answers: Array<Promise<string>> = []
    page.on("response", (response) =>
      answers.push(
        Promise.all([response.allHeaders(), response.text().catch(() => "")]).then(([headers, text]) =>
          JSON.stringify([response.url(), headers]) + text
        )
      ))
    for (const path of ["/", "/admin#people", "/enter?date=2026-01-01", "/docs", "/?wall", "/join#not-a-code", "/nothing", "/api/export"]) {
      await page.goto(path).catch(() => undefined)
      await page.waitForLoadState("networkidle")
      assert.notMatch(await page.title() + await page.content(), /梧桐里|¥\s*\d/, path)
    }
    await page.goto("/")
    assert.strictEqual(new URL(page.url()).pathname, "/sign-in")
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    assert.isAbove(answers.length, 20)
    for (const answer of await Promise.all(answers)) assert.notInclude(answer, "梧桐里")
    assert.notInclude(await stored(page), "梧桐里")
    await leave()
  })

  // Rule 6.21.
  it("opens the day of a message's link after the sign-in", async () => {
    const date = addDays(shop.today, -2)
    const { leave, page } = await visit(browser, shop.address)
    await page.goto(`/#${date}`)
    await page.waitForURL(`**/sign-in?next=%2F#${date}`)
    await signIn(page)
    await page.waitForURL(`${shop.address}/#${date}`)
    await page.locator("#readout").getByText("修改").waitFor()
    assert.strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("data-date")), date)
    await leave()
  })

  // Rule 6.21.
  it("opens only a page of its own after the sign-in, at no other address", async () => {
    for (const next of ["/.//evil.example/x", `${shop.address}//evil.example`, "/%2e//evil.example", "/join#code"]) {
      const { leave, page } = await visit(browser, shop.address)
      await page.goto(`/sign-in?${new URLSearchParams({ next })}`)
      await signIn(page)
      await page.waitForURL(`${shop.address}/admin`)
      await leave()
    }
  })

  it("says to everybody that messages do not arrive, and to a manager why, except on a wall", async () => {
    /** Opens the dashboard of a shop with a chat that takes no messages. */
    const open = async (role: string, path: string) => {
      const visitor = await joined(`消息 ${role}`, role)
      const server = { isUnsent: true }
      await visitor.page.route("**/api/health", async (route) => {
        const answer = await route.fetch()
        const body = await answer.json() as { notifications: { chats: ReadonlyArray<object> } }
        const chats = body.notifications.chats.map((chat) => ({ ...chat, unsent: server.isUnsent }))
        await route.fulfill({ json: { ...body, notifications: { ...body.notifications, chats } } })
      })
      const attempt = { at: "2025-12-09T13:18:00+08:00", format: "text", verdict: "permanent", status: 404, code: null, detail: "" }
      await visitor.page.route("**/api/admin/notifications?*",
        (route) => route.fulfill({ json: { items: [{ attempts: [attempt] }], next: null, counts: {} } }))
      await visitor.page.goto(path)
      await visitor.page.locator("#pulse[data-state=on]").waitFor({ state: "attached" })
      await visitor.page.locator("#hero-figure:not(:empty)").waitFor()
      return { ...visitor, line: visitor.page.locator("#unsent"), server }
    }
    const manager = await open("manager", "/")
    await eventually(async () => assert.match(await manager.line.innerText(), /^消息没发出去：.*chat_webhook_url[^]*查看$/))
    assert.strictEqual(await manager.line.getByRole("link", { name: "查看" }).getAttribute("href"), "admin#messages")
    assert.deepStrictEqual(await accessibilityFaults(manager.page), [])
    await manager.page.getByRole("button", { name: "English" }).click()
    await eventually(async () => assert.match(await manager.line.innerText(), /^Messages are not arriving in the chat: [^]*View$/))
    // A changed figure also asks again.
    manager.server.isUnsent = false
    await shop.send("PUT", "/api/admin/turnover", { date: addDays(shop.today, -9), amount: 3210.5 })
    await eventually(async () => assert.isFalse(await manager.line.isVisible()))
    await manager.leave()

    const viewer = await open("view", "/")
    await eventually(async () => assert.strictEqual(await viewer.line.innerText(), "消息没发出去"))
    assert.strictEqual(await viewer.line.getByRole("link").count(), 0)
    await viewer.leave()

    const { leave, line, page } = await open("manager", "/?wall")
    // The page loads again only after everything that belongs to the first figures.
    const again = page.waitForRequest(/api\/metrics/)
    await shop.send("PUT", "/api/admin/turnover", { date: addDays(shop.today, -9), amount: 3001 })
    await again
    assert.isFalse(await line.isVisible())
    await leave()
  })

  it("shows a viewer the dashboard, live, and the change log, without a link to what the role may not do", async () => {
    const { leave, page } = await joined("老板", "view")
    await page.getByText(name).waitFor()
    await page.locator("#pulse[data-state=on]").waitFor()
    await page.locator("#chart .day").first().waitFor()
    const ways = page.locator("a[href^='admin']:not(#admin-link), a[href^='enter']")
    await eventually(async () => assert.deepStrictEqual(await ways.filter({ visible: true }).all(), []))
    // A day says what it is, and leads to no entry.
    await page.locator(`#chart [data-date='${addDays(shop.today, -4)}']`).press("Enter")
    await eventually(async () => assert.include(await page.locator("#readout").innerText(), "周"))
    assert.deepStrictEqual(await page.locator("main a").filter({ visible: true }).all(), [])
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    for (const path of ["/api/export?bom=1", "/openapi.json", "/metrics"]) assert.isTrue((await page.request.get(path)).ok(), path)
    for (const path of ["/api/admin/logs", "/api/admin/tokens", "/api/admin/notifications"])
      assert.strictEqual((await page.request.get(path)).status(), 403, path)
    await page.getByRole("link", { name: "管理" }).click()
    await page.locator("#audit-rows tr").first().waitFor()
    assert.deepStrictEqual(await page.locator(".tabs a").filter({ visible: true }).allInnerTexts(), ["修改记录"])
    await leave()
  })

  it("shows the links again to a viewer who became the manager", async () => {
    const { leave, page } = await joined("小陈", "view")
    await page.locator("#leave").waitFor()
    await shop.send("PATCH", `/api/admin/tokens/${await tokenOf("小陈")}`, { role: "manager" })
    await page.reload()
    await page.getByRole("link", { name: "管理" }).waitFor()
    await page.locator("main a[href^=enter]").first().waitFor({ state: "attached" })
    await leave()
  })

  it("takes somebody who signs out for nobody whose session has ended, although its stream is refused meanwhile", async () => {
    const { leave, page } = await joined("小何", "view")
    await page.locator("#pulse[data-state=on]").waitFor()
    const refused = page.waitForResponse((response) => response.url().includes("/api/") && response.status() === 401)
    // The next page comes late, so that the present one hears of the end of its stream, and acts on it.
    await page.route("**/sign-in", async (route) => {
      await refused
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await signOutFrom(page)
    await page.waitForURL("**/sign-in")
    await leave()
  })

  it("signs a viewer out on the dashboard", async () => {
    const { leave, page } = await joined("小刘", "view")
    await page.getByRole("button", { name: "退出登录" }).click()
    await page.getByRole("heading", { name: "退出登录？" }).waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "不退出" }).click()
    await eventually(async () => assert.strictEqual(await page.locator("dialog").count(), 0))
    await signOutFrom(page)
    await page.waitForURL("**/sign-in")
    await eventually(async () => assert.strictEqual(await stored(page), "[{},{}]"))
    await page.goBack()
    await page.waitForURL("**/sign-in?next=%2F*")
    assert.notInclude(await page.content(), "梧桐里")
    await leave()
  })

  it("asks on each page before it signs out, and stays signed in if the request does not reach the server", async () => {
    const { leave, page } = await joined("小许", "entry")
    await page.goto("/enter")
    await page.locator("#amount").fill("12")
    await page.route("**/api/session", (route) => route.request().method() === "DELETE" ? route.abort() : route.continue())
    await signOutFrom(page)
    await page.getByText("填了还没有保存的内容会丢掉").waitFor()
    await page.getByText("还没有退出").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.unroute("**/api/session")
    await page.getByRole("button", { name: "不退出" }).click()
    await page.goto("/admin")
    await page.locator("#room-missing").waitFor()
    await signOutFrom(page)
    await page.waitForURL("**/sign-in")
    await eventually(async () => assert.strictEqual(await stored(page), "[{},{}]"))
    await leave()
  })

  it("takes the figures from the screen of a viewer who is signed out elsewhere, without a tap", async () => {
    const { leave, page } = await joined("老板", "view")
    await page.locator("#pulse[data-state=on]").waitFor()
    await signOutDevices("老板")
    // The stream and the figures may both learn it, and the second navigation to the sign-in takes the place of the first.
    await page.getByText("登录已失效，请重新登录。").waitFor()
    assert.match(page.url(), /\/sign-in\?next=%2F&ended=1$/)
    assert.notMatch(await page.content(), /梧桐里|¥\s*\d/)
    await leave()
  })

  it("keeps a manager's reason when their session ends meanwhile, and withdraws nothing by itself", async () => {
    const date = addDays(shop.today, -7)
    const token = await ownToken("周店长", "manager")
    const { leave, page } = await visit(browser, shop.address)
    const reason = page.locator("#reason")
    await page.goto(`/enter?date=${date}`)
    await signIn(page, token)
    await page.locator("#manager summary").click()
    await reason.fill("录错了日期")
    await signOutDevices("周店长")
    // The event stream ends, so the page notices it while the person is still typing.
    await page.getByText("登录到期了，填的还在").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await signIn(page, token)
    await page.waitForURL(`**/enter?date=${date}`)
    await eventually(async () => assert.strictEqual(await reason.inputValue(), "录错了日期"))
    assert.notInclude(await stored(page), token)
    assert.isFalse(await page.locator("#question").isVisible())
    await page.locator("#manager summary").click()
    await page.locator("#withdraw").click()
    await page.locator("#question-yes").click()
    await page.getByText("撤回了").waitFor()
    assert.deepInclude((await auditOf(date))[0], { amount_after: null, reason: "录错了日期" })
    await page.getByRole("button", { name: /撤销 (10:00|[89]:\d\d)/ }).click()
    await page.getByText("已撤销").waitFor()
    assert.notStrictEqual((await auditOf(date))[0]?.amount_after, null)
    await leave()
  })

  it("keeps what somebody types on a phone when their session ends meanwhile, for them and for nobody else", async () => {
    const date = addDays(shop.today, -1)
    const [wang, zhou] = [await ownToken("小王", "entry"), await ownToken("小周", "entry")]
    const { leave, page } = await visit(browser, shop.address)
    await shop.send("DELETE", `/api/admin/turnover/${date}`, { reason: "test" })
    // The request itself finds that the session has ended.
    await page.route("**/api/events", (route) => route.abort())
    const open = async (token: string) => {
      await signIn(page, token)
      await page.waitForURL(`**/enter?date=${date}`)
      await page.locator("#when").getByText(/\d/).waitFor()
    }
    const typed = async () => [await page.locator("#amount").inputValue(), await page.locator("#note").inputValue()]
    await page.goto(`/enter?date=${date}`)
    await open(wang)
    await page.locator("#amount").fill("3210")
    await page.locator("#note").fill("停电一小时")
    await signOutDevices("小王")
    await page.locator("#send").click()
    await page.getByText("登录到期了，¥3,210.00 还在").waitFor()
    await page.getByText("请店长出码").waitFor()
    assert.isFalse(await page.locator("#token").isVisible())
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await open(wang)
    await eventually(async () => assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "amount"))
    await eventually(async () => assert.deepStrictEqual(await typed(), ["3210", "停电一小时"]))
    assert.notInclude(await stored(page), wang)
    await signOutDevices("小王")
    await page.locator("#send").click()
    await page.waitForURL("**/sign-in?**")
    await open(zhou)
    assert.deepStrictEqual(await typed(), ["", ""])
    assert.notMatch(await stored(page), /3210|停电/)

    // Another person signs in elsewhere in the browser, while something is typed here.
    await page.locator("#amount").fill("3333")
    const session = await page.request.post("/api/session", { data: { token: wang }, headers: { Origin: shop.address } })
    assert.strictEqual(session.status(), 200)
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
    await eventually(async () => assert.deepStrictEqual(await typed(), ["", ""]))
    await page.locator("#when").getByText(/\d/).waitFor()
    await page.locator("#amount").fill("3210")
    await page.locator("#send").click()
    await page.locator("#done").waitFor()
    assert.deepInclude((await auditOf(date))[0], { amount_after: 3210, actor: "小王" })
    await leave()
  })

  it("forgets what somebody types in one tab when another person signs in in another", async () => {
    const { leave, page } = await visit(browser, shop.address)
    await page.goto(`/enter?date=${addDays(shop.today, -2)}`)
    await signIn(page, await ownToken("吴店长", "manager"))
    await page.getByRole("button", { name: "改", exact: true }).click()
    await page.locator("#amount").fill("3456.7")
    await page.locator("#note").fill("换灯泡")
    await eventually(async () => assert.include(await stored(page), "换灯泡"))
    const other = await page.context().newPage()
    const { link } = await shop.send("POST", "/api/admin/invitations", { name: "郑店长", role: "manager" }) as { link: string }
    await other.goto(link)
    await other.getByRole("button", { name: "换成郑店长" }).click()
    await other.waitForURL((url) => url.pathname !== "/join")
    // The tab is not looked at, and nothing in it asks the server.
    await eventually(async () => assert.notInclude(await stored(page), "换灯泡"))
    await eventually(async () => assert.strictEqual(await page.locator("#amount").inputValue(), ""))
    await leave()
  })

  it("offers to undo a save after a reload of the page, for the same ten minutes", async () => {
    const date = addDays(shop.today, -5)
    const phone = await joined("小张", "manager")
    await shop.send("DELETE", `/api/admin/turnover/${date}`, { reason: "test" })
    await phone.page.goto(`/enter?date=${date}`)
    await phone.page.locator("#when").getByText(/\d/).waitFor()
    await phone.page.locator("#amount").fill("3100")
    await phone.page.locator("#send").click()
    const offer = phone.page.getByRole("button", { name: /撤销 \d{1,2}:\d\d/ })
    const left = async () => /\d{1,2}:\d\d/.exec(await offer.innerText())?.[0]
    await phone.page.getByRole("button", { name: /撤销 (9:[0-4]\d|9:5[0-7]|[0-8]:\d\d)/ }).waitFor()
    await phone.page.reload()
    assert.match(await left() ?? "", /^(9:[0-4]\d|9:5[0-7]|[0-8]:\d\d)$/)
    await offer.click()
    await phone.page.getByText("已撤销").waitFor()
    await phone.page.getByText("这一天还没有数").waitFor()
    await phone.page.reload()
    await phone.page.locator("#amount").waitFor()
    await phone.leave()
    assert.isNull((await auditOf(date))[0]?.amount_after)
  })
})
