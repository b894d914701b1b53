import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { chromiumIsThere, launchChromium } from "../../scripts/browser.mjs"
import { addDays, csvOfDaysBefore, openShop, type Shop } from "./Shop.ts"
import { accessibilityFaults, visit, type Visit } from "./Visitor.ts"

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
  attempts: [],
  ...more
})

describe.skipIf(!chromiumIsThere)("the admin page", { timeout: 60_000 }, () => {
  let browser: Browser
  let shop: Shop
  let visitor: Visit

  const enter = async (page: Page, room: string) => {
    await page.goto(`/admin#${room}`)
    await page.getByRole("textbox", { name: "管理令牌" }).fill(shop.token)
    await page.getByRole("button", { name: "进入" }).click()
    await page.locator(`#room-${room.split("=")[0]}`).waitFor()
    return page
  }

  beforeAll(async () => {
    const opened = await Promise.all([launchChromium(), openShop({ cutoff: "23:00", importNotify: "per_row" })])
    browser = opened[0]
    shop = opened[1]
    await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 3))
  }, 60_000)

  afterAll(async () => {
    await browser.close()
    await shop.stop()
  })

  beforeEach(async () => {
    visitor = await visit(browser, shop.address)
  })

  it("asks for the token once in a tab, and checks it at once", async () => {
    const { leave, page } = visitor
    await page.goto("/admin")
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("textbox", { name: "管理令牌" }).fill("wrong")
    await page.keyboard.press("Enter")
    await page.getByText("令牌不对").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("textbox", { name: "管理令牌" }).fill("中文")
    await page.keyboard.press("Enter")
    await page.getByText("无法发送的字符").waitFor()
    await page.getByRole("textbox", { name: "管理令牌" }).fill(shop.token)
    await page.keyboard.press("Enter")
    await page.locator("#room-correct").waitFor()
    await page.reload()
    await page.locator("#room-correct").waitFor()
    const other = await page.context().newPage()
    await other.goto("/admin")
    await other.locator("#gate").waitFor()
    await page.getByRole("button", { name: "退出" }).click()
    await page.reload()
    await page.locator("#gate").waitFor()
    await leave()
  })

  it("says clearly that admin is disabled, or that too many tokens were wrong", async () => {
    const { leave, page } = visitor
    let answer = { status: 403, error: "admin_disabled" }
    await page.route("**/api/admin/logs?lines=1", (route) =>
      route.fulfill({ status: answer.status, headers: { "Retry-After": "42" }, json: { ok: false, error: answer.error, detail: "" } }))
    await page.goto("/admin")
    await page.getByRole("textbox", { name: "管理令牌" }).fill("any")
    await page.keyboard.press("Enter")
    await page.getByText("没有设置 ADMIN_TOKEN").waitFor()
    answer = { status: 429, error: "too_many_attempts" }
    await page.getByRole("textbox", { name: "管理令牌" }).fill("any")
    await page.keyboard.press("Enter")
    await page.getByText("请等 42 秒").waitFor()
    await leave()
  })

  it("asks for the token again once the server takes it no longer", async () => {
    const { leave, page } = visitor
    await enter(page, "messages")
    await page.route("**/api/admin/**", (route) => route.fulfill({ status: 401, json: { ok: false, error: "unauthorized", detail: "" } }))
    await page.locator("#message-states input[value=failed]").check()
    await page.getByText("令牌已失效").waitFor()
    assert.isNull(await page.evaluate(() => sessionStorage.getItem("admin-token")))
    await leave()
  })

  it("corrects a final day after showing what changes and asking once more", async () => {
    const { leave, page } = visitor
    const date = addDays(shop.today, -1)
    await enter(page, `correct=${date}`)
    await page.locator("#correct-present").getByText("导入").waitFor()
    await page.getByLabel("新的金额").fill("9,876.5.1")
    await page.getByText("请写成 1234.5").waitFor()
    assert.isTrue(await page.getByRole("button", { name: "更正" }).isDisabled())
    await page.getByLabel("新的金额").fill("4,500.5")
    await page.getByLabel("原因").fill(hostile)
    await page.getByLabel("经手人", { exact: false }).first().fill(hostile)
    assert.strictEqual(await page.locator("#correct-echo").innerText(), "¥4,500.50")
    assert.match(await page.locator("#correct-difference").innerText(), /^\+¥[\d,.]+\s+\+\d+\.\d%$/)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("Enter")
    await page.getByText("这一天已经定版").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "不改了" }).click()
    assert.strictEqual(await page.locator("#correct-result").innerText(), "")
    await page.locator("#correct-send").click()
    await page.getByRole("button", { name: "确定更正" }).click()
    await page.locator("#correct-result[data-outcome=good]").getByText("→ ¥4,500.50").waitFor()
    await page.locator("#correct-present").getByText("人工录入").waitFor()
    const [latest] = await shop.get("/api/audit") as ReadonlyArray<{ amount_after: number; reason: string; actor: string }>
    assert.deepInclude(latest, { amount_after: 4500.5, reason: hostile, actor: hostile })
    await leave()
  })

  it("corrects a day without a record at once, and repeats what the server refuses", async () => {
    const { leave, page } = visitor
    await enter(page, `correct=${addDays(shop.today, -20)}`)
    await page.getByText("无定版记录").waitFor()
    await page.getByLabel("新的金额").fill("1234")
    await page.route("**/api/admin/turnover", (route) =>
      route.fulfill({ status: 422, json: { ok: false, error: "date_in_future", detail: hostile } }), { times: 1 })
    await page.locator("#correct-send").click()
    await page.locator("#correct-result[data-outcome=bad]").getByText(hostile).waitFor()
    await page.locator("#correct-send").click()
    await page.locator("#correct-result[data-outcome=good]").waitFor()
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
    assert.deepStrictEqual(await page.locator(".tally dd").allInnerTexts(), ["1", "1", "1"])
    assert.match(await page.locator("#import-preview tbody tr").first().innerText(), /改动[^]*¥7\.00[^]*−¥/)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "导入 3 行" }).click()
    await page.getByText("已导入 3 行：新增 1，改动 1，不变 1。").waitFor()
    await page.getByText("消息已全部发出").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("lists every fault of a file by its line, writes nothing, and hands out the faulty rows", async () => {
    const { leave, page } = visitor
    await enter(page, "import")
    await page.locator("#file").setInputFiles(csvFile(`date,amount\n2025-13-40,5\n2025-01-02,${hostile.replaceAll("\"", "")}\n=1+1,3\n`))
    await page.getByText(/^\d+ 处有问题，什么都没有写入$/).waitFor()
    assert.deepStrictEqual((await page.locator("#import-preview tbody th").allInnerTexts()).slice(0, 2), ["2", "3"])
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "下载有问题的行" }).click()
    const text = readFileSync(await (await download).path(), "utf8")
    assert.include(text, "\"2\",\"date\",\"2025-13-40\"")
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
    assert.deepStrictEqual(
      [await page.getByLabel("日期列").inputValue(), await page.getByLabel("金额列").inputValue()],
      ["日期", "实收"]
    )
    await page.getByLabel("金额列").selectOption("应收")
    await page.getByRole("button", { name: "用这两列预览" }).click()
    await page.getByText("日期取自“日期”列，金额取自“应收”列。").waitFor()
    assert.deepStrictEqual(await page.locator(".skipped li").allInnerTexts(), ["第 1 行是标题“门店日报”，未导入。", "第 5 行是“合计”，未导入。"])
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
    const attempt = { at: "2025-12-09T13:18:00+08:00", format: "card", verdict: "permanent", status: 200, code: 19024, detail: hostile }
    const asked: Array<string> = []
    await page.route("**/api/admin/notifications?*", (route) => {
      const query = new URL(route.request().url()).searchParams
      asked.push(query.toString())
      const items = query.get("before") === "1"
        ? [message(7, { reason: hostile, actor: hostile })]
        : [message(9, { state: "failed", failure: "no keyword", attempts: [attempt], delivered_at: null }), message(8, {})]
      return route.fulfill({ json: { items, next: query.has("before") ? null : 1, counts: { pending: 0, delivered: 2, failed: 1 } } })
    })
    await page.route("**/api/admin/notifications/9/resend", (route) => route.fulfill({ json: { ok: true } }))
    await enter(page, "messages")
    const failed = page.locator("#messages > li[data-id=\"9\"]")
    await failed.getByText("请把 chat_keyword 设成它").first().waitFor()
    await failed.locator("summary").click()
    await failed.getByText(hostile).waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await failed.getByRole("button", { name: "再发一次" }).click()
    await page.getByText("已放回队列").waitFor()
    await page.getByRole("button", { name: "更早的" }).click()
    await page.locator("#messages > li[data-id=\"7\"]").waitFor()
    await Promise.all([page.waitForResponse(/state=failed/), page.locator("#message-states input[value=failed]").check()])
    assert.isTrue(asked.some((query) => query.includes("before=1")))
    await leave()
  })

  it("sends a test message and tells how each format fared", async () => {
    const { leave, page } = visitor
    await enter(page, "messages")
    await page.getByRole("button", { name: "发送测试消息" }).click()
    await page.getByText("测试消息已送达（卡片）").waitFor()
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
    assert.strictEqual(await page.locator("#push-result .attempts li").count(), 3)
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
    assert.strictEqual(await page.locator("#audit-rows tr").count(), 1)
    assert.match(await page.locator("#audit-rows tr").innerText(), /更正[^]*→ ?¥55\.50|更正[^]*¥55\.50/)
    assert.include(await page.locator("#audit-rows tr").innerText(), hostile)
    await page.locator("#audit-actor").fill("")
    await page.locator("#audit-action").selectOption("import")
    assert.isBelow(await page.locator("#audit-rows tr").count(), all)
    await page.locator("#audit-date").fill("2001-01-01")
    await page.getByText("没有符合条件的记录").waitFor()
    await page.getByRole("button", { name: "校验整条记录链" }).click()
    await page.getByText("记录链完整").waitFor()
    await page.route("**/api/admin/audit/verify", (route) => route.fulfill({ json: { ok: false, records: 9, first_broken_id: 4 } }))
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
    await enter(page, "log")
    await page.locator("#log-list").getByText(hostile).waitFor()
    assert.strictEqual(await page.locator("#log-list li").count(), 3)
    await page.locator("#log-level").selectOption("ERROR")
    assert.strictEqual(await page.locator("#log-list").getByText(hostile).count(), 0)
    await page.locator("#log-level").selectOption("")
    await page.locator("#log-filter").fill("disk")
    assert.strictEqual(await page.locator("#log-list li").count(), 1)
    lines = [...lines, JSON.stringify({ time: "2025-12-09T13:18:02.000+08:00", level: "INFO", message: "disk free again" })]
    await page.getByText("disk free again").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("reports health in full, also when the service is down", async () => {
    const { leave, page } = visitor
    await enter(page, "health")
    await page.getByText("一切正常").waitFor()
    await page.locator("#health dd").getByText(shop.zone).waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    const health = await shop.get("/api/health") as Readonly<Record<string, unknown>>
    await page.route("**/api/health", (route) =>
      route.fulfill({ status: 503, json: { ...health, status: "down", problems: [hostile], missing_days: ["2025-12-01"] } }))
    await page.getByRole("link", { name: "更正" }).click()
    await page.getByRole("link", { name: "运行状况" }).click()
    await page.getByText("服务不可用").waitFor()
    await page.locator("#health .problems").getByText(hostile).waitFor()
    await page.getByRole("link", { name: "2025-12-01" }).click()
    await page.locator("#room-correct").waitFor()
    assert.strictEqual(await page.locator("#correct-date").inputValue(), "2025-12-01")
    await leave()
  })

  it("reads the configuration again, and names what changed or what is wrong with it", async () => {
    const { leave, page } = visitor
    await enter(page, "health")
    shop.writeConfig({ cutoff_time: "22:15" })
    await page.getByRole("button", { name: "重读配置" }).click()
    await page.getByText("结算时间 23:00 → 22:15").waitFor()
    shop.writeConfig({ cutoff_time: "25:99" })
    await page.getByRole("button", { name: "重读配置" }).click()
    await page.getByText("配置有误，仍用原来的值").waitFor()
    shop.writeConfig({})
    await page.getByRole("button", { name: "重读配置" }).click()
    await page.getByText("结算时间 22:15 → 23:00").waitFor()
    await leave()
  })

  it("is used by keyboard alone, in English and dark colours, on a narrow phone", async () => {
    await visitor.leave()
    const { leave, page } = await visit(browser, shop.address, { colorScheme: "dark", viewport: { width: 320, height: 640 } })
    await page.goto("/admin")
    await page.getByRole("button", { name: "English" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "Admin token" }).focus()
    await page.keyboard.type(shop.token)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Correct a day's turnover" }).waitFor()
    for (const room of ["Import", "Messages", "Audit", "Log", "Health"]) {
      await page.getByRole("link", { name: room }).focus()
      await page.keyboard.press("Enter")
      await page.locator(`#room-${room.toLowerCase()}`).waitFor()
      assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 320)
      assert.deepStrictEqual(await accessibilityFaults(page), [])
    }
    await leave()
  })
})
