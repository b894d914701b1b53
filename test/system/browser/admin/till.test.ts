import { assert, describe, it } from "vitest"
import { eventually } from "../Eventually.ts"
import { addDays } from "../Shop.ts"
import { accessibilityFaults } from "../Visitor.ts"
import { adminPage } from "./AdminPage.ts"

describe("the trial of the source", () => {
  const admin = adminPage()
  it("is hidden without an amount source, and shows a day's figure or the source's fault with one", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "system")
    await page.locator("#system-facts dd").first().waitFor()
    await page.getByText("技术详情").click()
    await page.locator("#vitals dd").first().waitFor()
    assert.isFalse(await page.locator("#till").isVisible())

    const run = (total: string) => ["node", "-e", `console.log('{"amount":${total}}')`]
    admin.shop.writeConfig({ amount_source: { kind: "command", run: run("3629.76") } })
    await page.getByRole("button", { name: "应用设置" }).click()
    await page.locator("#till").waitFor()
    // When the source was last asked, and whether it is asked today, depends on the time of day.
    for (const label of ["上次问数", "下次问数"]) await page.locator("#vitals dt").getByText(label).waitFor()
    await page.getByRole("button", { name: "试问一次" }).click()
    const result = page.locator("#till-result")
    await eventually(async () => assert.match(await result.innerText(), /：¥3,629\.76，共 1 笔$/))
    await page.locator("#till-facts").getByText("RUN node -e").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])

    admin.shop.writeConfig({ amount_source: { kind: "command", run: run("1.234") } })
    await page.getByRole("button", { name: "应用设置" }).click()
    // A day that is asked for while the settings are read again gets no answer.
    await page.locator("#cutoff-result[data-outcome=good]").waitFor()
    await page.locator("#till-date").fill(addDays(admin.shop.today, -3))
    await page.getByRole("button", { name: "试问一次" }).click()
    await eventually(async () => assert.match(await result.innerText(), / 没有问到数：amount 最多两位小数（现在是 "1.234"）$/))
    await page.locator("#language-switch").click()
    await eventually(async () =>
      assert.match(await result.innerText(), /^No figure for .*: amount should have at most two decimals \(found: "1\.234"\)$/)
    )
    await leave()
  })
})
