import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type FeishuDouble, start as startBot } from "../../lib/FeishuDouble.ts"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { firstSight } from "./FirstSight.ts"
import { layoutFaults } from "./Layout.ts"
import * as phones from "./Phones.ts"
import { phone, ready, scan } from "./Phones.ts"
import { addDays, csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, visit } from "./Visitor.ts"

const hostile = "<img src=x onerror=alert(1)>"

/** Every element that a finger or a mouse has to hit and that is smaller than 44 px. */
const smallTargets = (page: Page) =>
  page.locator("button:visible, a:visible, input:visible:not([type=radio]):not([type=checkbox]), select:visible, label.closed:visible")
    .evaluateAll((all) =>
      all.filter((element) => !element.matches(".skip, .for-readers") && Math.round(element.getBoundingClientRect().height) < 44)
        .map((element) => element.id || element.textContent)
    )

describe("people at the counter", () => {
  let browser: Browser
  let bot: FeishuDouble
  let shop: Shop

  beforeAll(async () => {
    bot = await startBot()
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00", webhook: bot.url })])
    browser = opened[0]
    shop = opened[1]
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 40))
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
    await bot.close()
  })

  /** The title of the newest card in the group, and the target of its button. */
  const newestCard = () => {
    const card = bot.delivered().at(-1)?.json?.["card"] as {
      readonly header: { readonly title: { readonly content: string } }
      readonly elements: ReadonlyArray<{ readonly actions?: ReadonlyArray<{ readonly url: string }> }>
    } | undefined
    return { title: card?.header.title.content, url: card?.elements.flatMap(({ actions = [] }) => actions)[0]?.url }
  }

  const invite = (name: string, role: string) => phones.invite(shop, name, role)
  const joined = (name: string, role: string, options = phone) => phones.joined(browser, shop, name, role, options)
  const auditOf = (date: string) => phones.auditOf(shop, date)

  it("play an evening: a QR code, a reminder, an entry counted once, a lost connection, an undo, a correction, a phone signed out", async () => {
    const manager = await visit(browser, shop.address)
    await manager.page.goto("/admin")
    await manager.page.getByLabel("管理密码").fill(shop.token)
    await manager.page.getByRole("button", { name: "登录" }).click()
    await manager.page.getByRole("link", { name: "系统" }).click()
    await manager.page.locator(".tabs").getByRole("link", { name: "人员" }).click()
    await manager.page.getByText("还没有人员").waitFor()
    await manager.page.getByLabel("名字", { exact: true }).fill("小王")
    await manager.page.getByRole("button", { name: "出二维码" }).click()
    await manager.page.locator("#qr-code svg").waitFor()
    await manager.page.getByText(/还有 1[345] 分 \d+ 秒，只能用一次/).waitFor()
    assert.deepStrictEqual(await accessibilityFaults(manager.page), [])
    await eventually(async () => assert.deepStrictEqual(await smallTargets(manager.page), []))
    const link = await scan(manager.page, "#qr-code svg")
    assert.match(link, new RegExp(`^${shop.address}/join#tvi_[\\w-]{22}$`))

    const { leave, page } = await visit(browser, shop.address, phone)
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(`${request.method()} ${request.url()}`))
    await page.goto(link)
    await page.getByRole("button", { name: "以小王登录这台手机" }).click()
    await page.waitForURL(`${shop.address}/enter`)
    await eventually(async () =>
      assert.deepStrictEqual(asked.filter((request) => request.startsWith("POST")), ["/invitation", ""].map((rest) =>
        `POST ${shop.address}/api/session${rest}`
      ))
    )
    assert.isFalse(asked.some((request) => request.includes(new URL(link).hash)))
    await ready(page)
    await page.getByText("小王").waitFor()
    await page.getByText("你可以录入今天和近 7 天的数").waitFor()
    await manager.page.getByText("小王 的手机已登录").waitFor()
    await manager.page.locator("[data-person=小王]").getByText("iPhone").waitFor()

    // It is noon: the reminder twelve hours before the cutoff is due at once.
    shop.writeConfig({ remind_minutes: 720, public_url: shop.address })
    await shop.send("POST", "/api/admin/reload_cutoff", {})
    await eventually(() => assert.deepStrictEqual(newestCard(), { title: "还没录入 · 23:00 结账", url: `${shop.address}/enter` }))
    await page.goto(newestCard().url ?? "")
    await ready(page)
    await page.getByText("小王").waitFor()

    await page.locator("#amount").fill("3388")
    await page.locator("#note").fill(hostile)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "录入 ¥3,388.00" }).dblclick()
    await page.getByText("录入好了").waitFor()
    await page.locator("#told").getByText("已送达").waitFor()
    assert.match(await page.locator("#told").innerText(),
      /^群里收到的消息\s*已送达 \d\d:\d\d\s*录入 ¥3,388\.00 · \d+月\d+日 周.\s*小王录入\s*备注：[^]*\s梧桐里咖啡馆$/)
    await page.getByText("之前还没有数").waitFor()
    await page.getByText(/已送达 1[23]:\d\d/).waitFor()
    const [, month, day] = shop.today.split("-").map(Number)
    const weekday = "日一二三四五六"[new Date(shop.today).getUTCDay()]
    await eventually(async () =>
      assert.deepStrictEqual(newestCard(), {
        title: `录入 ¥3,388.00 · ${month}月${day}日 周${weekday}`,
        url: `${shop.address}/#${shop.today}`
      })
    )
    await eventually(async () => assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "done-title"))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    assert.deepStrictEqual((await auditOf(shop.today)).map(({ actor, kind }) => [actor, kind]), [["小王", "entered"], ["小王", "noted"]])
    // On another visit within ten minutes, the own save can be undone and asks for no confirmation.
    await page.goto("/enter")
    await page.getByText("录入好了").waitFor()
    await page.getByRole("button", { name: /撤销 (10:00|[89]:\d\d)/ }).waitFor()
    assert.isFalse(await page.locator("#confirm").isVisible())

    await page.getByRole("button", { name: "修改" }).click()
    await page.getByText(/^小王 \d\d:\d\d 已录\s*¥3,388\.00$/).waitFor()
    await page.locator("#amount").fill("3400")
    await page.context().setOffline(true)
    await page.getByRole("button", { name: "改成 ¥3,400.00" }).click()
    await page.getByText("没有网络，还没送出").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.context().setOffline(false)
    await page.reload()
    await page.getByText("上次没有送出的还在").waitFor()
    await eventually(async () => assert.strictEqual(await page.locator("#amount").inputValue(), "3400"))
    assert.strictEqual((await auditOf(shop.today)).length, 2)
    await page.getByRole("button", { name: "再送一次 ¥3,400.00" }).click()
    await page.getByText("改好了").waitFor()
    assert.strictEqual((await auditOf(shop.today))[0]?.amount_after, 3400)

    await page.getByRole("button", { name: /撤销 (10:00|[89]:\d\d)/ }).click()
    await page.getByText("已撤销").waitFor()
    await page.getByText(/^小王 \d\d:\d\d 已录\s*¥3,388\.00$/).waitFor()

    await manager.page.goto("/enter")
    await manager.page.getByRole("button", { name: "改", exact: true }).click()
    await manager.page.locator("#amount").fill("3390")
    await manager.page.locator("#send").click()
    await manager.page.getByText("改好了").waitFor()
    await page.getByText("你的登录不能再改这个数。数不对，请找店长。", { exact: true }).waitFor()
    assert.isFalse(await page.locator("#amount").isVisible())
    await shop.send("DELETE", `/api/admin/turnover/${addDays(shop.today, -7)}`, { reason: "test" })
    await page.goto(`/enter?date=${addDays(shop.today, -7)}`)
    await ready(page)

    await manager.page.goto("/admin#people")
    await manager.page.getByRole("button", { name: "退出 小王 的 iPhone" }).click()
    await manager.page.getByText("小王 的 iPhone 已退出").waitFor()
    await page.locator("#amount").fill("3396")
    await page.locator("#send").click()
    await page.getByText("登录到期了，¥3,396.00 还在").waitFor()
    await eventually(async () => assert.notInclude(await page.locator("body").innerText(), "梧桐里"))
    assert.strictEqual((await auditOf(shop.today))[0]?.amount_after, 3390)
    await leave()
    await manager.leave()
  })

  it("read why the first entry of a day that is over is not undone", async () => {
    const { leave, page } = await joined("小李", "entry")
    const date = addDays(shop.today, -41)
    assert.strictEqual((await auditOf(date)).length, 0)
    await shop.send("DELETE", `/api/admin/turnover/${addDays(shop.today, -3)}`, { reason: "test" })
    await page.waitForURL("**/enter")
    await page.goto(`/enter?date=${addDays(shop.today, -3)}`)
    await page.getByText("这一天还没有数").waitFor()
    await page.locator("#amount").fill("3100")
    await page.locator("#send").click()
    await page.getByText("这一天已经结账，不能撤销成没有数").waitFor()
    assert.isFalse(await page.locator("#undo").isVisible())
    assert.strictEqual((await auditOf(addDays(shop.today, -3)))[0]?.amount_after, 3100)
    await leave()
  })

  it("find what they typed for one day on that day only", async () => {
    const { leave, page } = await joined("小林", "entry")
    const [evening, other] = [addDays(shop.today, -4), addDays(shop.today, -6)]
    await page.waitForURL("**/enter")
    // This role may not change an amount that an import has set.
    for (const date of [evening, other]) await shop.send("DELETE", `/api/admin/turnover/${date}`, { reason: "test" })
    await page.goto(`/enter?date=${evening}`)
    await ready(page)
    await page.locator("#amount").fill("2950")
    for (const path of ["/enter", `/enter?date=${other}`]) {
      await page.goto(path)
      await ready(page)
      await eventually(async () => {
        assert.strictEqual(await page.locator("#amount").inputValue(), "")
        assert.isTrue(await page.locator("#send").isDisabled())
        assert.match(await page.locator("#unsent").innerText(), /^\d+月\d+日 周.填的 ¥2,950\.00 还没送出/)
      })
    }
    // The amount that is typed for this day replaces no other amount.
    await page.locator("#amount").fill("3050")
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.locator("#unsent-link").click()
    await page.waitForURL(`**/enter?date=${evening}`)
    await ready(page)
    await eventually(async () => {
      assert.strictEqual(await page.locator("#amount").inputValue(), "2950")
      assert.match(await page.locator("#unsent").innerText(), /填的 ¥3,050\.00 还没送出/)
    })
    await page.locator("#send").click()
    await page.locator("#done").waitFor()
    assert.strictEqual((await auditOf(evening))[0]?.amount_after, 2950)
    await page.goto(`/enter?date=${other}`)
    await ready(page)
    await eventually(async () => {
      assert.strictEqual(await page.locator("#amount").inputValue(), "3050")
      assert.isFalse(await page.locator("#unsent").isVisible())
    })
    await leave()
  })

  it("find what they typed without a connection under the day that the address named, and no other", async () => {
    const { leave, page } = await joined("小林", "entry")
    await page.waitForURL("**/enter")
    await ready(page)
    const named = addDays(shop.today, -5)
    await shop.send("DELETE", `/api/admin/turnover/${named}`, { reason: "test" }).catch(() => undefined)
    await page.route("**/api/**", (route) => route.abort())
    await page.goto(`/enter?date=${named}`)
    await page.getByText("没有网络", { exact: true }).waitFor()
    await page.locator("#amount").fill("2960")
    await page.unroute("**/api/**")
    // The network is back, and nobody taps.
    await page.evaluate(() => dispatchEvent(new Event("online")))
    await page.locator("#send:enabled").getByText("录入 ¥2,960.00").waitFor()
    await page.goto("/enter")
    await ready(page)
    await eventually(async () => assert.strictEqual(await page.locator("#amount").inputValue(), ""))
    await page.locator("#unsent-link").click()
    await page.waitForURL(`**/enter?date=${named}`)
    await ready(page)
    await eventually(async () => assert.strictEqual(await page.locator("#amount").inputValue(), "2960"))
    await leave()
  })

  it("doubt once what is far from usual, with the safe answer first, and mark a day closed", async () => {
    const { leave, page } = await joined("小李", "entry")
    const date = addDays(shop.today, -2)
    await shop.send("DELETE", `/api/admin/turnover/${date}`, { reason: "test" })
    await page.waitForURL("**/enter")
    await page.goto(`/enter?date=${date}`)
    await ready(page)
    await page.locator("#amount").fill("33880")
    await page.locator("#send").click()
    await page.getByText("是不是多打了一个 0？").waitFor()
    await eventually(async () => assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "question-no"))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "回去改" }).click()
    assert.strictEqual(await page.locator("#amount").inputValue(), "33880")
    await page.locator("#amount").fill("33.8.8")
    await page.getByText("请写成 1,234.50").waitFor()
    await eventually(async () => assert.isTrue(await page.locator("#send").isDisabled()))
    await page.locator("#amount").fill("")
    await page.getByLabel("店休").check()
    await page.getByRole("button", { name: "记为店休" }).click()
    await page.getByText("记为店休了").waitFor()
    // The day's cutoff is past, so an undo would leave the day without a figure.
    assert.isFalse(await page.getByRole("button", { name: /撤销/ }).isVisible())
    await leave()
  })

  it("are asked about ten times the stored figure, and while they change it no button stores or drops anything above the field", async () => {
    const { leave, page } = await joined("小李", "entry")
    const date = addDays(shop.today, -2)
    await shop.send("PUT", `/api/admin/days/${date}`, { closed: false })
    await page.waitForURL("**/enter")
    await page.goto(`/enter?date=${date}`)
    await ready(page)
    await page.locator("#amount").fill("3388")
    await page.locator("#send").click()
    await page.getByRole("button", { name: "修改", exact: true }).click()
    await page.getByRole("button", { name: "不改，就是 ¥3,388.00" }).click()
    await page.getByRole("button", { name: "改", exact: true }).click()
    await page.locator("#amount").fill("33880")
    await eventually(async () => assert.deepStrictEqual(await page.locator(".strip button:visible").allInnerTexts(), []))
    await page.locator("#send").click()
    await page.getByText("正好是 ¥3,388.00 的 10 倍，是不是多打了一个 0？").waitFor()
    await eventually(async () =>
      assert.deepStrictEqual(await page.locator("#enter-form button.button:visible").allInnerTexts(), [
        "改回 ¥3,388.00",
        "没错，就是 ¥33,880.00"
      ])
    )
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "改回 ¥3,388.00" }).click()
    await page.getByText(/没有改。小李 1[23]:\d\d 已录 ¥3,388\.00/).waitFor()
    assert.strictEqual((await auditOf(date))[0]?.amount_after, 3388)
    await leave()
  })

  it("read of a day that has not come that it cannot be entered, and no other day in its place", async () => {
    const { leave, page } = await joined("小李", "entry")
    await page.waitForURL("**/enter")
    const [, month, day] = addDays(shop.today, 1).split("-").map(Number)
    await page.goto(`/enter?date=${addDays(shop.today, 1)}`)
    await page.getByText(new RegExp(`^${month}月${day}日 周.还没到，到那天才能录入。$`)).waitFor()
    assert.isFalse(await page.locator("#amount").isVisible())
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("link", { name: "录入今天" }).click()
    await ready(page)
    await page.locator("#amount").waitFor()
    await leave()
  })

  it("mark a day closed that has not come, as managers, and read what was changed of it", async () => {
    const { leave, page } = await joined("小孙", "manager")
    await page.waitForURL("**/enter")
    await page.goto(`/enter?date=${addDays(shop.today, 30)}`)
    await page.getByText("这一天还没有到").waitFor()
    assert.isFalse(await page.locator("#amount").isVisible())
    await page.locator("#note").fill("装修")
    await page.getByLabel("店休").check()
    await page.getByRole("button", { name: "记为店休" }).click()
    await page.getByText("记为店休了").waitFor()
    await page.getByRole("button", { name: "修改", exact: true }).click()
    await page.locator("#manager summary").click()
    await eventually(async () => assert.match(await page.locator("#changes").innerText(), /小孙\s+店休/))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.locator("#closed").uncheck()
    await page.getByRole("button", { name: "恢复营业" }).click()
    await page.getByText("恢复营业了").waitFor()
    await leave()
  })

  it("see what is sent later about a day that is marked closed before its cutoff", async () => {
    const { leave, page } = await joined("小周", "entry")
    await page.waitForURL("**/enter")
    const date = addDays(shop.today, -1)
    await shop.send("DELETE", `/api/admin/turnover/${date}`, { reason: "test" })
    // The page believes that the cutoff of the day is still to come.
    await page.route("**/api/metrics", async (route) => {
      const response = await route.fetch()
      return route.fulfill({
        json: { ...await response.json(), next_cutoff: `${date}T23:59:59+08:00`, server_now: `${date}T12:00:00+08:00` }
      })
    })
    await page.goto(`/enter?date=${date}`)
    await ready(page)
    await page.getByLabel("店休").check()
    await page.getByRole("button", { name: "记为店休" }).click()
    await page.getByText("现在不发消息。到这一天的结账时间，发店休的消息。").waitFor()
    await leave()
  })

  it("type at once while the service does not answer, on a page of few bytes", async () => {
    const first = await joined("小李", "entry")
    await first.page.waitForURL("**/enter")
    // A different browser has an empty cache.
    const { leave, page } = await visit(browser, shop.address, { ...phone, storageState: await first.page.context().storageState() })
    await first.leave()
    await page.route("**/api/**", () => new Promise(() => undefined))
    const { bytes, requests } = await firstSight(page, "/enter", async () => {
      await page.waitForLoadState()
      await page.locator("#amount").pressSequentially("3388")
      await eventually(async () => {
        assert.strictEqual(await page.locator("#amount").inputValue(), "3388")
        assert.strictEqual(await page.locator("#amount").getAttribute("inputmode"), "decimal")
        assert.isTrue(await page.locator("#send").isDisabled())
      })
    })
    assert.isBelow(bytes, 40_000)
    // Requests without a response count as well.
    assert.isAtMost(requests, 10)
    await leave()
  })

  it("learn why an invitation no longer works, and its code is in no address", async () => {
    const link = await invite("小陈", "entry")
    // Loading the page, as a mail scanner or a preview does, does not use it.
    const first = await visit(browser, shop.address, phone)
    for (const _visit of ["preview", "person"]) {
      await first.page.goto("/sign-in")
      await first.page.goto(link)
      await first.page.getByText("请 小陈 在这台手机上登录").waitFor()
    }
    assert.deepStrictEqual([await accessibilityFaults(first.page), await smallTargets(first.page)], [[], []])
    await first.page.getByRole("button", { name: "以小陈登录这台手机" }).click()
    await first.page.waitForURL("**/enter")
    const { leave, page } = await visit(browser, shop.address, phone)
    await page.goto(link)
    await page.getByText("这个邀请已经用过、作废了，或者过了 15 分钟").waitFor()
    await eventually(async () => assert.strictEqual(page.url(), `${shop.address}/join`))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.goto("/join#not-a-code")
    await page.getByText("这个链接不完整").waitFor()
    await page.context().setOffline(true)
    await page.evaluate(() => {
      location.hash = "#once-more"
    })
    await page.getByText("邀请还在").waitFor()
    await page.context().setOffline(false)
    await page.getByRole("button", { name: "再试一次" }).click()
    await page.getByText("这个链接不完整").waitFor()
    await first.leave()
    await leave()
  })

  it("read inside WeChat how to open an invitation in their browser, where it is used", async () => {
    const link = await invite("小陈", "entry")
    for (const [locale, sentence] of [["zh-CN", "选“在浏览器打开”"], ["en-GB", "choose “Open in browser”"]] as const) {
      const { leave, page } = await visit(browser, shop.address, {
        ...phone,
        locale,
        userAgent: `${phone.userAgent} MicroMessenger/8.0.50(0x1800322b) NetType/WIFI Language/zh_CN`
      })
      const asked: Array<string> = []
      page.on("request", (request) => asked.push(request.url()))
      await page.goto(link)
      await page.getByText(sentence).waitFor()
      assert.deepStrictEqual([page.url(), asked.filter((url) => url.includes("/api/"))], [link, []])
      assert.deepStrictEqual(await accessibilityFaults(page), [])
      await leave()
    }
  })

  it("are asked before an invitation's link replaces the person who is signed in", async () => {
    for (
      const [locale, asked, stay, replace, name] of [
        ["zh-CN", "这台设备现在登录的是 小赵", "不换", "换成小钱", "小赵"],
        ["en-GB", "This device is signed in as Zhao", "Stay signed in", "Sign in as Qian", "Zhao"]
      ] as const
    ) {
      const { leave, page } = await joined(name, "entry", { ...phone, locale })
      await page.waitForURL("**/enter")
      const signedIn = async () => (await (await page.request.get("/api/session")).json() as { name: string | null }).name
      await ready(page)
      await page.locator("#amount").fill("3388")
      const other = locale === "zh-CN" ? "小钱" : "Qian"
      const link = await invite(other, "entry")
      await page.goto(link)
      await page.getByText(asked).waitFor()
      assert.strictEqual(page.url(), `${shop.address}/join`)
      assert.deepStrictEqual([await accessibilityFaults(page), await smallTargets(page)], [[], []])
      await page.getByRole("link", { name: stay }).click()
      await page.waitForURL((url) => url.pathname !== "/join")
      assert.strictEqual(await signedIn(), name)
      await page.goto(link)
      await page.getByRole("button", { name: replace }).click()
      await page.waitForURL("**/enter")
      assert.strictEqual(await signedIn(), other)
      // Text that the previous person has typed, or sent without a response, is not offered to this person.
      await ready(page)
      assert.strictEqual(await page.locator("#amount").inputValue(), "")
      await leave()
    }
  })

  it("see the rooms that their role may use, and nothing else", async () => {
    for (
      const [role, rooms] of [["entry", ["缺的日子", "修改记录"]], ["manager", [
        "缺的日子",
        "导入",
        "目标",
        "消息",
        "修改记录",
        "系统"
      ]]] as const
    ) {
      const { leave, page } = await joined(`只是 ${role}`, role, {})
      await page.waitForURL("**/enter")
      await page.goto("/admin#people")
      await page.locator("#room-missing").waitFor()
      await eventually(async () =>
        assert.deepStrictEqual((await page.locator(".tabs a:visible").allInnerTexts()).map((text) => text.split(/\s|\d/, 1)[0]), [...rooms])
      )
      if (role === "manager") {
        await page.getByRole("link", { name: "系统" }).click()
        await page.locator("#system-facts dd").first().waitFor()
        await eventually(async () => assert.isFalse(await page.getByRole("button", { name: "应用设置" }).isVisible()))
      }
      await leave()
    }
    const { leave, page } = await joined("老板", "view")
    await page.waitForURL(`${shop.address}/`)
    await page.goto("/enter")
    await page.getByText(/你的登录（看数）不能录入.*只能看看板/).waitFor()
    await leave()
  })

  it("are changed and removed by a person of the role admin, and a program's token is shown once", async () => {
    await joined("小赵", "entry").then(async ({ leave, page }) => {
      await page.waitForURL("**/enter")
      await leave()
    })
    const { leave, page } = await joined("李店长", "admin", {})
    await page.waitForURL("**/enter")
    await page.goto("/admin#people")
    await page.locator("[data-person=李店长]").getByText("这台设备").waitFor()
    await eventually(async () =>
      assert.strictEqual(await page.locator("[data-person=李店长]").getByRole("button", { name: /移除/ }).count(), 0)
    )
    const link = await invite("小钱", "entry")
    await page.reload()
    await page.getByRole("button", { name: "作废 小钱 的邀请" }).click()
    await page.getByText("小钱 的邀请已作废").waitFor()
    await page.getByRole("button", { name: "作废 小钱 的邀请" }).waitFor({ state: "detached" })
    const guest = await visit(browser, shop.address, phone)
    await guest.page.goto(link)
    await guest.page.getByText("这个邀请已经用过、作废了，或者过了 15 分钟").waitFor()
    await guest.leave()
    await page.getByLabel("小赵 的角色").selectOption("manager")
    await page.getByText("小赵 现在是“店长”").waitFor()
    await page.getByRole("button", { name: "移除 小赵" }).click()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.locator("#remove-yes").click()
    await page.getByText("小赵 已移除").waitFor()
    await page.locator("[data-person=小赵]").waitFor({ state: "detached" })
    await page.getByLabel("名字", { exact: true }).fill("对账脚本")
    await page.locator("#person-form input[value=manager]").check()
    await page.getByRole("button", { name: "给程序用：出密码" }).click()
    await page.getByText("只显示这一次").waitFor()
    const secret = await page.locator("#invitation-text").innerText()
    const answer = await fetch(`${shop.address}/api/session`, { headers: { "X-Admin-Token": secret } })
    assert.deepInclude(await answer.json() as object, { name: "对账脚本", role: "manager" })
    await page.getByLabel("名字", { exact: true }).fill("对账脚本")
    await page.getByRole("button", { name: "给程序用：出密码" }).click()
    await page.locator("#people-result[data-outcome=bad]").waitFor()
    assert.match(await page.locator("#people-result").innerText(), /已经有人用了/)
    await page.getByRole("button", { name: "作废 对账脚本 的密码" }).click()
    await page.locator("#remove-yes").click()
    await page.getByText("对账脚本 已移除").waitFor()
    await leave()
  })

  it("find their pages whole at 320 px, in English and dark colours, with targets of 44 px", async () => {
    const narrow = { colorScheme: "dark", locale: "en-GB", viewport: { width: 320, height: 568 } } as const
    const { leave, page } = await joined("Wang Xiaoming-Rodriguez", "admin", narrow)
    await page.waitForURL("**/enter")
    await ready(page)
    await page.goto("/enter")
    await ready(page)
    await page.locator("#amount").fill("9999999999.99")
    await page.locator("#send").getByText("¥9,999,999,999.99").waitFor()
    /** Each page, with an element that shows when the page is complete. */
    const complete = [
      ["/enter", "#send:enabled"],
      ["/admin#people", "#people > li >> nth=0"],
      ["/sign-in?ended=1", "#gate-send:enabled"],
      ["/join", "#sign-in"]
    ] as const
    for (const [address, element] of complete) {
      if (address !== "/enter") await page.goto(address)
      await page.locator(element).waitFor()
      await eventually(async () => assert.deepStrictEqual(await layoutFaults(page), [], address))
      assert.deepStrictEqual(await accessibilityFaults(page), [], address)
      await eventually(async () => assert.deepStrictEqual(await smallTargets(page), [], address))
      assert.notMatch((await page.locator("main").innerText()).replace(/梧桐里咖啡馆|小.|老板|只是|李店长|对账脚本/g, ""),
        /[\u4e00-\u9fff]/, address)
    }
    await leave()
  })
})
