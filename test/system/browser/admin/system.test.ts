import { assert, describe, it } from "vitest"
import { eventually } from "../Eventually.ts"
import { addDays } from "../Shop.ts"
import { accessibilityFaults } from "../Visitor.ts"
import { adminPage, csvFile, hostile } from "./AdminPage.ts"
import { message } from "./Message.ts"

describe("the rooms of the audit and the system", () => {
  const admin = adminPage()

  it("filters the audit", async () => {
    const { leave, page } = admin.visitor
    await admin.shop.send("PUT", "/api/admin/turnover", {
      date: addDays(admin.shop.today, -3),
      amount: 55.5,
      reason: hostile,
      actor: "小王"
    })
    await admin.enter(page, "audit")
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
    // An import is one row, which a tap opens.
    const opened = page.getByRole("button", { name: "导入 3 天" })
    await opened.click()
    await eventually(async () => assert.strictEqual(await page.locator("#audit-rows tr.within").count(), 3))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await opened.press("Enter")
    await eventually(async () => assert.strictEqual(await page.locator("#audit-rows tr.within").count(), 0))
    await page.locator("#audit-date").fill("2001-01-01")
    await page.getByText("没有符合条件的记录").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("prints the history as a table in light colours, without menus, choices and buttons", async () => {
    const { leave, page } = admin.visitor
    await page.emulateMedia({ colorScheme: "dark" })
    await admin.enter(page, "audit")
    await page.locator("#audit-rows tr").first().waitFor()
    // The width of an A4 sheet inside its margins.
    await page.setViewportSize({ width: 688, height: 970 })
    await page.emulateMedia({ media: "print" })
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
    await eventually(async () =>
      assert.deepStrictEqual(
        await page.locator("button, a, nav, select, input").filter({ visible: true }).evaluateAll((all) =>
          all.map((element) => element.id || element.outerHTML)
        ),
        []
      )
    )
    await page.getByRole("heading", { name: "修改记录" }).waitFor()
    await page.locator("#audit-count").getByText(/\d/).waitFor()
    assert.strictEqual(await page.locator(".history thead").evaluate((head) => getComputedStyle(head).display), "table-header-group")
    assert.strictEqual(await page.locator("#audit-rows tr").first().evaluate((row) => getComputedStyle(row).display), "table-row")
    assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 688)
    assert.strictEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)")
    assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "light")
    await leave()
  })

  it("reports health in full, also when the service is down", async () => {
    const { leave, page } = admin.visitor
    // The days between this one and the imported ones are missing.
    await admin.shop.send("PUT", "/api/admin/turnover", { date: addDays(admin.shop.today, -24), amount: 1500 })
    await admin.enter(page, "system")
    await page.locator("#verdict").getByText(/正常，有 \d+ 天要补录/).waitFor()
    await eventually(async () =>
      assert.strictEqual(await page.locator("#verdict").innerText(),
        `正常，有 ${await page.locator("#missing-count").innerText()} 天要补录`)
    )
    await page.getByText("技术详情").click()
    await page.locator("#vitals dd").getByText(admin.shop.zone).waitFor()
    await eventually(async () =>
      assert.deepStrictEqual(await page.locator("#system-facts dt").allInnerTexts(), ["下次结账", "最近送到群里", "最近备份", "版本"])
    )
    assert.match((await page.locator("#system-facts dd").allInnerTexts()).join(" "),
      /^今天 23:00 只打印，没有接群机器人 没有 \d+\.\d+\.\d+$/)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    const health = await admin.shop.get("/api/health") as Readonly<Record<string, unknown>>
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
    // What a client without a credential gets from a private shop; here it has just signed out.
    await page.route("**/api/health", (route) => route.fulfill({ json: { status: "ok", version: health["version"] } }), { times: 1 })
    await page.getByRole("link", { name: "导入" }).click()
    await page.getByRole("link", { name: "系统" }).click()
    await page.locator("#health").getByText("登录已失效，请重新登录。").waitFor()
    await page.getByRole("link", { name: "导入" }).click()
    await page.getByRole("link", { name: "系统" }).click()
    await page.getByText("服务不可用").waitFor()
    await leave()
  })

  it("follows a link that is pressed while the report is drawn again", async () => {
    const { leave, page } = admin.visitor
    const health = await admin.shop.get("/api/health") as Readonly<Record<string, unknown>>
    let asked = 0
    await page.route("**/api/health", (route) => {
      asked++
      return route.fulfill({ json: { ...health, version: `answer ${asked}` } })
    })
    // The days between this one and the imported ones are missing.
    await admin.shop.send("PUT", "/api/admin/turnover", { date: addDays(admin.shop.today, -24), amount: 1500 })
    await admin.enter(page, "system")
    const version = page.locator("#system-facts dd").getByText(/^answer \d+$/)
    await version.waitFor()
    await page.locator("#verdict a").hover()
    const before = await version.textContent()
    await page.mouse.down()
    await admin.shop.send("PUT", "/api/admin/turnover", { date: addDays(admin.shop.today, -23), amount: 1500 })
    await eventually(async () => assert.notStrictEqual(await version.textContent(), before))
    await page.mouse.up()
    await page.locator("#room-missing").waitFor()
    await leave()
  })

  it("lists what a new shop has not set yet, each with the way to its setting, until it is folded away", async () => {
    const { leave, page } = admin.visitor
    const left = (n: number) => page.getByRole("heading", { name: `还有 ${n} 件事没设好` }).waitFor()
    const item = (title: string) => page.locator("#setup li").filter({ hasText: title })
    await admin.enter(page, "system")
    await left(6)
    await page.getByText("已经设好 2 件").waitFor()
    assert.isFalse(await page.getByText("已设，不容易猜").isVisible())
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await item("结账前提醒").getByRole("link", { name: "去设" }).click()
    await page.locator("#set-remind_minutes:focus").fill("45")
    await page.locator("#set-amount_source").selectOption("none")
    await page.getByRole("button", { name: "保存" }).click()
    await page.getByText("已保存").waitFor()
    await page.getByRole("link", { name: "系统" }).click()
    await left(4)
    assert.isFalse(await item("没有人录入时怎么办").isVisible())
    await page.getByText("已经设好 4 件").click()
    await page.getByText("结账前 45 分钟还没录入").waitFor()
    // The list is drawn again immediately.
    await page.getByRole("button", { name: "English" }).evaluate((english) => {
      document.querySelector<HTMLElement>("#setup summary")?.click()
      ;(english as HTMLElement).click()
    })
    await page.getByRole("heading", { name: "4 things left to set up" }).waitFor()
    await page.getByRole("button", { name: "中文" }).click()
    await page.reload()
    await left(4)
    await eventually(async () => assert.isFalse(await page.locator("#setup li").first().isVisible()))
    admin.shop.writeConfig({})
    await page.getByRole("button", { name: "应用设置" }).click()
    await page.getByText("有变化的设置").waitFor()
    await leave()
  })

  it("is short on the first day: less than half of what it was", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "system")
    await page.getByRole("heading", { name: "件事没设好" }).waitFor()
    const { height, lines } = await page.evaluate(() => ({
      height: document.documentElement.scrollHeight,
      lines: document.body.innerText.split("\n").filter((line) => line.trim() !== "").length
    }))
    assert.isAtMost(lines, 60)
    assert.isAtMost(height, 1400)
    await leave()
  })

  it("claims no messages in the group where only an address is set, or where messages failed", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "system")
    await page.getByText("现在谁也收不到").waitFor()
    // An address at which no service responds: only a message in the group proves an address right.
    admin.shop.writeConfig({ chat_webhook_url: "http://127.0.0.1:9/open-apis/bot/v2/hook/none" })
    await page.getByRole("button", { name: "应用设置" }).click()
    await page.getByText(/已经设好 \d 件/).click()
    await page.getByText("填了机器人的网址。在“消息”里发一条测试消息，看群里收到没有。").waitFor()
    await page.route("**/api/health", async (route) => {
      const answer = await route.fetch()
      const body = await answer.json() as { notifications: object }
      // The visit may have ended meanwhile.
      await route.fulfill({ json: { ...body, notifications: { ...body.notifications, failed: 2 } } }).catch(() => undefined)
    })
    await page.getByRole("button", { name: "应用设置" }).click()
    await page.getByText("2 条没送到，见上面").waitFor()
    await page.unroute("**/api/health")
    admin.shop.writeConfig({})
    await page.getByRole("button", { name: "应用设置" }).click()
    await page.getByText("现在谁也收不到").waitFor()
    await leave()
  })

  // Rule 6.19.
  it("has one row for a chat that refused everything: the cause, what to correct, and one decision about all", async () => {
    const { leave, page } = admin.visitor
    const attempt = {
      at: "2025-12-09T22:40:01+08:00",
      format: "card",
      verdict: "permanent",
      status: 200,
      code: 19021,
      detail: "sign match fail"
    }
    const failed = Array.from({ length: 55 }, (_, index) =>
      message(100 - index, {
        created_at: `2025-12-09T22:${String(58 - Math.floor(index / 3)).padStart(2, "0")}:00+08:00`,
        kind: index === 7 ? "daily" : "entered",
        state: "failed",
        failure: "x",
        delivered_at: null,
        attempts: [attempt]
      }))
    let isDead = true
    await page.route("**/api/health", async (route) => {
      const answer = await route.fetch()
      const body = await answer.json() as { notifications: object }
      const chat = {
        name: "main",
        kind: "feishu",
        pending: 0,
        failed: isDead ? 55 : 0,
        last_delivered_at: "2025-12-09T08:37:00+08:00",
        muted_until: null
      }
      const problems = isDead ? [{ code: "messages_failed", message: "", params: { count: 55 } }] : []
      return route.fulfill({
        json: {
          ...body,
          server_now: "2025-12-09T22:59:00+08:00",
          status: isDead ? "degraded" : "ok",
          notifications: { ...body.notifications, ...chat, chats: [chat] },
          problems
        }
      })
    })
    await page.route("**/api/admin/notifications?*", (route) => {
      const isFailed = new URL(route.request().url()).searchParams.get("state") === "failed"
      const items = !isDead ? [message(1, {})] : isFailed ? failed : [...failed.slice(0, 49), message(1, {})]
      return route.fulfill({ json: { items, next: null, counts: { pending: 0, delivered: 1, accepted: 0, failed: isDead ? 55 : 0 } } })
    })
    const asked: Array<string> = []
    await page.route("**/api/admin/reload_cutoff", (route) => {
      asked.push("reload")
      return route.fulfill({ json: { ok: true, cutoff_time: "23:00", previous_cutoff_time: "23:00", changed: [], unknown: [] } })
    })
    await page.route("**/api/admin/notifications/resend", (route) => {
      asked.push(String(route.request().postData()))
      isDead = asked.length < 3
      return route.fulfill({ json: { ok: true, sent: 1, dropped: 54 } })
    })
    await admin.enter(page, "system")
    const row = page.locator("#room-system .trouble")
    await row.getByRole("heading", { name: "群里从今天 22:40 起一条也收不到" }).waitFor()
    assert.strictEqual(await row.count(), 1)
    assert.include(await row.innerText(), "55 条没发出去。先到“设置”里改好 chat_secret，再点：")
    assert.deepStrictEqual(await row.getByRole("button").allInnerTexts(), ["应用设置，补发 55 条", "应用设置，只补发日结 1 条", "都不补发"])
    assert.strictEqual(await page.locator("#health .problems li").count(), 0)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await row.getByRole("button", { name: "只补发日结" }).click()
    await page.getByText("1 条马上再发。54 条不再发。").waitFor()
    assert.deepStrictEqual(asked, ["reload", "{\"send\":\"daily\"}"])

    // The same in the room of messages, where the 49 rows of the list are one.
    await page.locator(".tabs").getByRole("link", { name: "消息" }).click()
    const list = page.locator("#messages > li")
    await eventually(async () => assert.deepStrictEqual(await list.count(), 2))
    await list.first().getByRole("button", { name: "49 条没发出去" }).click()
    await eventually(async () => assert.deepStrictEqual(await list.count(), 55))
    assert.strictEqual(await list.locator(".why, .mend").count(), 0)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.locator("#dead-messages").getByRole("button", { name: "都不补发" }).click()
    await page.getByRole("dialog").getByText("这 55 条不会再发").waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "都不补发" }).click()
    await eventually(async () => assert.strictEqual(await page.locator("#dead-messages .trouble").count(), 0))
    assert.deepStrictEqual(asked.slice(2), ["{\"send\":\"none\"}"])
    await leave()
  })

  it("judges an invitation by where its own link leads", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "people")
    const lead = async (public_url: string, sentence: string | null) => {
      admin.shop.writeConfig({ public_url })
      await admin.shop.send("POST", "/api/admin/reload_cutoff", "")
      await page.locator("#person-name").fill("小林")
      await page.getByRole("button", { name: "出二维码" }).click()
      await page.locator("#invitation-text").getByText(public_url === "" ? "127.0.0.1" : public_url).waitFor()
      await eventually(async () => assert.include(await page.locator("#invitation-fault").textContent(), sentence ?? ""))
      assert.strictEqual(await page.locator("#invitation-fault").isVisible(), sentence !== null)
    }
    await lead("", "只有本机能打开")
    // A machine with an address in the shop's network: the phone is led there.
    await page.route("**/api/admin/setup", (route) => route.fulfill({ json: { phones: ["http://192.168.1.9:57778/"] } }))
    await page.locator("#person-name").fill("小林")
    await page.getByRole("button", { name: "出二维码" }).click()
    await page.locator("#invitation-text").getByText(/^http:\/\/192\.168\.1\.9:57778\/join#tvi_/).waitFor()
    await eventually(async () => assert.include(await page.locator("#invitation-fault").textContent(), "手机先连上店里的 Wi-Fi"))
    await lead("https://shop.example", null)
    await lead("http://192.168.1.20:57778", "192.168.1.20:57778，不是 https")
    admin.shop.writeConfig({})
    await admin.shop.send("POST", "/api/admin/reload_cutoff", "")
    await leave()
  })

  it("reads the configuration again, and names what changed or what is wrong with it", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "system")
    admin.shop.writeConfig({ cutoff_time: "22:15" })
    await page.getByRole("button", { name: "应用设置" }).click()
    await page.getByText("结账时间 23:00 → 22:15").waitFor()
    admin.shop.writeConfig({ cutoff_time: "25:99" })
    await page.getByRole("button", { name: "应用设置" }).click()
    await page.getByText("配置有误，仍用原来的值").waitFor()
    admin.shop.writeConfig({})
    await page.getByRole("button", { name: "应用设置" }).click()
    await page.getByText("结账时间 22:15 → 23:00").waitFor()
    admin.shop.writeConfig({ chat_secrt: "a" })
    await page.getByRole("button", { name: "应用设置" }).click()
    await page.getByText("没有变化，结账时间仍是 23:00。没有这样的设置，写了也不起作用：chat_secrt。请检查拼写。").waitFor()
    admin.shop.writeConfig({})
    await page.getByRole("button", { name: "应用设置" }).click()
    await page.getByText("没有这样的设置").waitFor({ state: "detached" })
    await leave()
  })

  it("says in the page's language what is wrong with a file, with the settings and with the service", async () => {
    const { leave, page } = admin.visitor
    const english = () => page.getByRole("button", { name: "English" }).click()
    const chinese = () => page.getByRole("button", { name: "中文" }).click()

    await admin.enter(page, "import")
    const twice = addDays(admin.shop.today, -9)
    const rows = [
      "date,amount",
      `${addDays(admin.shop.today, -8)},3x1`,
      "2025-02-30,1",
      `${twice},1`,
      `${twice},2`,
      `${addDays(admin.shop.today, -7)},2,3`
    ]
    await page.locator("#file").setInputFiles(csvFile(rows.join("\n")))
    await page.getByText("4 处有问题").waitFor()
    const faults = () => page.locator("#import-preview .faults tbody tr td:last-child").allInnerTexts()
    await eventually(async () =>
      assert.deepStrictEqual(await faults(), [
        "应是 0 到 9,999,999,999.99 的金额",
        "应是真有的日期",
        "一天应只有一个金额；第 4 行是 1.00",
        "比表头多了格：带逗号的金额要加英文引号"
      ])
    )
    await english()
    await eventually(async () =>
      assert.deepStrictEqual(await faults(), [
        "an amount from 0 to 9999999999.99",
        "a calendar date from 2000-01-01 on",
        "one amount a day; line 4 has 1.00",
        "at most as many fields as the header, with quotes around an amount that has a comma"
      ])
    )
    await page.locator("#file").setInputFiles(csvFile(rows.slice(0, 3).join("\n")))
    await page.getByText("2 errors, nothing was written").waitFor()

    await page.getByRole("link", { name: "System" }).click()
    admin.shop.writeConfig({ cutoff_time: "25:99", backup_keep: 0 })
    await page.getByRole("button", { name: "Apply settings" }).click()
    const result = page.locator("#cutoff-result[data-outcome=bad]")
    await result.waitFor()
    await eventually(async () =>
      assert.strictEqual(await result.innerText(),
        "The settings have errors, the old ones stay: settlement time (cutoff_time) should be a time from 00:00 to 23:59 (found: \"25:99\");"
          + " backups that are kept (backup_keep) should be a whole number from 1 to 3660 (found: 0).")
    )
    await chinese()
    await eventually(async () =>
      assert.strictEqual(await result.innerText(),
        "配置有误，仍用原来的值。结账时间（cutoff_time）：应是 00:00 至 23:59 的时间（现在是 \"25:99\"）；"
          + "保留备份份数（backup_keep）：应是 1 至 3660 的整数（现在是 0）。")
    )
    admin.shop.writeConfig({ shop_name: "街角面包", alert_after_minutes: 20 })
    await page.getByRole("button", { name: "应用设置" }).click()
    await page.getByText("有变化的设置：店名（shop_name）、几分钟后告警（alert_after_minutes）。结账时间仍是 23:00。").waitFor()
    admin.shop.writeConfig({})
    await page.getByRole("button", { name: "应用设置" }).click()

    const health = await admin.shop.get("/api/health") as Readonly<Record<string, unknown>>
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
    await eventually(async () => assert.notInclude(await page.locator("#vitals").innerText(), "the server's words"))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("have a row for each of several chats: its state, its test message, and the way to what is left for a removed one", async () => {
    const { leave, page } = admin.visitor
    const line = { kind: "feishu", pending: 0, failed: 0, last_delivered_at: "2025-12-09T23:00:00+08:00", muted_until: null }
    await page.route("**/api/health", async (route) => {
      const answer = await route.fetch()
      const body = await answer.json() as { notifications: object }
      const chats = [
        { ...line, name: "main" },
        { ...line, name: "office", kind: "dingtalk", pending: 2, muted_until: "2025-12-09T23:10:00+08:00" },
        { ...line, name: hostile, kind: null, failed: 3 }
      ]
      const problems = [{ code: "chat_removed", message: "", params: { chat: hostile, count: 3 } }]
      return route.fulfill({ json: { ...body, notifications: { ...body.notifications, chats }, problems, status: "degraded" } })
    })
    const asked: Array<string | null> = []
    await page.route("**/api/admin/test_push", (route) => {
      asked.push(route.request().postData())
      return route.fulfill({ status: 502, json: { ok: false, error: "push_failed", detail: "", attempts: [] } })
    })
    await admin.enter(page, "system")
    const rows = page.locator("#chat-rows > li")
    await eventually(async () =>
      assert.deepStrictEqual(await rows.locator(".state").allInnerTexts(), [
        "正常，没有待发",
        "发得太快，12月9日 23:10 以前不收消息 · 2 条待发",
        "设置里已经没有这个群，3 条没发"
      ])
    )
    assert.match(await rows.nth(1).innerText(), /钉钉 · 最近发出/)
    assert.strictEqual(await rows.nth(2).getByRole("button").count(), 0)
    await rows.nth(1).getByRole("button", { name: "测试：office" }).click()
    await page.getByText("office · 每种格式都没有送达").waitFor()
    assert.deepStrictEqual(asked, ["{\"chat\":\"office\"}"])
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await rows.nth(2).getByRole("link", { name: "看消息" }).click()
    await eventually(async () => assert.strictEqual(await page.locator("#message-chat").inputValue(), hostile))
    await leave()
  })
})
