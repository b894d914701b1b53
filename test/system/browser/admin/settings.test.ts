import { assert, describe, it } from "vitest"
import { eventually } from "../Eventually.ts"
import { accessibilityFaults } from "../Visitor.ts"
import { adminPage } from "./AdminPage.ts"

const hook = "https://open.feishu.cn/open-apis/bot/v2/hook/0123"

// Rule 1.19.
describe("the room of the settings", () => {
  const admin = adminPage()

  const settings = () => admin.shop.get("/api/admin/settings") as Promise<{ hash: string; set: Record<string, unknown> }>

  it("shows each with its value, stores what was changed, and takes effect at once", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "settings")
    const name = page.getByRole("textbox", { name: "店名" })
    await name.waitFor()
    assert.strictEqual(await name.inputValue(), "梧桐里咖啡馆")
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await name.fill("新的店名")
    await page.getByLabel("结账时间", { exact: true }).fill("22:30")
    await page.getByRole("group", { name: "每周店休" }).getByLabel("周一").check()
    await page.getByRole("group", { name: "工作日金额区间" }).getByRole("textbox").first().fill("2,900")
    await page.getByLabel("数的来源").selectOption("range")
    await page.getByText("会改：店名、结账时间、每周店休、数的来源、工作日金额区间").waitFor()
    await page.getByRole("button", { name: "保存" }).click()
    await page.getByText("已保存：店名").waitFor()
    assert.deepInclude((await settings()).set, {
      shop_name: "新的店名",
      cutoff_time: "22:30",
      closed_weekdays: ["MON"],
      amount_source: { kind: "range" },
      weekday_range: [2900, 3600],
      chat_webhook_url: "console:"
    })
    const metrics = await admin.shop.get("/api/metrics") as { shop_name: string; cutoff_time: string }
    assert.deepStrictEqual([metrics.shop_name, metrics.cutoff_time], ["新的店名", "22:30"])
    await leave()
  })

  it("keeps a credential that it does not show, and says what the server refuses", async () => {
    const { leave, page } = admin.visitor
    admin.shop.writeConfig({ chat_webhook_url: hook, chat_secret: "signing" })
    await admin.shop.send("POST", "/api/admin/reload_cutoff", {})
    await admin.enter(page, "settings")
    const address = page.getByLabel("机器人网址")
    await address.waitFor()
    assert.strictEqual(await address.inputValue(), "https://open.feishu.cn/…")
    assert.strictEqual(await page.getByLabel("签名密钥").getAttribute("placeholder"), "已设，不显示")
    const before = await settings()
    await page.getByLabel("几分钟", { exact: false }).first().fill("30")
    await page.getByRole("button", { name: "保存" }).click()
    await page.getByText("已保存").waitFor()
    assert.deepInclude((await settings()).set, { chat_webhook_url: "https://open.feishu.cn/…", chat_secret: "…", remind_minutes: 30 })
    assert.notStrictEqual((await settings()).hash, before.hash)
    await page.getByLabel("币种").fill("KWD")
    await page.getByRole("button", { name: "保存" }).click()
    await page.locator("#settings-result[data-outcome=bad]").getByText("币种").waitFor()
    assert.strictEqual(await page.getByLabel("币种").inputValue(), "KWD")
    assert.strictEqual(await page.locator("[aria-invalid=true]:focus").inputValue(), "KWD")
    await page.getByRole("button", { name: "不改了" }).click()
    assert.strictEqual(await page.getByLabel("币种").inputValue(), "CNY")
    await page.getByLabel("结账时间", { exact: true }).fill("")
    await page.getByRole("button", { name: "保存" }).click()
    await page.getByText("已保存：").waitFor()
    assert.strictEqual(await page.getByLabel("结账时间", { exact: true }).inputValue(), "23:00", "what counts if it is not set")
    await leave()
  })

  it("loses neither of two changes at once", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "settings")
    await page.getByLabel("店名").fill("我的")
    admin.shop.writeConfig({ shop_name: "又改了" })
    await page.getByRole("button", { name: "发一条测试消息" }).first().click()
    await page.getByText("设置刚被别人改过").waitFor()
    assert.strictEqual(await page.getByLabel("店名").inputValue(), "我的")
    await page.getByLabel("店名").fill("我的店")
    await page.getByText("设置刚被别人改过").waitFor({ state: "hidden" })
    admin.shop.writeConfig({ shop_name: "别人的", public_url: "https://shop.example" })
    await page.getByRole("button", { name: "保存" }).click()
    await page.getByText("设置刚被别人改过").waitFor()
    assert.strictEqual(await page.getByLabel("店名").inputValue(), "我的店")
    assert.strictEqual(await page.getByLabel("消息里的网址").inputValue(), "https://shop.example")
    await page.getByRole("button", { name: "保存" }).click()
    await page.getByText(/^已保存：.*店名/).waitFor()
    await eventually(async () => assert.deepInclude((await settings()).set, { shop_name: "我的店", public_url: "https://shop.example" }))
    await leave()
  })
})
