import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { layoutFaults } from "./Layout.ts"
import { auditOf, joined, phone, ready } from "./Phones.ts"
import { addDays, csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, type Visit } from "./Visitor.ts"

describe("two phones at one counter", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00" })])
    browser = opened[0]
    shop = opened[1]
    // The last 7 days await their figures.
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(addDays(shop.today, -7), 40))
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  const figureOf = async (date: string) => {
    const { amount, by } = await shop.get(`/api/days/${date}`) as { amount: number | null; by: string | null }
    return [by, amount]
  }

  /** Two phones that show the same day and receive no events: neither sees what the other does. */
  const deafPhones = async (date: string, names: readonly [string, string] = ["小王", "小李"]) => {
    const visits = await Promise.all(names.map((name) => joined(browser, shop, name, "entry")))
    const open = async (page: Page) => {
      await page.waitForURL("**/enter")
      await page.route("**/api/events", (route) => route.abort())
      await page.goto(`/enter?date=${date}`)
      await ready(page)
      return page
    }
    const pages = await Promise.all(visits.map(({ page }) => open(page)))
    return {
      pages: pages as [Page, Page],
      leave: async () => {
        for (const { leave } of visits) await leave()
      }
    }
  }

  /** Puts a day back into its state before the tests. */
  const clear = (date: string) => shop.send("DELETE", `/api/admin/turnover/${date}`, { reason: "test" }).catch(() => undefined)

  /** The next save arrives, but its response does not. The page does not learn the day's state either, until it is connected again. */
  const withoutAnswer = async (page: Page, date: string) => {
    const day = `**/api/days/${date}`
    await page.route(day, (route) => route.abort("connectionreset"))
    await page.route("**/api/admin/turnover", async (route) => {
      await route.fetch()
      await route.abort("connectionreset")
    }, { times: 1 })
    return { hear: () => page.unroute(day) }
  }

  /** Keeps the responses from an address away from the page until they are released. */
  const heldBack = async (page: Page, path: string) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**${path}`, async (route) => {
      await released
      await route.continue()
    }, { times: 1 })
    return { release }
  }

  const save = async (page: Page, amount: string) => {
    await page.locator("#amount").fill(amount)
    await page.locator("#send").click()
  }

  it("keep the first one's count when the second one has not seen it, and ask with both amounts", async () => {
    const date = shop.today
    const { leave, pages: [wang, li] } = await deafPhones(date)
    await save(wang, "3700")
    await wang.getByText("录入好了").waitFor()
    await wang.locator("#told").getByText("没有接群，只打印在日志里").waitFor()
    assert.notInclude(await wang.locator("#done").innerText(), "群里")
    await save(li, "3388")
    await li.getByText(/^小王刚录了 ¥3,700\.00，要改成 ¥3,388\.00 吗？$/).waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小王", 3700])
    await eventually(async () => assert.strictEqual(await li.evaluate(() => document.activeElement?.id), "question-no"))
    assert.deepStrictEqual(await accessibilityFaults(li), [])
    await li.getByRole("button", { name: "不改，就是 ¥3,700.00" }).click()
    await li.getByText(/没有改。小王 1[23]:\d\d 已录 ¥3,700\.00/).waitFor()
    await eventually(async () => assert.strictEqual(await li.locator("#amount").inputValue(), ""))
    assert.deepStrictEqual(await figureOf(date), ["小王", 3700])

    // The tap comes before the page has loaded the day after the save: her own amount must not look like a colleague's.
    const held = await heldBack(wang, `/api/days/${date}`)
    await wang.getByRole("button", { name: /^修改/ }).click()
    await wang.locator("#amount").fill("3600")
    await wang.locator("#amount").press("Enter")
    held.release()
    await wang.locator("#send").click()
    await wang.getByText("改好了").waitFor()
    await li.getByRole("button", { name: "改", exact: true }).click()
    await save(li, "3388")
    await li.getByText(/^小王刚录了 ¥3,600\.00，要改成 ¥3,388\.00 吗？$/).waitFor()
    await li.getByRole("button", { name: "改成 ¥3,388.00" }).click()
    await li.getByText("改好了").waitFor()
    await li.getByText(/之前小王 1[23]:\d\d 已录 ¥3,600\.00/).waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小李", 3388])
    await li.getByRole("button", { name: /撤销/ }).click()
    await li.getByText("已撤销").waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小王", 3600])
    await leave()
  })

  it("ask before a note, too, and leave a colleague's note alone", async () => {
    const date = addDays(shop.today, -1)
    const { leave, pages: [wang, li] } = await deafPhones(date)
    await wang.locator("#note").fill("晚上下雨")
    await save(wang, "3100")
    await wang.getByText("录入好了").waitFor()
    await li.locator("#note").fill("外卖没算")
    await li.locator("#send").click()
    await li.getByText(/小王 1[23]:\d\d 已录 ¥3,100\.00。还没有保存，请看过再点一次。/).waitFor()
    assert.deepStrictEqual((await auditOf(shop, date)).map(({ actor }) => actor), ["小王", "小王"])
    await li.reload()
    await ready(li)
    await li.locator("#note").fill("")
    await leave()
    const again = await deafPhones(addDays(shop.today, -2))
    await again.pages[0].locator("#note").fill("外摆没开")
    await save(again.pages[0], "3200")
    await again.pages[0].getByText("录入好了").waitFor()
    await save(again.pages[1], "3210")
    await again.pages[1].getByRole("button", { name: "改成 ¥3,210.00" }).click()
    await again.pages[1].getByText("改好了").waitFor()
    const { note } = await shop.get(`/api/days/${addDays(shop.today, -2)}`) as { note: string }
    assert.strictEqual(note, "外摆没开")
    await again.leave()
  })

  it("take the same amount as one count, and a lost answer as no conflict with oneself", async () => {
    const date = addDays(shop.today, -3)
    const { leave, pages: [wang, li] } = await deafPhones(date)
    await wang.locator("#note").fill("晚上下雨")
    const { hear } = await withoutAnswer(wang, date)
    await save(wang, "3300")
    await wang.getByText("还没送出").waitFor()
    await hear()
    await wang.getByRole("button", { name: "再送一次 ¥3,300.00" }).click()
    await wang.getByText("录入好了").waitFor()
    await wang.getByText("之前还没有数").waitFor()
    assert.deepStrictEqual((await auditOf(shop, date)).map(({ kind }) => kind), ["entered", "noted"])
    await save(li, "3300")
    await li.getByText(/小王 1[23]:\d\d 已录 ¥3,300\.00，和你填的一样，没有再存。/).waitFor()
    assert.strictEqual((await auditOf(shop, date)).length, 2)
    await leave()
  })

  it("ask when a save whose answer was lost comes after a colleague's", async () => {
    const date = addDays(shop.today, -4)
    const { leave, pages: [wang, li] } = await deafPhones(date)
    await li.route("**/api/admin/turnover", (route) => route.abort("connectionreset"), { times: 1 })
    await save(li, "3388")
    await li.getByText("还没送出").waitFor()
    await save(wang, "3700")
    await wang.getByText("录入好了").waitFor()
    await li.getByRole("button", { name: "再送一次 ¥3,388.00" }).click()
    await li.getByText(/小王刚录了 ¥3,700\.00，要改成 ¥3,388\.00 吗？$/).waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小王", 3700])
    await leave()
  })

  it("ask again where a save has arrived without its answer and was withdrawn since", async () => {
    const date = addDays(shop.today, -4)
    await clear(date)
    const { leave, pages: [wang] } = await deafPhones(date)
    const { hear } = await withoutAnswer(wang, date)
    await save(wang, "3300")
    await wang.getByText("还没送出").waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小王", 3300])
    await shop.send("DELETE", `/api/admin/turnover/${date}`, { reason: "recount", actor: "李店长" })
    await hear()
    await wang.getByRole("button", { name: "再送一次 ¥3,300.00" }).click()
    await wang.getByText(/^李店长 1[23]:\d\d 撤回了这一天的数，要录入 ¥3,300\.00 吗？$/).waitFor()
    await wang.getByRole("button", { name: "录入 ¥3,300.00" }).last().click()
    await wang.getByText("录入好了").waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小王", 3300])
    await leave()
  })

  it("show the newest figure where the answer to an earlier request comes before its own", async () => {
    const date = addDays(shop.today, -7)
    const { leave, pages: [wang] } = await deafPhones(date)
    // Each return to the page asks for the day: the first answer leaves before the colleague's change, and arrives last but one.
    const comeBack = () => wang.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
    const held: Array<() => Promise<void>> = []
    await wang.route(`**/api/days/${date}`, async (route) => {
      const response = await route.fetch()
      held.push(() => route.fulfill({ response }))
    })
    await comeBack()
    await eventually(() => assert.strictEqual(held.length, 1))
    await shop.send("PUT", "/api/admin/turnover", { date, amount: 4444, actor: "小李" })
    await comeBack()
    await eventually(() => assert.strictEqual(held.length, 2))
    for (const release of held) await release()
    await wang.getByText(/小李 1[23]:\d\d 已录\s*¥4,444\.00/).waitFor()
    await leave()
    // The later tests begin with the oldest of the days that await their figures.
    await clear(date)
  })

  it("know what became of a save without an answer as soon as they know the day again", async () => {
    const date = addDays(shop.today, -4)
    await clear(date)
    const [wang, li] = await Promise.all(["小王", "小李"].map((name) => joined(browser, shop, name, "entry"))) as [Visit, Visit]
    for (const { page } of [wang, li]) {
      await page.waitForURL("**/enter")
      await page.goto(`/enter?date=${date}`)
      await ready(page)
    }
    await wang.page.route("**/api/admin/turnover", async (route) => {
      await route.fetch()
      await route.abort("connectionreset")
    }, { times: 1 })
    await save(wang.page, "3300")
    await wang.page.getByText(/^上次送的已经收到，不用再送。小王 1[23]:\d\d 已录 ¥3,300\.00。$/).waitFor()
    assert.isFalse(await wang.page.locator("#held").isVisible())
    await wang.page.getByRole("button", { name: "改", exact: true }).waitFor()

    await li.page.getByRole("button", { name: "改", exact: true }).click()
    await li.page.context().setOffline(true)
    await save(li.page, "3388")
    await li.page.getByText("没有网络，还没送出").waitFor()
    await wang.page.getByRole("button", { name: "改", exact: true }).click()
    await save(wang.page, "3700")
    await wang.page.getByText("改好了").waitFor()
    await li.page.context().setOffline(false)
    await li.page.locator("#strip").getByText(/^小王 1[23]:\d\d 已录 ¥3,700\.00$/).waitFor()
    await li.page.getByRole("button", { name: "改成 ¥3,388.00" }).click()
    await li.page.getByText("小王刚录了 ¥3,700.00，要改成 ¥3,388.00 吗？").waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小王", 3700])
    await li.page.locator("#question-yes").click()
    await li.page.getByText("改好了").waitFor()

    await wang.page.getByRole("button", { name: "修改", exact: true }).click()
    // What is typed before the page shows a colleague's figure is not typed over it.
    await wang.page.locator("#strip").getByText(/^小李 1[23]:\d\d 已录 ¥3,388\.00$/).waitFor()
    await wang.page.route("**/api/admin/turnover", (route) => route.abort("connectionreset"), { times: 1 })
    await save(wang.page, "3500")
    await wang.page.getByText("网络恢复了，还没送出").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(wang.page), [])
    // An amount that was never sent is not sent again; it is doubted like any other.
    await wang.page.locator("#amount").fill("35000")
    await wang.page.getByRole("button", { name: "改成 ¥35,000.00" }).click()
    await wang.page.getByText("是不是多打了一个 0？").waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小李", 3388])
    await wang.page.locator("#amount").fill("")
    await li.leave()
    await wang.leave()
  })

  it("read in one sentence that a manager entered the day while they typed, with the question about it gone", async () => {
    const date = addDays(shop.today, -5)
    await clear(date)
    const { leave, page } = await joined(browser, shop, "小马", "entry")
    await page.waitForURL("**/enter")
    await page.goto(`/enter?date=${date}`)
    await ready(page)
    await save(page, "33960")
    await page.getByText("是不是多打了一个 0？").waitFor()
    await shop.send("PUT", "/api/admin/turnover", { date, amount: 3390, actor: "李店长" })
    await page.getByText("¥33,960.00 没有存。你的登录不能再改这个数。数不对，请找店长。", { exact: true }).waitFor()
    await eventually(async () => {
      for (const id of ["question", "result", "amount", "send"]) assert.isFalse(await page.locator(`#${id}`).isVisible(), id)
    })
    assert.deepStrictEqual(await figureOf(date), ["李店长", 3390])
    await leave()
    await clear(date)
  })

  it("withdraw no figure that the page has not shown, and are asked about the one that stands", async () => {
    const date = addDays(shop.today, -5)
    await clear(date)
    await shop.send("PUT", "/api/admin/turnover", { date, amount: 3388, actor: "小王" })
    const { leave, page } = await joined(browser, shop, "李店长", "manager", {})
    await page.waitForURL("**/enter")
    await page.route("**/api/events", (route) => route.abort())
    await page.goto(`/enter?date=${date}`)
    await ready(page)
    await page.locator("#manager summary").click()
    await page.locator("#withdraw").click()
    await page.getByText("请写明原因").waitFor()
    await page.locator("#reason").fill("录错了日期")
    await shop.send("PUT", "/api/admin/turnover", { date, amount: 3400, actor: "老板" })
    await page.locator("#withdraw").click()
    await page.getByText("撤回 ¥3,388.00？").waitFor()
    await page.locator("#question-yes").click()
    await page.getByText("撤回 ¥3,400.00？").waitFor()
    await page.locator("#question-detail").getByText(/^老板 1[23]:\d\d 已录 ¥3,400\.00。/).waitFor()
    assert.deepStrictEqual(await figureOf(date), ["老板", 3400])
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.locator("#question-no").click()
    assert.deepStrictEqual(await figureOf(date), ["老板", 3400])
    await leave()
  })

  it("follow each other: what one enters, the other reads, confirms or changes, and what was done is not undone over it", async () => {
    const date = addDays(shop.today, -6)
    const [wang, li] = await Promise.all(["小王", "小李"].map((name) => joined(browser, shop, name, "entry"))) as [Visit, Visit]
    for (const { page } of [wang, li]) {
      await page.waitForURL("**/enter")
      await page.goto(`/enter?date=${date}`)
      await ready(page)
    }
    await save(wang.page, "3700")
    await wang.page.getByText("录入好了").waitFor()
    await li.page.getByText(/^小王 1[23]:\d\d 已录\s*¥3,700\.00$/).waitFor()
    await eventually(async () => assert.isFalse(await li.page.locator("#amount").isVisible()))
    assert.deepStrictEqual(await accessibilityFaults(li.page), [])
    await eventually(async () => assert.deepStrictEqual(await layoutFaults(li.page), []))
    await li.page.route("**/api/admin/turnover", (route) => route.abort("connectionreset"), { times: 1 })
    await li.page.getByRole("button", { name: "对的，确认" }).click()
    await li.page.getByText("还没送出").waitFor()
    await li.page.getByRole("button", { name: "再送一次 ¥3,700.00" }).click()
    await li.page.getByText("确认好了").waitFor()
    await li.page.getByText(/之前小王 1[23]:\d\d 已录 ¥3,700\.00/).waitFor()
    assert.deepStrictEqual((await auditOf(shop, date)).map(({ actor, kind }) => [actor, kind]), [["小李", "confirmed"], [
      "小王",
      "entered"
    ]])
    await wang.page.getByText(/这一天后来又有新的记录，不能再撤销。小李 1[23]:\d\d 已确认 ¥3,700\.00/).waitFor()
    await eventually(async () => assert.isFalse(await wang.page.locator("#undo").isVisible()))
    await li.page.getByRole("button", { name: /撤销/ }).click()
    await li.page.getByText(/已撤销。小王 1[23]:\d\d 已录 ¥3,700\.00/).waitFor()
    await eventually(async () => assert.strictEqual(await li.page.evaluate(() => document.activeElement?.id), "change"))
    assert.deepStrictEqual(await figureOf(date), ["小王", 3700])

    await li.page.getByRole("button", { name: "改", exact: true }).click()
    await li.page.locator("#note").fill("外摆没开")
    await save(li.page, "33880")
    await li.page.getByText("是不是多打了一个 0？").waitFor()
    await wang.page.getByRole("button", { name: "修改", exact: true }).click()
    await save(wang.page, "3600")
    await wang.page.getByText("改好了").waitFor()
    await li.page.getByText(/^小王 1[23]:\d\d 已录 ¥3,600\.00$/).waitFor()
    await li.page.getByText("小王刚录了 ¥3,600.00，要改成 ¥33,880.00 吗？").waitFor()
    assert.deepStrictEqual(await li.page.locator("#question button").allInnerTexts(), ["不改，就是 ¥3,600.00", "改成 ¥33,880.00"])
    await li.page.locator("#amount").fill("3388")
    await eventually(async () => {
      assert.strictEqual(await li.page.locator("#amount").inputValue(), "3388")
      assert.strictEqual(await li.page.locator("#note").inputValue(), "外摆没开")
    })
    await li.page.getByRole("button", { name: "改成 ¥3,388.00" }).click()
    await li.page.getByText("改好了").waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小李", 3388])
    await li.leave()
    await wang.leave()
  })

  it("ask before they replace what somebody stored while they typed, also after the page was loaded again", async () => {
    const date = addDays(shop.today, -6)
    await clear(date)
    const [wang, li] = await Promise.all(["小王", "阿强"].map((name) => joined(browser, shop, name, "entry"))) as [Visit, Visit]
    for (const { page } of [wang, li]) {
      await page.waitForURL("**/enter")
      await page.goto(`/enter?date=${date}`)
      await ready(page)
    }
    await wang.page.locator("#amount").fill("3321")
    await save(li.page, "3777.70")
    await li.page.getByText("录入好了").waitFor()
    // The page follows: it shows the figure, and its button says what it would do.
    const send = wang.page.getByRole("button", { name: "改成 ¥3,321.00" }).first()
    for (const reloaded of [false, true]) {
      if (reloaded) await wang.page.reload()
      await send.click()
      await wang.page.getByText("阿强刚录了 ¥3,777.70，要改成 ¥3,321.00 吗？").waitFor()
      assert.deepStrictEqual(await figureOf(date), ["阿强", 3777.7])
    }
    await wang.page.locator("#question-yes").click()
    await wang.page.getByText("改好了").waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小王", 3321])
    await li.leave()
    await wang.leave()
  })

  it("find what they typed earlier marked, and replace it by typing", async () => {
    const date = addDays(shop.today, -5)
    await clear(date)
    const { leave, page } = await joined(browser, shop, "小孙", "entry", { ...phone, hasTouch: true })
    await page.waitForURL("**/enter")
    await page.goto(`/enter?date=${date}`)
    await ready(page)
    await page.locator("#amount").fill("30")
    await page.reload()
    await page.getByText("上次填的还在，没有送出").waitFor()
    await page.locator("#amount").tap()
    await page.keyboard.type("30")
    assert.strictEqual(await page.locator("#amount").inputValue(), "30")
    await page.getByText("上次填的还在，没有送出").waitFor({ state: "hidden" })
    await page.locator("#amount").fill("")
    await leave()
  })

  it("type an amount a second time that is more than a hundred times the usual", async () => {
    const date = addDays(shop.today, -5)
    await clear(date)
    const { leave, page } = await joined(browser, shop, "小孙", "entry")
    await page.waitForURL("**/enter")
    await page.goto(`/enter?date=${date}`)
    await ready(page)
    await save(page, "5120451204")
    await page.getByText(/^¥5,120,451,204\.00？平常周. ¥[\d,]+，真是这么多，请再打一遍。$/).waitFor()
    assert.deepStrictEqual([await page.locator("#question").isVisible(), await figureOf(date)], [false, [null, null]])
    await save(page, "5120451204")
    await page.getByText("录入好了").waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小孙", 5120451204])
    await leave()
    await clear(date)
  })

  it("read the last 7 days from the page, and what is not theirs to change before they type", async () => {
    const [theirs, managers, imported, empty] = [-1, -2, -3, -4].map((days) => addDays(shop.today, days)) as [
      string,
      string,
      string,
      string
    ]
    for (const date of [theirs, managers, imported, empty]) await clear(date)
    const { leave, page } = await joined(browser, shop, "小林", "entry")
    await page.waitForURL("**/enter")
    await page.goto(`/enter?date=${theirs}`)
    await ready(page)
    await save(page, "3100")
    await page.getByText("录入好了").waitFor()
    await shop.send("PUT", "/api/admin/turnover", { date: managers, amount: 3200, actor: "李店长" })
    await shop.send("POST", "/api/admin/import", `date,amount\r\n${imported},3074.98\r\n`)
    await page.goto("/enter")
    await ready(page)
    await page.getByText("近 7 天", { exact: true }).click()
    await page.locator("#week-list li").nth(6).waitFor()
    const rows = (await page.locator("#week-list li").allInnerTexts()).map((text) =>
      text.split("\n").map((line) => line.trim()).filter((line) => line !== "").slice(1).join(" ")
    )
    assert.deepStrictEqual(rows.slice(0, 4), [
      "¥3,100.00 你录入 改",
      "¥3,200.00 李店长录入 找店长改",
      "¥3,074.98 导入 找店长改",
      "还没有数 补录"
    ])
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await eventually(async () => assert.deepStrictEqual(await layoutFaults(page), []))
    await page.locator("#week-list").getByRole("link", { name: /^改/ }).first().click()
    await page.waitForURL(`**/enter?date=${theirs}`)
    assert.isFalse(await page.getByRole("button", { name: "对的，确认" }).isVisible())
    await page.getByRole("button", { name: "改", exact: true }).click()
    await page.locator("#note").fill("外卖没算")
    await page.getByRole("button", { name: "保存备注" }).click()
    await page.getByText(/周.\s·\s备注：外卖没算$/).waitFor()
    for (
      const [date, said] of [[managers, /^李店长 1[23]:\d\d 已录\s*¥3,200\.00$/], [imported, /^1[23]:\d\d 导入\s*¥3,074\.98$/]] as const
    ) {
      await page.goto(`/enter?date=${date}`)
      await page.getByText(said).waitFor()
      await page.getByText("你的登录不能再改这个数").waitFor()
      await eventually(async () => {
        assert.isFalse(await page.locator("#amount").isVisible())
        assert.isFalse(await page.locator("#confirm").isVisible())
      })
      assert.deepStrictEqual(await accessibilityFaults(page), [])
    }
    await page.goto(`/enter?date=${empty}`)
    await ready(page)
    await page.locator("#closed").check()
    await page.getByRole("button", { name: "记为店休" }).click()
    await page.getByText("记为店休了").waitFor()
    await page.getByRole("button", { name: "修改", exact: true }).click()
    await eventually(async () => assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "closed"))
    await page.locator("#title", { hasText: /^店休$/ }).waitFor()
    await page.getByText("要录数，先取消勾选“店休”。").waitFor()
    assert.strictEqual(await page.locator("#enter-form").getAttribute("data-late"), "false")
    await page.getByRole("checkbox", { name: "店休" }).uncheck()
    await eventually(async () => assert.strictEqual(await page.locator("#lead").innerText(), ""))
    await page.getByRole("button", { name: "恢复营业" }).click()
    await page.getByText("恢复营业了").waitFor()
    await page.getByRole("button", { name: /撤销/ }).click()
    await page.getByText("已撤销。店休。").waitFor()
    await eventually(async () => assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "closed"))
    await shop.send("PUT", `/api/admin/days/${empty}`, { closed: false })
    await leave()
  })

  /** A page for a day without a figure, in a shop whose clock the test moves. */
  const pageOfMovedShop = async (start: string) => {
    const { leave, page } = await joined(browser, shop, "小林", "entry")
    await page.waitForURL("**/enter")
    await ready(page)
    const { today } = shop
    const tomorrow = addDays(today, 1)
    const metrics = await shop.get("/api/metrics") as { today: object; counted: { today: object } }
    let now = `${today}T${start}`
    const cutoffAfter = () =>
      `${now < `${today}T23:00` ? today : now < `${tomorrow}T23:00` ? tomorrow : addDays(tomorrow, 1)}T23:00:00+00:00`
    await page.route("**/api/metrics", (route) =>
      route.fulfill({
        json: {
          ...metrics,
          server_now: `${now}+00:00`,
          next_cutoff: cutoffAfter(),
          today: {
            ...metrics.today,
            date: now.slice(0, 10),
            amount: null,
            source: null,
            entered: null,
            closed: false,
            range: { min: 2800, max: 3600 },
            awaits: false
          },
          counted: { ...metrics.counted, today: { ...metrics.counted.today, date: now.slice(0, 10), state: "open" } }
        }
      }))
    const none = {
      amount: null,
      source: null,
      by: null,
      at: null,
      closed: false,
      note: "",
      is_final: false,
      open_to_entry: true,
      audit: []
    }
    await page.route("**/api/days/*", async (route) => {
      const answer = await route.fetch({ url: route.request().url().replace(tomorrow, today) })
      await route.fulfill({ json: { ...await answer.json() as object, ...none, date: new URL(route.request().url()).pathname.slice(-10) } })
    })
    await page.route("**/api/events", (route) => route.abort())
    await page.clock.install({ time: new Date(`${now}Z`) })
    const pass = async (next: string) => {
      const passed = Date.parse(`${next}Z`) - Date.parse(`${now}Z`)
      now = next
      await page.clock.fastForward(passed)
    }
    return {
      page,
      today,
      tomorrow,
      pass,
      title: (text: RegExp) => page.locator("#title", { hasText: text }).waitFor(),
      leave: async () => {
        await page.unrouteAll({ behavior: "ignoreErrors" })
        await leave()
      }
    }
  }

  it("stay open over the cutoff and over midnight, and say which day they enter", async () => {
    const { leave, page, pass, title, today, tomorrow } = await pageOfMovedShop("22:50:00")
    await page.goto("/enter")
    await page.getByText(/^23:00 结账，还有 (9|10) 分钟。到时没人录入，系统会按 ¥2,800–3,600 估一个数$/).waitFor()
    await pass(`${today}T22:59:20`)
    await page.getByText(/^23:00 结账，不到 1 分钟。到时没人录入/).waitFor()
    // The state of the day is unknown until the connection is back.
    let isCut = true
    await page.route("**/api/metrics", (route) => isCut ? route.abort() : route.fallback())
    await pass(`${today}T23:00:30`)
    await page.getByText("23:00 已过，恢复连接后更新").waitFor()
    isCut = false
    await pass(`${today}T23:01:00`)
    await page.getByText("23:00 已过，今天还没有数。").waitFor()
    await page.locator("#amount").fill("3388")
    await pass(`${tomorrow}T00:00:30`)
    await page.getByText("过了零点，今天已经是").waitFor()
    await title(/^补录$/)
    const label = await page.locator("#when").innerText()
    assert.include(label, `${Number(today.slice(8))}日`)
    await eventually(async () => assert.strictEqual(await page.locator("#amount").inputValue(), "3388"))
    await page.locator("#amount").fill("")
    // The phone wakes up before its connection is back; the page finds its day without a tap.
    let asks = 0
    await page.route("**/api/metrics", (route) => ++asks === 2 ? route.abort() : route.fallback())
    await pass(`${tomorrow}T06:30:00`)
    await page.getByText("没有网络", { exact: true }).waitFor()
    await pass(`${tomorrow}T06:31:00`)
    await title(/^录入今天$/)
    await page.locator("#when").getByText(`${Number(tomorrow.slice(8))}日`).waitFor()
    await leave()
  })

  it("call the day of a save today for as long as it is, and come to the next day afterwards", async () => {
    await clear(shop.today)
    const { leave, page, pass, title, today, tomorrow } = await pageOfMovedShop("22:58:00")
    // The service's own clock is not moved: from the cutoff on, it would offer nothing.
    let isPast = false
    await page.route("**/api/admin/changes/own", async (route) => {
      const { change } = await (await route.fetch()).json() as { change: object | null }
      await route.fulfill({ json: { change: isPast ? null : change && { ...change, seconds_left: 110 } } })
    })
    await page.goto("/enter")
    await ready(page)
    await save(page, "3388")
    await page.getByText(/^今天 .* 之前还没有数$/).waitFor()
    await page.getByRole("button", { name: /撤销 [12]:\d\d/ }).waitFor()
    isPast = true
    await pass(`${today}T23:00:30`)
    await page.getByText("这一天已经结账，不能撤销成没有数").waitFor()
    await eventually(async () => assert.isFalse(await page.locator("#undo").isVisible()))
    await pass(`${tomorrow}T00:00:30`)
    await title(/^录入今天$/)
    await page.locator("#when").getByText(`${Number(tomorrow.slice(8))}日`).waitFor()
    await leave()
  })

  it("say plainly that an undo comes too late, where it was tapped without a connection", async () => {
    await clear(shop.today)
    const { leave, page } = await joined(browser, shop, "小迟", "entry")
    await page.waitForURL("**/enter")
    await ready(page)
    await save(page, "3388")
    const undo = page.getByRole("button", { name: /撤销 9:\d\d/ })
    await undo.waitFor()
    await page.route("**/undo", (route) => route.abort())
    await undo.click()
    await page.getByText("没有网络，还没撤销，请再点一次。").waitFor()
    await page.unroute("**/undo")
    // What the service answers ten minutes after the save.
    const problem = { error: "forbidden", detail: "role: expected a change of the last 10 minutes, got an older one", role: "manager" }
    await page.route("**/undo", (route) => route.fulfill({ status: 403, json: problem }))
    await undo.click()
    await page.getByText("已经超过 10 分钟，不能再撤销。数不对，请点“修改”。").waitFor()
    assert.isFalse(await page.locator("#undo").isVisible())
    await leave()
  })

  it("leave a save behind that somebody has changed since, once its day is over", async () => {
    await clear(shop.today)
    const { leave, page, pass, title, today, tomorrow } = await pageOfMovedShop("22:58:00")
    await page.unroute("**/api/days/*")
    await page.goto("/enter")
    await ready(page)
    await page.route("**/api/admin/turnover", async (route) => {
      const response = await route.fetch()
      const answer = await response.json() as { before: object }
      await route.fulfill({ json: { ...answer, before: { ...answer.before, amount: 3200.1, source: "generated", is_final: true } } })
    })
    await save(page, "3388")
    await page.getByText("录入好了").waitFor()
    await page.getByText(/^撤销后回到系统估算的 ¥3,200\.10/).waitFor()
    await shop.send("PUT", "/api/admin/turnover", { date: today, amount: 3390, actor: "李店长" })
    await page.evaluate(() => dispatchEvent(new Event("online")))
    await page.getByText(/不能再撤销。李店长 1[23]:\d\d 已录 ¥3,390\.00/).waitFor()
    await pass(`${tomorrow}T06:30:00`)
    await title(/^录入今天$/)
    await leave()
  })

  it("show all that is typed on a narrow phone in English, and where text is twice as large", async () => {
    const date = addDays(shop.today, -4)
    await clear(date)
    const narrow = { ...phone, locale: "en-US", viewport: { width: 320, height: 568 } }
    const { leave, page } = await joined(browser, shop, "小林", "entry", narrow)
    await page.waitForURL("**/enter")
    await page.goto("/enter")
    await ready(page)
    await page.locator("#amount").fill("2950")
    await page.goto(`/enter?date=${date}`)
    await ready(page)
    await page.getByRole("link", { name: "Open that day" }).waitFor()
    /** Whether the field shows the whole text. */
    const fits = (id: string, text: string) =>
      page.locator(id).fill(text).then(() => page.locator(id).evaluate((field) => field.scrollWidth <= field.clientWidth))
    assert.isTrue(await fits("#note", "Rain, terrace"))
    assert.isTrue(await fits("#amount", "35,800.00"))
    assert.deepStrictEqual((await layoutFaults(page)).filter((fault) => /typed|Open that day/.test(fault)), [])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => document.documentElement.style.fontSize = "200%")
    assert.isTrue(await fits("#amount", "35,800.00"))
    assert.isTrue(await fits("#note", "Rain, terrace"))
    assert.deepStrictEqual((await layoutFaults(page)).filter((fault) => /wide|sticks out/.test(fault)), [])
    await page.locator("#amount").fill("")
    await page.locator("#note").fill("")
    await leave()
  })

  it("keep the form under what they type before the page knows of a save that can be undone", async () => {
    const date = addDays(shop.today, -4)
    await clear(date)
    const { leave, page } = await joined(browser, shop, "小周", "manager")
    await page.waitForURL("**/enter")
    await page.goto(`/enter?date=${date}`)
    await ready(page)
    await save(page, "3100")
    await page.getByText("录入好了").waitFor()
    const held = await heldBack(page, "/api/metrics")
    await page.reload()
    await page.locator("#amount").fill("3200")
    held.release()
    await ready(page)
    await page.getByRole("button", { name: "改成 ¥3,200.00" }).click()
    await page.getByText("改好了").waitFor()
    assert.deepStrictEqual(await figureOf(date), ["小周", 3200])
    await leave()
  })

  it("find an amount that was typed without a connection under its own evening, also with a note that was added later", async () => {
    const { leave, page } = await joined(browser, shop, "小林", "entry")
    await page.waitForURL("**/enter")
    await ready(page)
    await page.clock.install({ time: `${addDays(shop.today, -1)}T12:00:00Z` })
    await page.route("**/api/**", (route) => route.abort())
    await page.goto("/enter")
    await page.getByText("没有网络", { exact: true }).waitFor()
    await page.locator("#amount").fill("2950")
    await page.clock.setSystemTime(`${shop.today}T12:00:00Z`)
    await page.locator("#note").fill("外摆没开")
    await page.unroute("**/api/**")
    await page.goto("/enter")
    await ready(page)
    assert.strictEqual(await page.locator("#amount").inputValue(), "")
    await page.getByText(/填的 ¥2,950\.00 还没送出/).waitFor()
    await leave()
  })
})
