import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { eventually } from "../Eventually.ts"
import { addDays } from "../Shop.ts"
import { accessibilityFaults } from "../Visitor.ts"
import { adminPage, hostile } from "./AdminPage.ts"

/** The changes of days that the page requests. */
const changesOf = (page: Page) => {
  const changes: Array<{ method: string; path: string; key: string; body: unknown }> = []
  page.on("request", (request) => {
    if (!["PUT", "DELETE"].includes(request.method())) return
    changes.push({
      method: request.method(),
      path: new URL(request.url()).pathname.replace("/api/admin/", ""),
      key: request.headers()["idempotency-key"] ?? "",
      body: request.postDataJSON()
    })
  })
  return changes
}

describe("the room of entry", () => {
  const admin = adminPage()

  it("enters a first figure after asking once more: one request however often it is tapped, the answer in view and focused", async () => {
    const { leave, page } = admin.visitor
    const date = addDays(admin.shop.today, -20)
    await admin.enter(page, `entry=${date}`)
    const changes = changesOf(page)
    await page.getByLabel("录入（元）").fill("3,105")
    await page.getByText("¥3,105.00").first().waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.locator("#entry-send").dblclick()
    await page.getByText("录入 ¥3,105.00，对吗？").waitFor()
    await eventually(async () => assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "question-no"))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("Enter")
    await eventually(async () => assert.isFalse(await page.locator("#question").isVisible()))
    await page.locator("#entry-send").click()
    await page.locator("#question-yes").evaluate((button: HTMLButtonElement) => {
      for (let tap = 0; tap < 5; tap += 1) button.click()
    })
    await page.locator("#entry-form").evaluate((form: HTMLFormElement) => form.requestSubmit())
    await page.locator("#entry-result[data-outcome=good]").getByText("已录入 ¥3,105.00").waitFor()
    await eventually(async () => assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "entry-result"))
    assert.deepStrictEqual(changes.map(({ body, path }) => ({ body, path })), [{
      body: { date, amount: 3105, expected: null },
      path: "turnover"
    }])
    assert.match(changes[0]?.key ?? "", /^[\x21-\x7e]{16,255}$/)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("keeps a bar's place for the day's figures until they are known", async () => {
    const { leave, page } = admin.visitor
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route("**/api/days/*", async (route) => {
      await held
      await route.continue()
    })
    await admin.enter(page, `entry=${addDays(admin.shop.today, -1)}`)
    const figures = () =>
      page.locator("#entry-before, #entry-beside").evaluateAll((all) =>
        all.map((each) => ({ text: each.textContent, bar: getComputedStyle(each, "::before").content !== "none" }))
      )
    assert.deepStrictEqual(await figures(), [{ text: "", bar: true }, { text: "", bar: true }])
    answer()
    await page.locator("#entry-before").getByText("¥").waitFor()
    const [before] = await figures()
    assert.isFalse(before?.bar)
    await leave()
  })

  it("shows the old and the new amount side by side, and doubts once what is far from usual", async () => {
    const { leave, page } = admin.visitor
    const date = addDays(admin.shop.today, -1)
    for (const weeks of [1, 2, 3, 4]) await admin.shop.send("PUT", "/api/admin/turnover", { date: addDays(date, -7 * weeks), amount: 3000 })
    await admin.shop.send("PUT", "/api/admin/turnover", { date, amount: 3200 })
    await admin.enter(page, `entry=${date}`)
    await page.locator("#entry-before").getByText("¥3,200.00").waitFor()
    await page.getByLabel("改成（元）").fill("9,876.5.1")
    await page.getByText("请写成 1,234.50").waitFor()
    await eventually(async () => {
      assert.strictEqual(await page.locator("#entry-send").innerText(), "修改")
      assert.isTrue(await page.locator("#entry-send").isDisabled())
    })
    await page.getByLabel("改成（元）").fill("32000")
    await eventually(async () => assert.strictEqual(await page.locator("#entry-beside").innerText(), "+¥28,800.00"))
    await page.locator("#entry-reason").fill(hostile)
    await page.locator("#entry-actor").fill(hostile)
    await page.locator("#entry-send").click()
    await page.getByText("正好是 ¥3,200.00 的 10 倍，是不是多打了一个 0？").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**/api/days/${date}`, async (route) => {
      await held
      await route.continue()
    }, { times: 1 })
    await page.getByRole("button", { name: "改回 ¥3,200.00" }).click()
    await page.locator("#entry-result[data-outcome=good]").getByText(/没有改。.*已录 ¥3,200\.00/).waitFor()
    await page.getByLabel("改成（元）").fill("33100")
    await page.locator("#entry-send").click()
    await page.getByText(/^¥33,100\.00？平常周. ¥[\d,]+，是不是多打了一个 0？/).waitFor()
    // The day loads again only while the question is open.
    const loaded = page.waitForResponse((response) => response.url().endsWith(`/api/days/${date}`))
    release()
    await (await loaded).finished()
    await page.getByRole("button", { name: "回去改" }).click()
    await eventually(async () => assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "entry-amount"))
    await page.getByLabel("改成（元）").fill("320")
    await page.locator("#entry-reason").fill(hostile)
    await page.locator("#entry-send").click()
    await page.getByText("正好是 ¥3,200.00 的十分之一，是不是少打了一个 0？").waitFor()
    await page.getByRole("button", { name: "没错，就是 ¥320.00" }).click()
    await page.locator("#entry-result[data-outcome=good]").getByText("已从 ¥3,200.00 改成 ¥320.00").waitFor()
    const [latest] = await admin.shop.get("/api/audit") as ReadonlyArray<{ amount_after: number; reason: string; actor: string }>
    assert.deepInclude(latest, { amount_after: 320, reason: hostile, actor: hostile })
    await leave()
  })

  it("counts a save once whose answer was lost, also after a reload", async () => {
    const { leave, page } = admin.visitor
    const date = addDays(admin.shop.today, -21)
    await admin.enter(page, `entry=${date}`)
    const changes = changesOf(page)
    const lose = (times: number) =>
      page.route("**/api/admin/turnover", async (route) => {
        await route.fetch()
        await route.abort("connectionreset")
      }, { times })
    const saveIt = async () => {
      await page.locator("#entry-amount").fill("2750")
      await page.locator("#entry-send").click()
      const yes = page.locator("#question-yes")
      await yes.waitFor()
      await yes.click()
    }
    await lose(1)
    await page.getByText("还没有数").first().waitFor()
    await saveIt()
    await page.getByText("同一笔只会记一次").waitFor()
    await page.reload()
    await page.locator("#entry-before").getByText("¥2,750.00").waitFor()
    await page.locator("#entry-amount").fill("2750")
    await page.locator("#entry-send").click()
    await page.locator("#entry-result[data-outcome=good]").waitFor()
    assert.strictEqual(changes.length, 2)
    assert.strictEqual(changes[0]?.key, changes[1]?.key)
    const audit = await admin.shop.get("/api/audit") as ReadonlyArray<{ date: string }>
    assert.strictEqual(audit.filter((row) => row.date === date).length, 1)
    await leave()
  })

  it("keeps saying what became of a save when the day cannot be read again either", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, `entry=${addDays(admin.shop.today, -22)}`)
    await page.locator("#entry-amount").fill("2750")
    await page.route("**/api/**", (route) => route.abort("internetdisconnected"))
    const unread = page.waitForEvent("requestfailed", (request) => request.url().includes("/api/days/"))
    await page.locator("#entry-send").click()
    await page.locator("#question-yes").click()
    await page.getByText("同一笔只会记一次").waitFor()
    await unread
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
    assert.include(await page.locator("#entry-result").innerText(), "同一笔只会记一次")
    await leave()
  })

  it("undoes a save, withdraws a figure with a reason, and undoes that", async () => {
    const { leave, page } = admin.visitor
    const date = addDays(admin.shop.today, -24)
    await admin.enter(page, `entry=${date}`)
    await page.locator("#entry-amount").fill("1234")
    await page.locator("#entry-send").click()
    await page.locator("#question-yes").click()
    await page.getByRole("button", { name: /撤销（还剩 (10:00|[89]:\d\d)）/ }).click()
    await page.getByText("刚才的保存已撤销").waitFor()
    await page.locator("#entry-before").getByText("还没有数").waitFor()
    await admin.shop.send("PUT", "/api/admin/turnover", { date, amount: 1500 })
    await page.locator("#entry-before").getByText("¥1,500.00").waitFor()
    await page.getByRole("button", { name: "撤回这一天" }).click()
    await page.locator("#withdraw-form").getByRole("button", { name: "撤回", exact: true }).click()
    await page.getByText("请写明原因").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.locator("#withdraw-reason").fill("录错了日期")
    await page.locator("#withdraw-form").getByRole("button", { name: "撤回", exact: true }).click()
    await page.getByText("¥1,500.00 已撤回").waitFor()
    await page.locator("#entry-before").getByText("还没有数").waitFor()
    await page.locator("#undo").click()
    await page.locator("#entry-before").getByText("¥1,500.00").waitFor()
    await leave()
  })

  it("marks a day closed and notes something about it, and a figure opens it again", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, `entry=${addDays(admin.shop.today, 30)}`)
    await page.getByText("这一天还没有到").waitFor()
    await page.locator("#entry-note").fill(hostile)
    await page.locator("#entry-closed").check()
    await page.getByRole("button", { name: "记为店休" }).click()
    await page.getByText("已记为店休。没有接群，消息只打印在日志里。").waitFor()
    await page.locator("#entry-before").getByText("店休").waitFor()
    await eventually(async () => assert.strictEqual(await page.locator("#entry-note").inputValue(), hostile))
    await page.locator("#entry-closed").uncheck()
    await page.getByRole("button", { name: "恢复营业" }).click()
    await page.getByText("已恢复营业").waitFor()
    await leave()
  })

  it("puts the days that await a figure first, in a number beside the room, and leads to each", async () => {
    const { leave, page } = admin.visitor
    // The days between this one and the imported ones are missing.
    await admin.shop.send("PUT", "/api/admin/turnover", { date: addDays(admin.shop.today, -10), amount: 1500 })
    await admin.enter(page, "entry")
    const first = page.locator("#awaiting-list li").first()
    await first.waitFor()
    const other = await page.context().newPage()
    await other.goto("/admin#import")
    await other.locator("#awaiting-count").waitFor()
    await other.close()
    const { missing_days } = await admin.shop.get("/api/health") as { missing_days: ReadonlyArray<string> }
    await eventually(async () => assert.strictEqual(await page.locator("#awaiting-count").innerText(), String(missing_days.length)))
    await first.getByRole("link").click()
    await eventually(async () => assert.include(page.url(), `#entry=${missing_days[0]}`))
    await eventually(async () => assert.strictEqual(await page.locator("#entry-date").inputValue(), missing_days[0]))
    await page.getByRole("button", { name: "后一天" }).click()
    await eventually(async () => assert.include(page.url(), `#entry=${addDays(missing_days[0] ?? "", 1)}`))
    await page.goto(`/admin#entry=${addDays(admin.shop.today, -2)}`)
    await page.locator("#room-entry").waitFor()
    await page.waitForFunction((date) => document.querySelector<HTMLInputElement>("#entry-date")?.value === date,
      addDays(admin.shop.today, -2))
    await leave()
  })

  it("takes no note before the day is known, which would overwrite it", async () => {
    const { leave, page } = admin.visitor
    let answer = () => undefined as void
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route("**/api/days/**", (route) => asked.then(() => route.continue()), { times: 1 })
    await admin.enter(page, `entry=${addDays(admin.shop.today, -1)}`)
    await eventually(async () => assert.isTrue(await page.locator("#entry-note").isDisabled()))
    answer()
    await page.locator("#entry-note").fill("rain")
    await eventually(async () => assert.strictEqual(await page.locator("#entry-send").innerText(), "保存备注"))
    await leave()
  })

  it("shows nothing of the day before while another one is not known yet", async () => {
    const { leave, page } = admin.visitor
    const date = addDays(admin.shop.today, -30)
    await admin.shop.send("PUT", "/api/admin/turnover", { date, amount: 4100 })
    await admin.enter(page, `entry=${date}`)
    await page.locator("#entry-amount").fill("9578")
    await page.locator("#entry-beside").getByText("+¥5,478.00").waitFor()
    let answer = () => undefined as void
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route("**/api/days/**", (route) => asked.then(() => route.continue()), { times: 1 })
    await page.locator("#entry-previous").click()
    await eventually(async () => {
      for (const id of ["entry-before", "entry-before-note", "entry-beside", "entry-lead"])
        assert.strictEqual(await page.locator(`#${id}`).textContent(), "", id)
      assert.isTrue(await page.locator("#entry-send").isDisabled())
      assert.isFalse(await page.locator("#entry-withdraw").isVisible())
    })
    answer()
    await eventually(async () => assert.notStrictEqual(await page.locator("#entry-before").textContent(), ""))
    await leave()
  })

  it("says what the server refuses in the page's language, also where a code is new", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, `entry=${addDays(admin.shop.today, -1)}`)
    for (const lang of ["zh", "en"]) {
      if (lang === "en") await page.getByRole("button", { name: "English" }).click()
      for (const error of ["date_in_future", "day_has_figure", "not_found", "too_large", "unavailable", "internal", "brand_new"]) {
        const status = error === "internal" ? 500 : 422
        await page.route("**/api/admin/days/**", (route) =>
          route.fulfill({ status, json: { ok: false, error, detail: "Server words", id: "abc" } }), { times: 1 })
        await page.locator("#entry-note").fill(`${lang} ${error}`)
        await Promise.all([page.waitForResponse("**/api/admin/days/**"), page.locator("#entry-send").click()])
        await eventually(async () => {
          const said = await page.locator("#entry-result[data-outcome=bad]").innerText()
          assert.notInclude(said, "Server words")
          if (error === "brand_new") assert.include(said, "422")
          if (lang === "zh") assert.match(said, /[\u4e00-\u9fff]/)
          else assert.notMatch(said, /[\u4e00-\u9fff]/)
        })
        await page.locator("#entry-note").fill("")
      }
      assert.deepStrictEqual(
        (await page.locator("body").innerText()).match(/\b[a-z]+\.[a-z]+\.[a-z_.]+\b/g)?.filter((word) => !word.includes("example")) ?? [],
        []
      )
    }
    await leave()
  })
})
