import { writeXlsx } from "hucre/xlsx"
import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { chromiumIsThere, launchChromium } from "../../scripts/lib/browser.mjs"
import { eventually } from "./Eventually.ts"
import { firstSight } from "./FirstSight.ts"
import { layoutFaults } from "./Layout.ts"
import { addDays, csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, type Visit, visit } from "./Visitor.ts"

const hostile = "<img src=x onerror=alert(1)>\"'</td><script>alert(2)</script>"

const csvFile = (text: string, name = "days.csv") => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) })

/** A stored message as `GET /api/admin/notifications` shows it. */
const message = (id: number, more: Readonly<Record<string, unknown>>) => ({
  id,
  created_at: "2025-12-09T13:18:00+08:00",
  kind: "daily",
  date: "2025-12-09",
  amount: 3629.76,
  source: "generated",
  before: null,
  reason: "",
  actor: "",
  state: "delivered",
  failure: null,
  next_attempt_at: null,
  delivered_at: "2025-12-09T13:18:01+08:00",
  delivered_format: "card",
  changed_to: null,
  attempts: [],
  ...more
})

describe.skipIf(!chromiumIsThere)("the admin page", () => {
  let browser: Browser
  let shop: Shop
  let visitor: Visit

  /** Rooms of former names are kept: `log` and `health` are in `system`. */
  const enter = async (page: Page, address: string, room = address.split("=")[0]) => {
    await page.goto(`/admin#${address}`)
    await page.getByRole("textbox", { name: "管理密码" }).fill(shop.token)
    await page.getByRole("button", { name: "登录" }).click()
    await page.locator(`#room-${room}`).waitFor()
    return page
  }

  beforeAll(async () => {
    const opened = await Promise.all([launchChromium(), openShop({ cutoff: "23:00", importNotify: "per_row" })])
    browser = opened[0]
    shop = opened[1]
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 3))
  })

  afterAll(async () => {
    await browser.close()
    await shop.stop()
  })

  beforeEach(async () => {
    visitor = await visit(browser, shop.address)
  })

  it("signs in by cookie: once for every tab of the browser, until it is signed out", async () => {
    const { leave, page } = visitor
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
    await page.getByRole("textbox", { name: "管理密码" }).fill(shop.token)
    await page.keyboard.press("Enter")
    await page.locator("#room-import").waitFor()
    assert.strictEqual(
      await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]).includes("only-for-this-test")),
      false
    )
    const other = await page.context().newPage()
    await other.goto("/admin")
    await other.locator("#room-entry").waitFor()
    await page.getByRole("button", { name: "退出登录" }).click()
    await page.locator("#gate").waitFor()
    await other.locator("#entry-previous").click()
    await other.locator("#entry-note").fill("after the end")
    await other.locator("#entry-send").click()
    await other.getByText("登录已失效").waitFor()
    await leave()
  })

  it("shows the sign-in form before its script is there, and keeps what is typed meanwhile", async () => {
    const { leave, page } = visitor
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/hashed\/sign-in-[A-Z0-9]{8}\.js/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto("/sign-in", { waitUntil: "commit" })
    await page.getByRole("textbox", { name: "管理密码" }).fill(shop.token)
    await eventually(async () => assert.isTrue(await page.getByRole("button", { name: "登录" }).isDisabled()))
    release()
    await page.locator("#gate-send:enabled").waitFor()
    await page.keyboard.press("Enter")
    await page.locator("#room-entry").waitFor()
    await leave()
  })

  it("needs two round trips for the sign-in form, and 25 KB for all of its scripts", async () => {
    const { leave, page } = visitor
    const { bytes, later, requests } = await firstSight(page, "/sign-in", "#gate-send:enabled")
    assert.deepStrictEqual(later.filter((address) => !/api|icon/.test(address)), [])
    assert.isAtMost(requests, 10)
    assert.isAbove(bytes, 3_000)
    assert.isAtMost(bytes, 25_000)
    await leave()
  })

  it("says at once that admin is switched off, and how to switch it on", async () => {
    const { leave, page } = visitor
    const health = await shop.get("/api/health") as Readonly<Record<string, unknown>>
    await page.route("**/api/health", (route) => route.fulfill({ json: { ...health, admin_enabled: false } }))
    await page.goto("/admin")
    await page.getByRole("heading", { name: "管理功能没有开启" }).waitFor()
    await page.getByText("ADMIN_TOKEN=").waitFor()
    assert.isFalse(await page.locator("#gate").isVisible())
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.unroute("**/api/health")
    await page.getByRole("button", { name: "设好了，重试" }).click()
    await page.locator("#token").waitFor()
    await leave()
  })

  it("counts a lockout down, and lets nobody try before its end", async () => {
    const { leave, page } = visitor
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
    const { leave, page } = visitor
    await enter(page, "messages")
    await page.route("**/api/admin/**", (route) => route.fulfill({ status: 401, json: { ok: false, error: "unauthorized", detail: "" } }))
    await page.locator("#message-states input[value=failed]").dispatchEvent("click")
    await page.getByText("登录已失效").waitFor()
    await page.waitForURL(/\/sign-in\?next=%2Fadmin%23messages&ended=1$/)
    await leave()
  })

  /** The changes of days that the page asks for. */
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

  it("enters a first figure after asking once more: one request however often it is tapped, the answer in view and focused", async () => {
    const { leave, page } = visitor
    const date = addDays(shop.today, -20)
    await enter(page, `entry=${date}`)
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

  it("shows the old and the new amount side by side, and doubts once what is far from the weekday's mean", async () => {
    const { leave, page } = visitor
    const date = addDays(shop.today, -1)
    for (const weeks of [1, 2, 3, 4]) await shop.send("PUT", "/api/admin/turnover", { date: addDays(date, -7 * weeks), amount: 3000 })
    await shop.send("PUT", "/api/admin/turnover", { date, amount: 3200 })
    await enter(page, `entry=${date}`)
    await page.locator("#entry-before").getByText("¥3,200.00").waitFor()
    await page.getByLabel("改成（元）").fill("9,876.5.1")
    await page.getByText("请写成 1234.5").waitFor()
    await eventually(async () => {
      assert.strictEqual(await page.locator("#entry-send").innerText(), "修改")
      assert.isTrue(await page.locator("#entry-send").isDisabled())
    })
    await page.getByLabel("改成（元）").fill("32000")
    await eventually(async () => assert.strictEqual(await page.locator("#entry-beside").innerText(), "+¥28,800.00"))
    await page.locator("#entry-reason").fill(hostile)
    await page.locator("#entry-actor").fill(hostile)
    await page.locator("#entry-send").click()
    await page.getByText(/¥32,000\.00 是平常周.的 11 倍，是不是多打了一个 0？/).waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "回去改" }).click()
    await eventually(async () => assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "entry-amount"))
    await page.getByLabel("改成（元）").fill("320")
    await page.locator("#entry-send").click()
    await page.getByText("是不是少打了一个 0？").waitFor()
    await page.getByRole("button", { name: "没错，保存 ¥320.00" }).click()
    await page.locator("#entry-result[data-outcome=good]").getByText("已从 ¥3,200.00 改成 ¥320.00").waitFor()
    const [latest] = await shop.get("/api/audit") as ReadonlyArray<{ amount_after: number; reason: string; actor: string }>
    assert.deepInclude(latest, { amount_after: 320, reason: hostile, actor: hostile })
    await leave()
  })

  it("counts a save once whose answer was lost, also after a reload", async () => {
    const { leave, page } = visitor
    const date = addDays(shop.today, -21)
    await enter(page, `entry=${date}`)
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
    const audit = await shop.get("/api/audit") as ReadonlyArray<{ date: string }>
    assert.strictEqual(audit.filter((row) => row.date === date).length, 1)
    await leave()
  })

  it("keeps saying what became of a save when the day cannot be read again either", async () => {
    const { leave, page } = visitor
    await enter(page, `entry=${addDays(shop.today, -22)}`)
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
    const { leave, page } = visitor
    const date = addDays(shop.today, -24)
    await enter(page, `entry=${date}`)
    await page.locator("#entry-amount").fill("1234")
    await page.locator("#entry-send").click()
    await page.locator("#question-yes").click()
    await page.getByRole("button", { name: /撤销（还剩 (10:00|[89]:\d\d)）/ }).click()
    await page.getByText("刚才的保存已撤销").waitFor()
    await page.locator("#entry-before").getByText("还没有数").waitFor()
    await shop.send("PUT", "/api/admin/turnover", { date, amount: 1500 })
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
    const { leave, page } = visitor
    await enter(page, `entry=${addDays(shop.today, 30)}`)
    await page.getByText("这一天还没有到").waitFor()
    await page.locator("#entry-note").fill(hostile)
    await page.locator("#entry-closed").check()
    await page.getByRole("button", { name: "记为店休" }).click()
    await page.getByText("已记为店休").waitFor()
    await page.locator("#entry-before").getByText("店休").waitFor()
    await eventually(async () => assert.strictEqual(await page.locator("#entry-note").inputValue(), hostile))
    await page.locator("#entry-closed").uncheck()
    await page.getByRole("button", { name: "恢复营业" }).click()
    await page.getByText("已恢复营业").waitFor()
    await leave()
  })

  it("puts the days that await a figure first, in a number beside the room, and leads to each", async () => {
    const { leave, page } = visitor
    await enter(page, "entry")
    const first = page.locator("#awaiting-list li").first()
    await first.waitFor()
    const other = await page.context().newPage()
    await other.goto("/admin#import")
    await other.locator("#awaiting-count").waitFor()
    await other.close()
    const { missing_days } = await shop.get("/api/health") as { missing_days: ReadonlyArray<string> }
    await eventually(async () => assert.strictEqual(await page.locator("#awaiting-count").innerText(), String(missing_days.length)))
    await first.getByRole("link").click()
    await eventually(async () => assert.include(page.url(), `#entry=${missing_days[0]}`))
    await eventually(async () => assert.strictEqual(await page.locator("#entry-date").inputValue(), missing_days[0]))
    await page.getByRole("button", { name: "后一天" }).click()
    await eventually(async () => assert.include(page.url(), `#entry=${addDays(missing_days[0] ?? "", 1)}`))
    await page.goto(`/admin?date=${addDays(shop.today, -2)}`)
    await page.locator("#room-entry").waitFor()
    await page.waitForFunction((date) => document.querySelector<HTMLInputElement>("#entry-date")?.value === date, addDays(shop.today, -2))
    await leave()
  })

  it("takes no note before the day is known, which would overwrite it", async () => {
    const { leave, page } = visitor
    let answer = () => undefined as void
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route("**/api/days/**", (route) => asked.then(() => route.continue()), { times: 1 })
    await enter(page, `entry=${addDays(shop.today, -1)}`)
    await eventually(async () => assert.isTrue(await page.locator("#entry-note").isDisabled()))
    answer()
    await page.locator("#entry-note").fill("rain")
    await eventually(async () => assert.strictEqual(await page.locator("#entry-send").innerText(), "保存备注"))
    await leave()
  })

  it("says what the server refuses in the page's language, and in the server's words where a code is new", async () => {
    const { leave, page } = visitor
    await enter(page, `entry=${addDays(shop.today, -1)}`)
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
          if (error === "brand_new") assert.include(said, "Server words")
          else {
            assert.notInclude(said, "Server words")
            if (lang === "zh") assert.match(said, /[\u4e00-\u9fff]/)
            else assert.notMatch(said, /[\u4e00-\u9fff]/)
          }
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

  it("shows each room without overlap or cut text, from a narrow phone to a large screen, in both languages", async () => {
    const { leave, page } = visitor
    await page.goto("/admin")
    await page.locator("#gate").waitFor()
    const look = async (state: string) => {
      for (const width of [320, 375, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        await eventually(async () => assert.deepStrictEqual(await layoutFaults(page), [], `${state} at ${width} px`))
      }
    }
    await look("signed out")
    const items = [
      message(9, { kind: "digest", date: null, amount: 9_999_999_999.99, reason: "2025-11-22 – 2026-11-21" }),
      message(8, { kind: "corrected", amount: 9_999_999_999.99, state: "failed", failure: "no keyword" })
    ]
    await page.route("**/api/admin/notifications?*",
      (route) => route.fulfill({ json: { items, next: 7, counts: { pending: 0, delivered: 1204, failed: 1 } } }))
    await enter(page, `entry=${addDays(shop.today, -26)}`)
    await page.locator("#entry-amount").fill("9999999999.99")
    await page.locator("#entry-send").click()
    await page.locator("#question-yes").waitFor()
    for (const language of ["中文", "English"]) {
      if (language === "English") await page.getByRole("button", { name: language }).click()
      for (const room of ["entry", "import", "messages", "audit", "system"]) {
        await page.goto(`/admin#${room}`)
        await page.locator(`#room-${room}`).waitFor()
        if (room === "import") {
          await page.locator("#file").setInputFiles(
            csvFile(`日期,金额\n${addDays(shop.today, -2)},9999999999.99\n${addDays(shop.today, -70)},5\n`)
          )
          await page.locator("#import-go").waitFor()
          await look(`${language} preview`)
          await page.locator("#file").setInputFiles(csvFile("date,amount\n2025-13-40,5\n2025-01-02,many\n"))
          await page.locator("#faults-download").waitFor()
        }
        await look(`${language} ${room}`)
      }
    }
    await leave()
  })

  it("has touch targets of 44 px in every room", async () => {
    const { leave, page } = visitor
    await enter(page, `entry=${addDays(shop.today, -1)}`)
    await page.setViewportSize({ width: 375, height: 812 })
    for (const language of ["中文", "English"]) {
      if (language === "English") await page.getByRole("button", { name: language }).click()
      for (const room of ["entry", "import", "messages", "audit", "system"]) {
        await page.goto(`/admin#${room}`)
        await page.locator(`#room-${room}`).waitFor()
        await eventually(async () => {
          const small = await page.locator(
            "button:visible, a:visible, input:visible:not([type=radio]):not([type=checkbox]), select:visible, summary:visible, .segments label:visible"
          ).evaluateAll((all) =>
            // A list may have been drawn again since it was asked for.
            all.filter((element) => element.isConnected && !element.matches(".skip, .for-readers"))
              .map((element) => ({ name: element.id || element.textContent, box: element.getBoundingClientRect() }))
              .map(({ box, name }) => ({ name, height: Math.round(box.height), width: Math.round(box.width) }))
              .filter(({ height, width }) => height < 44 || width < 44)
          )
          assert.deepStrictEqual(small, [], `${language} ${room}`)
        })
      }
    }
    await leave()
  })

  it("previews a file, imports it, and counts the messages down", async () => {
    const { leave, page } = visitor
    await enter(page, "import")
    const [kept, fresh] = [addDays(shop.today, -2), addDays(shop.today, -40)]
    const rows = await shop.get("/api/revenue?days=4") as ReadonlyArray<{ date: string; amount: number }>
    const stored = rows.find((row) => row.date === kept)?.amount ?? 0
    await page.locator("#file").setInputFiles(csvFile(`日期,金额\n${kept},${stored}\n${fresh},"1,000.5"\n${addDays(shop.today, -3)},7\n`))
    await page.getByText("预览：尚未写入").waitFor()
    await eventually(async () => {
      assert.deepStrictEqual(await page.locator(".tally dd").allInnerTexts(), ["1", "1", "1"])
      assert.match(await page.locator("#import-preview tbody tr").first().innerText(), /改动[^]*¥7\.00[^]*−¥/)
    })
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "导入 3 行" }).click()
    await page.getByText("已导入 3 行：新增 1，改动 1，不变 1。").waitFor()
    await page.getByText("消息已全部发出").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("imports nothing over what came after the preview, and shows the file again", async () => {
    const { leave, page } = visitor
    await enter(page, "import")
    const day = addDays(shop.today, -50)
    await page.locator("#file").setInputFiles(csvFile(`date,amount\n${day},5\n`))
    await page.locator("#import-go").waitFor()
    await shop.send("PUT", "/api/admin/turnover", { date: day, amount: 4100 })
    await page.locator("#import-go").click()
    await page.getByText(`预览之后，${day} 被改过，现在是 ¥4,100.00。文件没有导入。`).waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "重新预览" }).click()
    await page.locator("#import-preview tbody tr", { hasText: "¥4,100.00" }).waitFor()
    await page.locator("#import-go").click()
    await page.getByText("已导入 1 行：新增 0，改动 1，不变 0。").waitFor()
    await leave()
  })

  it("lists every fault of a file by its line, writes nothing, and hands out the faulty rows", async () => {
    const { leave, page } = visitor
    await enter(page, "import")
    await page.locator("#file").setInputFiles(csvFile(`date,amount\n2025-13-40,5\n2025-01-02,${hostile.replaceAll("\"", "")}\n=1+1,3\n`))
    await page.getByText(/^\d+ 处有问题，什么都没有写入$/).waitFor()
    await eventually(async () =>
      assert.deepStrictEqual((await page.locator("#import-preview tbody th").allInnerTexts()).slice(0, 2), ["2", "3"])
    )
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "下载有问题的行" }).click()
    const text = readFileSync(await (await download).path(), "utf8")
    assert.include(text, "\"2\",\"日期\",\"2025-13-40\"")
    assert.include(text, "\"'=1+1")
    assert.notMatch(text, /(^|,)"=/m)
    await leave()
  })

  // Rules 6.22 and 6.23.
  it("asks once which of a file's columns to read, and names the rows that it leaves out", async () => {
    const { leave, page } = visitor
    await enter(page, "import")
    const [first, second] = [addDays(shop.today, -50), addDays(shop.today, -51)]
    const report = csvFile(`门店日报\n门店,日期,应收,实收\n一店,${first},10,9\n一店,${second},20,19\n合计,,30,29\n`)
    await page.locator("#file").setInputFiles(report)
    await page.getByText("文件有 4 列，请选择日期和金额在哪一列").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await eventually(async () =>
      assert.deepStrictEqual(
        [await page.getByLabel("日期列").inputValue(), await page.getByLabel("金额列").inputValue()],
        ["日期", "实收"]
      )
    )
    await page.getByLabel("金额列").selectOption("应收")
    await page.getByRole("button", { name: "用这两列预览" }).click()
    await page.getByText("日期取自“日期”列，金额取自“应收”列。").waitFor()
    await eventually(async () =>
      assert.deepStrictEqual(await page.locator(".skipped li").allInnerTexts(), [
        "第 1 行是标题“门店日报”，未导入。",
        "第 5 行是“合计”，未导入。"
      ])
    )
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.reload()
    await page.locator("#file").setInputFiles(report)
    await page.getByText("金额取自“应收”列").waitFor()
    await page.getByRole("button", { name: "换一列" }).click()
    await page.getByLabel("金额列").selectOption("实收")
    await page.getByRole("button", { name: "用这两列预览" }).click()
    await page.getByText("金额取自“实收”列").waitFor()
    await page.locator("#file").setInputFiles(csvFile(`date,amount\n${first},9\n合计,10\n`))
    await page.getByText("这一行写的是 ¥10.00，但各天相加是 ¥9.00，请核对。").waitFor()
    await page.getByRole("button", { name: "导入 1 行" }).click()
    await page.getByText("已导入 1 行").waitFor()
    await page.getByText("第 3 行是“合计”，未导入。").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  // Rule 6.31.
  it("imports a sheet of an Excel file with four columns and a total", async () => {
    const { leave, page } = visitor
    const loaded: Array<string> = []
    page.on("request", (request) => loaded.push(request.url()))
    await enter(page, "import")
    const day = (days: number) => new Date(`${addDays(shop.today, days)}T00:00:00Z`)
    const rows = [["日报"], ["日期", "门店", "实收", "备注"], [day(-60), "一店", 3001.5, null], [day(-61), "一店", 20, "雨"], [
      "合计",
      null,
      3021.5,
      null
    ]]
    const rowDefs = new Map([[2, { hidden: true }]])
    const bytes = await writeXlsx({ sheets: [{ name: "说明", rows: [["见下一张"]] }, { name: "十月", rows, rowDefs }] })
    assert.isFalse(loaded.some((url) => url.includes("Workbook")))
    await page.locator("#file").setInputFiles({ name: "report.xlsx", mimeType: "", buffer: Buffer.from(bytes) })
    await page.getByLabel("工作表（共 2 张）").selectOption("十月")
    await page.getByRole("button", { name: "用这两列预览" }).click()
    await page.locator("#import-preview").getByText("¥3,001.50").waitFor()
    assert.isTrue(loaded.some((url) => url.includes("Workbook")))
    await eventually(async () => {
      assert.strictEqual(await page.locator(".hidden-rows").innerText(), "其中 1 行在 Excel 里是隐藏的（例如被筛选掉），也会一起导入。")
      assert.deepStrictEqual(await page.locator(".skipped li").allInnerTexts(), [
        "第 1 行是标题“日报”，未导入。",
        "第 5 行是“合计”，未导入。"
      ])
    })
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "导入 2 行" }).click()
    await page.getByText("已导入 2 行：新增 2，改动 0，不变 0。").waitFor()
    await page.locator("#file").setInputFiles({ name: "cut.xlsx", mimeType: "", buffer: Buffer.from(bytes.slice(0, 900)) })
    await page.getByText("这个 Excel 文件已损坏").waitFor()
    await page.route("**/*Workbook*.js", (route) => route.abort())
    await page.reload()
    await page.locator("#file").setInputFiles({ name: "report.xlsx", mimeType: "", buffer: Buffer.from(bytes) })
    await page.getByText("读取 Excel 的部分没有加载成功").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "English" }).click()
    await page.getByText("The part that reads Excel files could not be loaded").waitFor()
    await page.unroute("**/*Workbook*.js")
    await page.getByRole("button", { name: "Reload" }).click()
    await page.locator("#import-reload").waitFor({ state: "detached" })
    await page.locator("#file").setInputFiles({ name: "report.xlsx", mimeType: "", buffer: Buffer.from(bytes) })
    await page.locator("#sheet").waitFor()
    await leave()
  })

  it("hands out templates in its language, which hold no row", async () => {
    const { leave, page } = visitor
    await enter(page, "import")
    const template = async (name: string) => {
      const download = page.waitForEvent("download")
      await page.locator("#room-import").getByText(name, { exact: true }).click()
      const file = await download
      await page.locator("#file").setInputFiles(await file.path())
      await page.getByText("文件里没有一行数据").waitFor()
      return [file.suggestedFilename(), readFileSync(await file.path())] as const
    }
    const [name, csv] = await template("CSV 模板")
    assert.deepStrictEqual([name, csv.toString()], ["营业额模板.csv", "\ufeff日期,金额\r\n"])
    assert.strictEqual((await template("Excel 模板"))[0], "营业额模板.xlsx")
    await leave()
  })

  it("refuses what is too large or empty in plain words", async () => {
    const { leave, page } = visitor
    await enter(page, "import")
    await page.locator("#file").setInputFiles(csvFile("x".repeat(5 * 1024 * 1024 + 1)))
    await page.getByText("超过 5 MB 的上限").waitFor()
    await page.locator("#file").setInputFiles(csvFile("date,amount\n"))
    await page.getByText("文件里没有一行数据").waitFor()
    await leave()
  })

  it("reads a file that Excel in China has written, also when it is dropped", async () => {
    const { leave, page } = visitor
    await enter(page, "import")
    const date = addDays(shop.today, -41)
    await page.evaluate((day) => {
      // 日期,金额 in GB18030
      const head = [0xc8, 0xd5, 0xc6, 0xda, 0x2c, 0xbd, 0xf0, 0xb6, 0xee, 0x0d, 0x0a]
      const bytes = new Uint8Array([...head, ...new TextEncoder().encode(`${day},88\r\n`)])
      const data = new DataTransfer()
      data.items.add(new File([bytes], "excel.csv", { type: "application/vnd.ms-excel" }))
      document.querySelector("#drop")?.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }))
    }, date)
    await page.locator("#import-preview").getByText(date).waitFor()
    await leave()
  })

  it("shows what was sent, is waiting or failed, with each attempt and what to do about it", async () => {
    const { leave, page } = visitor
    const attempt = {
      at: "2025-12-09T13:18:00+08:00",
      format: "card",
      verdict: "permanent",
      status: 200,
      code: 19024,
      detail: "no keyword"
    }
    const strange = { ...attempt, verdict: "format", code: 4242, detail: hostile }
    const asked: Array<string> = []
    await page.route("**/api/admin/notifications?*", (route) => {
      const query = new URL(route.request().url()).searchParams
      asked.push(query.toString())
      const items = query.get("before") === "1"
        ? [message(7, { reason: hostile, actor: hostile })]
        : [message(9, { state: "failed", failure: "no keyword", attempts: [strange, attempt], delivered_at: null }), message(8, {})]
      return route.fulfill({ json: { items, next: query.has("before") ? null : 1, counts: { pending: 0, delivered: 2, failed: 1 } } })
    })
    await page.route("**/api/admin/notifications/9/resend", (route) => route.fulfill({ json: { ok: true, changed_to: null } }))
    await enter(page, "messages")
    const failed = page.locator("#messages > li[data-id=\"9\"]")
    await failed.getByText("请把 chat_keyword 设成它").first().waitFor()
    await failed.locator("summary").click()
    await failed.getByText(hostile).waitFor()
    await eventually(async () => assert.strictEqual(await failed.locator(".raw").last().innerText(), "HTTP 200 · code 19024"))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await failed.getByRole("button", { name: "再次通知" }).click()
    await page.getByText("马上再发").waitFor()
    await page.getByRole("button", { name: "更早的" }).click()
    await page.locator("#messages > li[data-id=\"7\"]").waitFor()
    await Promise.all([page.waitForResponse(/state=failed/), page.locator("#message-states input[value=failed]").check()])
    assert.isTrue(asked.some((query) => query.includes("before=1")))
    await leave()
  })

  // Rule 7.19.
  it("says beside a failed message what its amount is now, before it is sent again", async () => {
    const { leave, page } = visitor
    const failed = (id: number, more: object) => message(id, { state: "failed", failure: "x", delivered_at: null, ...more })
    const items = [
      failed(3, { changed_to: { amount: 3100, source: "manual" } }),
      failed(2, { changed_to: { amount: null, source: null } }),
      failed(1, {}),
      message(0, { changed_to: { amount: 3100, source: "manual" } })
    ]
    await page.route("**/api/admin/notifications?*",
      (route) => route.fulfill({ json: { items, next: null, counts: { pending: 0, delivered: 1, failed: 3 } } }))
    await enter(page, "messages")
    const row = (id: number) => page.locator(`#messages > li[data-id="${id}"]`)
    for (const { id } of items) await row(id).locator("summary").click()
    await eventually(async () =>
      assert.strictEqual(await row(3).locator(".changed").innerText(), "金额后来改过，现在是 ¥3,100.00（人工录入）。再次通知时会写明。")
    )
    await eventually(async () =>
      assert.strictEqual(await row(2).locator(".changed").innerText(), "金额后来撤回了，现在没有记录。再次通知时会写明。")
    )
    assert.deepStrictEqual([await row(1).locator(".changed").count(), await row(0).locator(".changed").count()], [0, 0])
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "English" }).click()
    await eventually(async () =>
      assert.strictEqual(await row(3).locator(".changed").innerText(),
        "The amount has changed since and is ¥3,100.00 now (Counted). The message will say so.")
    )
    await leave()
  })

  it("says why a message has not arrived, and promises no other attempt at one that is given up", async () => {
    const { leave, page } = visitor
    const attempt = (verdict: string, more: object = {}) => ({
      at: "2025-12-09T13:18:00+08:00",
      format: "text",
      verdict,
      status: null,
      code: null,
      detail: "server words",
      ...more
    })
    const undelivered = (id: number, state: string, last: object) =>
      message(id, { state, attempts: [last], delivered_at: null, failure: "x" })
    const items = [
      undelivered(5, "failed", attempt("transient")),
      undelivered(4, "failed", attempt("format", { status: 200, code: 11246 })),
      undelivered(3, "failed", attempt("permanent", { status: 200, code: 19001 })),
      undelivered(2, "pending", attempt("transient", { status: 429 })),
      undelivered(1, "pending", attempt("unknown"))
    ]
    await page.route("**/api/admin/notifications?*",
      (route) => route.fulfill({ json: { items, next: null, counts: { pending: 2, delivered: 0, failed: 3 } } }))
    await enter(page, "messages")
    const why = page.locator("#messages .why")
    await why.first().waitFor()
    await eventually(async () =>
      assert.deepStrictEqual(await why.allInnerTexts(), [
        "没有发成，试了 24 小时，不再试",
        "三种格式群机器人都不接受",
        "Webhook 地址不对：请从群机器人设置里重新复制到 chat_webhook_url",
        "发得太快，被机器人限流，会再试",
        "没有等到回答，可能已经送达，会再试"
      ])
    )
    await page.getByRole("button", { name: "English" }).click()
    await eventually(async () =>
      assert.deepStrictEqual(await why.allInnerTexts(), [
        "It could not be sent; given up after 24 hours",
        "The bot refused all three formats",
        "The webhook address is wrong: copy it again into chat_webhook_url from the bot's settings",
        "The bot's rate limit was reached; it is tried again",
        "No answer came, it may have arrived; it is tried again"
      ])
    )
    await leave()
  })

  it("sends a test message and tells how each format fared", async () => {
    const { leave, page } = visitor
    await enter(page, "messages")
    await page.getByRole("button", { name: "发送测试消息" }).click()
    await page.getByText("测试消息已打印（卡片）").waitFor()
    await page.route("**/api/admin/test_push", (route) =>
      route.fulfill({
        status: 502,
        json: {
          ok: false,
          error: "push_failed",
          detail: "",
          attempts: ["card", "post", "text"].map((format) => ({ format, verdict: "format", status: 200, code: 11246, detail: hostile }))
        }
      }))
    await page.getByRole("button", { name: "发送测试消息" }).click()
    await page.getByText("三种格式都没有送达").waitFor()
    await eventually(async () => assert.strictEqual(await page.locator("#push-result .attempts li").count(), 3))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("filters the audit, and says whether its chain holds", async () => {
    const { leave, page } = visitor
    await shop.send("PUT", "/api/admin/turnover", { date: addDays(shop.today, -3), amount: 55.5, reason: hostile, actor: "小王" })
    await enter(page, "audit")
    await page.locator("#audit-rows tr").first().waitFor()
    const all = await page.locator("#audit-rows tr").count()
    await page.locator("#audit-actor").fill("小王")
    await eventually(async () => {
      assert.strictEqual(await page.locator("#audit-rows tr").count(), 1)
      assert.match(await page.locator("#audit-rows tr").innerText(), /修改[^]*¥55\.50/)
      assert.include(await page.locator("#audit-rows tr").innerText(), hostile)
    })
    await page.locator("#audit-actor").fill("管理员")
    await eventually(async () => assert.strictEqual(await page.locator("#audit-rows tr .by").first().innerText(), "管理员"))
    await page.locator("#audit-actor").fill("")
    await page.locator("#audit-action").selectOption("imported")
    await eventually(async () => assert.isBelow(await page.locator("#audit-rows tr").count(), all))
    await page.locator("#audit-date").fill("2001-01-01")
    await page.getByText("没有符合条件的记录").waitFor()
    await page.getByRole("button", { name: "校验整条记录链" }).click()
    await page.getByText("记录链完整").waitFor()
    await page.route("**/api/admin/audit/verify",
      (route) => route.fulfill({ json: { ok: false, records: 9, first_broken_id: 4, first_differing_day: null, head: null } }))
    await page.getByRole("button", { name: "校验整条记录链" }).click()
    await page.getByText("记录链在第 4 条断开").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("follows the log, and filters it by level and text", async () => {
    const { leave, page } = visitor
    let lines = [
      JSON.stringify({ time: "2025-12-09T13:18:00.000+08:00", level: "INFO", message: hostile, service: "ledger" }),
      JSON.stringify({ time: "2025-12-09T13:18:01.000+08:00", level: "ERROR", message: "disk full" }),
      "not JSON at all"
    ]
    await page.route("**/api/admin/logs?lines=200", (route) => route.fulfill({ json: { lines } }))
    await enter(page, "log", "system")
    await page.locator("#log-list").getByText(hostile).waitFor()
    await eventually(async () => assert.strictEqual(await page.locator("#log-list li").count(), 3))
    await page.locator("#log-level").selectOption("ERROR")
    await eventually(async () => assert.strictEqual(await page.locator("#log-list").getByText(hostile).count(), 0))
    await page.locator("#log-level").selectOption("")
    await page.locator("#log-filter").fill("disk")
    await eventually(async () => assert.strictEqual(await page.locator("#log-list li").count(), 1))
    lines = [...lines, JSON.stringify({ time: "2025-12-09T13:18:02.000+08:00", level: "INFO", message: "disk free again" })]
    await page.getByText("disk free again").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("reports health in full, also when the service is down", async () => {
    const { leave, page } = visitor
    // The days between this one and the imported ones are missing.
    await shop.send("PUT", "/api/admin/turnover", { date: addDays(shop.today, -24), amount: 1500 })
    await enter(page, "health", "system")
    await page.getByText(/服务正常，有 \d+ 天还没有数/).waitFor()
    await page.locator("#health dd").getByText(shop.zone).waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    const health = await shop.get("/api/health") as Readonly<Record<string, unknown>>
    await page.route("**/api/health", (route) =>
      route.fulfill({
        status: 503,
        json: {
          ...health,
          status: "down",
          problems: [{ code: "brand_new", params: {}, message: hostile }],
          missing_days: ["2025-12-01"]
        }
      }))
    await page.getByRole("link", { name: "导入" }).click()
    await page.getByRole("link", { name: "系统" }).click()
    await page.getByText("服务不可用").waitFor()
    await page.locator("#health .problems").getByText(hostile).waitFor()
    await page.getByRole("link", { name: "补录 12月1日" }).click()
    await page.locator("#room-entry").waitFor()
    await eventually(async () => assert.strictEqual(await page.locator("#entry-date").inputValue(), "2025-12-01"))
    await leave()
  })

  it("lists the replicas of a server, and keeps the log of each apart", async () => {
    const { leave, page } = visitor
    await enter(page, "health", "system")
    await page.locator("#health dd").getByText(shop.zone).waitFor()
    await eventually(async () => {
      for (const calm of [".replicas", "#log-of", "#log-replica-field"]) assert.isFalse(await page.locator(calm).isVisible(), calm)
    })
    const health = await shop.get("/api/health") as Readonly<Record<string, unknown>>
    const replica = {
      id: "till-1:4711:9f3c07aa",
      answers: true,
      since: "2025-12-09T12:00:00+08:00",
      last_seen: "2025-12-09T13:14:40+08:00",
      version: "1.2.0",
      sending: true,
      differs: [],
      config_fault: false
    }
    const other = {
      ...replica,
      id: hostile,
      answers: false,
      sending: false,
      version: "1.1.0",
      differs: ["cutoff_time", "TZ"],
      config_fault: true
    }
    const differ = { code: "replicas_differ", params: { keys: "cutoff_time TZ" }, message: "" }
    await page.route("**/api/health",
      (route) => route.fulfill({ json: { ...health, status: "degraded", problems: [differ], replicas: [replica, other] } }))
    let answers = 0
    await page.route("**/api/admin/logs?lines=200", (route) => {
      const id = answers++ % 2 === 0 ? replica.id : hostile
      return route.fulfill({ json: { lines: [`line of ${id}`], replica: id } })
    })
    await page.reload()
    await page.locator(".replicas li").nth(1).waitFor()
    const [first = "", second = ""] = await page.locator(".replicas li").allInnerTexts()
    for (const text of [replica.id, "版本 1.2.0 · 负责发消息 · 正在答复本页"]) assert.include(first, text)
    for (const text of [hostile, "配置文件有错误，仍用原来的设置", "结账时间（cutoff_time）、TZ"]) assert.include(second, text)
    await eventually(async () =>
      assert.include(await page.locator("#health .problems").innerText(), "各进程的设置不一样：结账时间（cutoff_time）、TZ")
    )
    await page.getByText("版本不一样：升级时是正常的").waitFor()
    await page.getByText(`这是 ${replica.id} 的日志。`).waitFor()
    await page.locator("#log-replica").waitFor()
    await eventually(async () => assert.strictEqual(await page.locator("#log-list").innerText(), `line of ${replica.id}`))
    await page.locator("#log-replica").selectOption(hostile)
    await page.locator("#log-list").getByText(`line of ${hostile}`).waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "English" }).click()
    await page.getByText("sends the messages · answers this page").waitFor()
    await leave()
  })

  it("reads the configuration again, and names what changed or what is wrong with it", async () => {
    const { leave, page } = visitor
    await enter(page, "health", "system")
    shop.writeConfig({ cutoff_time: "22:15" })
    await page.getByRole("button", { name: "重读配置" }).click()
    await page.getByText("结账时间 23:00 → 22:15").waitFor()
    shop.writeConfig({ cutoff_time: "25:99" })
    await page.getByRole("button", { name: "重读配置" }).click()
    await page.getByText("配置有误，仍用原来的值").waitFor()
    shop.writeConfig({})
    await page.getByRole("button", { name: "重读配置" }).click()
    await page.getByText("结账时间 22:15 → 23:00").waitFor()
    await leave()
  })

  it("says in the page's language what is wrong with a file, with the settings and with the service", async () => {
    const { leave, page } = visitor
    const english = () => page.getByRole("button", { name: "English" }).click()
    const chinese = () => page.getByRole("button", { name: "中文" }).click()

    await enter(page, "import")
    const twice = addDays(shop.today, -9)
    const rows = ["date,amount", `${addDays(shop.today, -8)},3001.234`, "2025-02-30,1", `${twice},1`, `${twice},2`, "1,2,3"]
    await page.locator("#file").setInputFiles(csvFile(rows.join("\n")))
    await page.getByText("4 处有问题").waitFor()
    const faults = () => page.locator("#import-preview tbody tr td:last-child").allInnerTexts()
    await eventually(async () =>
      assert.deepStrictEqual(await faults(), [
        "应是 0 至 9,999,999,999.99 的金额，最多两位小数",
        `应是 2000-01-01 至 ${shop.today} 的日期`,
        `第 4 行已经有 ${twice}，金额是 1.00；一天只能有一个金额`,
        "应有日期和金额两列"
      ])
    )
    await english()
    await eventually(async () =>
      assert.deepStrictEqual(await faults(), [
        "should be an amount from 0 to 9,999,999,999.99 with at most two decimals",
        `should be a date from 2000-01-01 to ${shop.today}`,
        `line 4 has ${twice} already, with 1.00; a day has one amount`,
        "should have two columns, date and amount"
      ])
    )
    await page.locator("#file").setInputFiles(csvFile(rows.slice(0, 2).join("\n")))
    await page.getByText("1 fault, nothing was written").waitFor()

    await page.getByRole("link", { name: "System" }).click()
    shop.writeConfig({ cutoff_time: "25:99", backup_keep: 0 })
    await page.getByRole("button", { name: "Read settings again" }).click()
    const result = page.locator("#cutoff-result[data-outcome=bad]")
    await result.waitFor()
    await eventually(async () =>
      assert.strictEqual(await result.innerText(),
        "The settings have faults, the old values stay: closing time (cutoff_time) should be a time from 00:00 to 23:59 (found: \"25:99\");"
          + " backups that are kept (backup_keep) should be a whole number from 1 to 3660 (found: 0).")
    )
    await chinese()
    await eventually(async () =>
      assert.strictEqual(await result.innerText(),
        "配置有误，仍用原来的值。结账时间（cutoff_time）：应是 00:00 至 23:59 的时间（现在是 \"25:99\"）；"
          + "保留备份份数（backup_keep）：应是 1 至 3660 的整数（现在是 0）。")
    )
    shop.writeConfig({ shop_name: "街角面包", alert_after_minutes: 20 })
    await page.getByRole("button", { name: "重读配置" }).click()
    await page.getByText("有变化的设置：店名（shop_name）、几分钟后告警（alert_after_minutes）。结账时间仍是 23:00。").waitFor()
    shop.writeConfig({})
    await page.getByRole("button", { name: "重读配置" }).click()

    const health = await shop.get("/api/health") as Readonly<Record<string, unknown>>
    const failed = (count: number) => ({ code: "messages_failed", params: { count }, message: "the server's words" })
    const import_rows = { code: "import_rows", params: { count: 2, line: 7 }, message: "the server's words" }
    const { message: detail, ...rows7 } = import_rows
    await page.route("**/api/health", (route) =>
      route.fulfill({
        json: { ...health, status: "degraded", problems: [failed(1), failed(3), import_rows], auto_import: { ok: false, ...rows7, detail } }
      }))
    await page.getByRole("link", { name: "导入" }).click()
    await page.getByRole("link", { name: "系统" }).click()
    await page.getByText("在运行，但有事要人看一看").waitFor()
    const problems = () => page.locator("#health .problems li").allInnerTexts()
    await eventually(async () =>
      assert.deepStrictEqual(await problems(), [
        "有 1 条消息没有送达，原因见“消息”。",
        "有 3 条消息没有送达，原因见“消息”。",
        "启动时没有导入：AUTO_IMPORT_FILE 有 2 处错误，第一处在第 7 行，详见日志。"
      ])
    )
    await english()
    await eventually(async () =>
      assert.deepStrictEqual(await problems(), [
        "1 message could not be delivered: see the reason under Messages.",
        "3 messages could not be delivered: see the reasons under Messages.",
        "The import at start failed: AUTO_IMPORT_FILE has 2 faults, the first in line 7. The log has more."
      ])
    )
    await eventually(async () => assert.notInclude(await page.locator("#health .vitals").innerText(), "the server's words"))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("is used by keyboard alone, in English and dark colours, on a narrow phone", async () => {
    await visitor.leave()
    const { leave, page } = await visit(browser, shop.address, { colorScheme: "dark", viewport: { width: 320, height: 640 } })
    await page.goto("/sign-in")
    await page.getByRole("button", { name: "English" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "Admin password" }).focus()
    await page.keyboard.type(shop.token)
    await page.locator("#gate-send:enabled").waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Enter or change" }).waitFor()
    for (const room of ["Import", "Messages", "History", "System"]) {
      await page.getByRole("link", { name: room }).focus()
      await page.keyboard.press("Enter")
      await page.locator(`#room-${room === "History" ? "audit" : room.toLowerCase()}`).waitFor()
      await eventually(async () => assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 320))
      assert.deepStrictEqual(await accessibilityFaults(page), [])
    }
    await leave()
  })
})
