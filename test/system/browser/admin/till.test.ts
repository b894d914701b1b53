import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { eventually } from "../Eventually.ts"
import { addDays } from "../Shop.ts"
import { accessibilityFaults } from "../Visitor.ts"
import { adminPage } from "./AdminPage.ts"

describe("the trial of the source", () => {
  const admin = adminPage()
  let total: number | null = 3629.76
  const till = createServer((_request, response) => response.end(JSON.stringify({ total })))

  beforeAll(() => new Promise<void>((resolve) => void till.listen(0, "127.0.0.1", resolve)))
  afterAll(() => new Promise<void>((resolve) => void till.close(() => resolve())))

  it("is hidden without an amount source, and shows a day's figure or the source's fault with one", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "system")
    await page.locator("#health dl").waitFor()
    assert.isFalse(await page.locator("#till").isVisible())

    const url = `http://127.0.0.1:${(till.address() as AddressInfo).port}/day?d={date}`
    admin.shop.writeConfig({ amount_source: { kind: "http", url, amount: "/total" } })
    await page.getByRole("button", { name: "重读配置" }).click()
    await page.locator("#till").waitFor()
    // When the source was last asked, and whether it is asked today, depends on the time of day.
    for (const label of ["上次问数", "下次问数"]) await page.locator("#health dt").getByText(label).waitFor()
    await page.getByRole("button", { name: "试问一次" }).click()
    const result = page.locator("#till-result")
    await eventually(async () => assert.match(await result.innerText(), /：¥3,629\.76，共 1 笔$/))
    await page.locator("#till-facts").getByText(`/day?d=${addDays(admin.shop.today, -1)}`).waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])

    total = null
    await page.locator("#till-date").fill(addDays(admin.shop.today, -3))
    await page.getByRole("button", { name: "试问一次" }).click()
    await eventually(async () => assert.match(await result.innerText(), / 没有问到数：\/total 应是金额（现在是 null）$/))
    await page.locator("#till-facts").getByText(`/day?d=${addDays(admin.shop.today, -3)}`).waitFor()
    await page.locator("#language-switch").click()
    await eventually(async () => assert.match(await result.innerText(), /^No figure for .*: \/total should be an amount \(found: null\)$/))
    await leave()
  })
})
