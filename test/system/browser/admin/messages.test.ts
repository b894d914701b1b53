import { assert, describe, it } from "vitest"
import { eventually } from "../Eventually.ts"
import { addDays } from "../Shop.ts"
import { accessibilityFaults } from "../Visitor.ts"
import { adminPage, hostile } from "./AdminPage.ts"
import { message } from "./Message.ts"

describe("the room of messages", () => {
  const admin = adminPage()

  it("shows what was sent, is waiting or failed, with each attempt and what to do about it", async () => {
    const { leave, page } = admin.visitor
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
      return route.fulfill({
        json: { items, next: query.has("before") ? null : 1, counts: { pending: 0, delivered: 2, accepted: 0, failed: 1 } }
      })
    })
    await page.route("**/api/admin/notifications/9/resend", (route) => route.fulfill({ json: { ok: true, changed_to: null } }))
    await admin.enter(page, "messages")
    const failed = page.locator("#messages > li[data-id=\"9\"]")
    await failed.getByText("请把 chat_keyword 设成它").first().waitFor()
    await failed.locator("summary").click()
    await page.getByRole("button", { name: "English" }).click()
    await failed.getByText(hostile).waitFor()
    await page.getByRole("button", { name: "中文" }).click()
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

  it("says that there is none only once it knows, and shows older ones also where the list is loaded again meanwhile", async () => {
    const { leave, page } = admin.visitor
    const counts = { pending: 0, delivered: 2, accepted: 0, failed: 0 }
    const held: Array<() => Promise<void>> = []
    let lists = 0
    let isWhole = false
    const [newer, older] = [message(8, { state: "failed", failure: "x", delivered_at: null }), message(7, {})]
    await page.route("**/api/admin/notifications?*", (route) => {
      const asksOlder = new URL(route.request().url()).searchParams.get("before") === "8"
      const items = asksOlder ? [older] : isWhole ? [newer, older] : [newer]
      const list = { items, next: asksOlder || isWhole ? null : 8, counts }
      // The first list, and the first older messages, wait until they are released.
      const isFirst = asksOlder ? held.length === 1 : ++lists === 1
      if (!isFirst) return route.fulfill({ json: list })
      return void held.push(() => route.fulfill({ json: list }))
    })
    await Promise.all([page.waitForResponse("**/api/health"), admin.enter(page, "messages")])
    // The chats are known now, and the page draws what depends on them.
    await page.getByRole("button", { name: "English" }).click()
    await page.getByRole("button", { name: "中文" }).click()
    assert.strictEqual(await page.locator("#messages").innerText(), "")
    await held[0]?.()
    await page.locator("#messages > li[data-id=\"8\"]").waitFor()
    await page.getByRole("button", { name: "更早的" }).click()
    await eventually(() => assert.strictEqual(held.length, 2))
    const before = lists
    await admin.shop.send("PUT", "/api/admin/turnover", { date: addDays(admin.shop.today, -25), amount: 1500 })
    await eventually(() => assert.isAbove(lists, before))
    await held[1]?.()
    await page.locator("#messages > li[data-id=\"7\"]").waitFor()

    isWhole = true
    // The list is loaded every three seconds while a message is waiting, which takes the focus from no button.
    await page.locator("#messages > li[data-id=\"8\"] summary").click()
    const resend = page.locator("#messages > li[data-id=\"8\"]").getByRole("button", { name: "再次通知" })
    for (const amount of [1600, 1700]) {
      const loaded = lists
      await resend.focus()
      await admin.shop.send("PUT", "/api/admin/turnover", { date: addDays(admin.shop.today, -25), amount })
      await eventually(() => assert.isAbove(lists, loaded))
      await page.evaluate(() => fetch("api/metrics").then((response) => response.text()))
    }
    // The second time, nothing of the list was new.
    assert.isTrue(await resend.evaluate((button) => button === document.activeElement))
    await leave()
  })

  // Rule 7.19.
  it("says beside a failed message what its amount is now, before it is sent again", async () => {
    const { leave, page } = admin.visitor
    const failed = (id: number, more: object) => message(id, { state: "failed", failure: "x", delivered_at: null, ...more })
    const items = [
      failed(3, { changed_to: { amount: 3100, source: "manual" } }),
      failed(2, { changed_to: { amount: null, source: null } }),
      failed(1, {}),
      message(0, { changed_to: { amount: 3100, source: "manual" } })
    ]
    await page.route("**/api/admin/notifications?*",
      (route) => route.fulfill({ json: { items, next: null, counts: { pending: 0, delivered: 1, accepted: 0, failed: 3 } } }))
    await admin.enter(page, "messages")
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
        "The amount has changed and is now ¥3,100.00 (Entered). The message will say so.")
    )
    await leave()
  })

  it("says why a message has not arrived, and promises no other attempt at one that is given up", async () => {
    const { leave, page } = admin.visitor
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
      (route) => route.fulfill({ json: { items, next: null, counts: { pending: 2, delivered: 0, accepted: 0, failed: 3 } } }))
    await admin.enter(page, "messages")
    const why = page.locator("#messages .why")
    await why.first().waitFor()
    await eventually(async () =>
      assert.deepStrictEqual(await why.allInnerTexts(), [
        "没有发成，试了 24 小时，不再试",
        "每种格式群机器人都不接受",
        "Webhook 地址不对：请从群机器人设置里重新复制到 chat_webhook_url",
        "发得太快，被机器人限流，会再试",
        "没有等到回答，可能已经送达，会再试"
      ])
    )
    await page.getByRole("button", { name: "English" }).click()
    await eventually(async () =>
      assert.deepStrictEqual(await why.allInnerTexts(), [
        "It could not be sent; given up after 24 hours",
        "The bot refused every format",
        "The webhook address is wrong: copy it again into chat_webhook_url from the bot's settings",
        "The bot's rate limit was reached; will try again",
        "No answer came, it may have arrived; will try again"
      ])
    )
    await leave()
  })

  it("says in the row of a failed message what to correct, reads the settings again there, and folds equal attempts", async () => {
    const { leave, page } = admin.visitor
    const attempt = (minute: number, more: object = {}) => ({
      at: `2025-12-09T13:${minute}:00+08:00`,
      format: "card",
      verdict: "transient",
      status: null,
      code: null,
      detail: "The bot's address refuses connections (ECONNREFUSED)",
      ...more
    })
    const wrongKey = attempt(40, { verdict: "permanent", status: 200, code: 19024, detail: "no keyword" })
    const failed = (id: number, attempts: ReadonlyArray<object>) =>
      message(id, { state: "failed", failure: "x", delivered_at: null, attempts })
    const items = [failed(3, [attempt(18), attempt(19), attempt(21), wrongKey]), failed(2, [attempt(18)]), failed(1, [])]
    await page.route("**/api/admin/notifications?*",
      (route) => route.fulfill({ json: { items, next: null, counts: { pending: 0, delivered: 0, accepted: 0, failed: 3 } } }))
    const reloads: Array<string> = []
    await page.route("**/api/admin/reload_cutoff", (route) => {
      reloads.push(route.request().method())
      return route.fulfill({ json: { ok: true, cutoff_time: "13:18", previous_cutoff_time: "13:18", changed: [], unknown: [] } })
    })
    // The badge shows the number in the list, not the one from the health of a shop without messages.
    await page.route("**/api/health", (route) => route.abort())
    await admin.enter(page, "messages")
    const row = (id: number) => page.locator(`#messages > li[data-id="${id}"]`)
    await row(3).getByText("先到“设置”里改好 chat_keyword，再点“再次通知”。").waitFor()
    assert.strictEqual(await page.locator("#failed-count").innerText(), "3")
    await row(3).getByRole("button", { name: "应用设置" }).click()
    await page.getByText("设置已生效，可以再次通知了。").waitFor()
    assert.deepStrictEqual(reloads, ["POST"])
    assert.strictEqual(await row(2).getByRole("button", { name: "应用设置" }).count(), 0)
    assert.strictEqual(await row(2).getByRole("button", { name: "再次通知" }).count(), 1)
    assert.include(await row(1).innerText(), "这个版本读不了存下的消息")
    await row(3).locator("summary").click()
    const attempts = row(3).locator(".attempts > li")
    assert.strictEqual(await attempts.count(), 2)
    assert.match(await attempts.first().innerText(), /共 3 次[^]*对方拒绝连接/)
    assert.notMatch(await row(3).innerText(), /refuses|no keyword/)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("names the chat of each message where there are several, and sends one elsewhere or drops it", async () => {
    const { leave, page } = admin.visitor
    const line = { kind: "dingtalk", pending: 0, failed: 0, last_delivered_at: null, muted_until: null }
    await page.route("**/api/health", async (route) => {
      const answer = await route.fetch()
      const body = await answer.json() as { notifications: object; problems: ReadonlyArray<object> }
      const chats = [{ ...line, name: "main" }, { ...line, name: "office", failed: 1 }, { ...line, name: hostile, kind: null, pending: 1 }]
      const problems = [{ code: "chat_removed", message: "", params: { chat: hostile, count: 1 } }]
      return route.fulfill({ json: { ...body, notifications: { ...body.notifications, chats }, problems } })
    })
    const wrongAddress = {
      at: "2025-12-09T13:18:00+08:00",
      format: "card",
      verdict: "permanent",
      status: 200,
      code: 300005,
      detail: "DingTalk does not know this robot: copy chats[1].url from the robot's settings again"
    }
    const items = [
      message(3, { chat: hostile, state: "pending", delivered_at: null, attempts: [] }),
      message(2, { chat: "office", state: "failed", failure: "x", delivered_at: null, attempts: [wrongAddress] }),
      message(1, {})
    ]
    const asked: Array<string> = []
    await page.route("**/api/admin/notifications?*", (route) => {
      const chat = new URL(route.request().url()).searchParams.get("chat")
      return route.fulfill({
        json: {
          items: items.filter((item) => chat === null || item["chat" as keyof typeof item] === chat),
          next: null,
          counts: chat === null
            ? { pending: 1, delivered: 1, accepted: 0, failed: 2 }
            : { pending: 0, delivered: 0, accepted: 0, failed: 1 }
        }
      })
    })
    await page.route("**/api/admin/notifications/*/resend", (route) => {
      asked.push(`${route.request().url().split("/").at(-2)} ${route.request().postData()}`)
      return route.fulfill({ json: { ok: true, changed_to: null } })
    })
    await page.route("**/api/admin/notifications/2", (route) => {
      asked.push(route.request().method())
      return route.fulfill({ status: 404, json: { ok: false, error: "not_found", detail: "" } })
    })
    await admin.enter(page, "messages")
    const row = (id: number) => page.locator(`#messages > li[data-id="${id}"]`)
    await row(3).getByText(`${hostile}（设置里已经没有）`).waitFor()
    assert.strictEqual(await row(1).locator(".chat").innerText(), "main")
    const dead = page.locator("#dead-messages .trouble")
    await dead.getByText("请从机器人设置里重新复制到 chats 里“office”的 url").waitFor()
    assert.include(await dead.innerText(), "先到“设置”里改好 chats 里“office”的 url，再点：")
    assert.strictEqual(await row(2).count(), 0)
    await page.getByRole("button", { name: "1 条没发出去" }).click()
    await row(2).locator("summary").click()
    assert.strictEqual(await row(3).getByRole("button", { name: "再次通知" }).count(), 0)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await row(3).getByRole("button", { name: "改发到别的群" }).click()
    const dialog = page.getByRole("dialog")
    assert.deepStrictEqual(await dialog.getByRole("button").allInnerTexts(), ["不动它", "main", "office"])
    await dialog.getByRole("button", { name: "office" }).click()
    await page.getByText("已改发到“office”，轮到它就发。").waitFor()
    await row(2).getByRole("button", { name: "删掉" }).click()
    await dialog.getByText("“office”不会再收到这一条").waitFor()
    await dialog.getByRole("button", { name: "不动它" }).click()
    await row(2).getByRole("button", { name: "删掉" }).click()
    await dialog.getByRole("button", { name: "删掉" }).click()
    await page.getByText("这一条已经发出去了，或者已经删掉。").waitFor()
    assert.deepStrictEqual(asked, ["3 {\"chat\":\"office\"}", "DELETE"])
    await page.locator("#message-chat").selectOption("office")
    await eventually(async () => assert.strictEqual(await page.locator("#messages > li").count(), 1))
    await eventually(async () => assert.strictEqual(await page.locator("#count-failed").innerText(), "1"))
    assert.strictEqual(await page.locator("#failed-count").innerText(), "2")
    await page.route("**/api/admin/test_push", (route) => {
      asked.push(String(route.request().postData()))
      return route.fulfill({
        json: {
          ok: true,
          pushed: { date: "2025-12-09", amount: 0, reason: "x" },
          attempts: [{ ...wrongAddress, verdict: "delivered", code: 0, detail: null }]
        }
      })
    })
    await page.getByRole("button", { name: "发送测试消息" }).click()
    await page.locator("#push-result").getByText("office · ").waitFor()
    assert.deepStrictEqual(asked.slice(2), ["{\"chat\":\"office\"}"])
    await leave()
  })

  it("sends a test message and tells how each format fared", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "messages")
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
    await page.getByText("每种格式都没有送达").waitFor()
    await eventually(async () => assert.strictEqual(await page.locator("#push-result .attempts li").count(), 3))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })
})
