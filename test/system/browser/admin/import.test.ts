import { writeXlsx } from "hucre/xlsx"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { eventually } from "../Eventually.ts"
import { addDays } from "../Shop.ts"
import { accessibilityFaults } from "../Visitor.ts"
import { adminPage, csvFile, hostile } from "./AdminPage.ts"

describe("the room of imports", () => {
  const admin = adminPage()

  it("previews a file, imports it, and counts the messages down", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    const [kept, fresh] = [addDays(admin.shop.today, -2), addDays(admin.shop.today, -40)]
    const rows = await admin.shop.get("/api/revenue?days=4") as ReadonlyArray<{ date: string; amount: number }>
    const stored = rows.find((row) => row.date === kept)?.amount ?? 0
    const sumText = `¥${(stored + 1007.5).toLocaleString("en-US", { minimumFractionDigits: 2 })}`
    await page.locator("#file").setInputFiles(
      csvFile(`日期,金额\n${kept},${stored}\n${fresh},"1,000.5"\n${addDays(admin.shop.today, -3)},7\n`)
    )
    await page.getByText("预览：尚未写入").waitFor()
    await eventually(async () => {
      assert.deepStrictEqual(await page.locator(".tally dd").allInnerTexts(), ["1", "1", "1", sumText])
      // An amount that a person counted is not replaced without a notice.
      const overwritten = page.locator("#import-preview tbody tr[data-overwritten]")
      assert.deepStrictEqual(await overwritten.count(), 1)
      assert.match(await overwritten.innerText(), /换掉清点的数[^]*¥3,\d+\.\d\d[^]*¥7\.00[^]*−¥/)
    })
    await page.getByText("有 1 天已经有人清点过，导入会换成文件里的数。").waitFor()
    await page.getByLabel("每天一条，共 2 条").isChecked()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "导入 3 行" }).click()
    await page.getByText("已导入 3 行：新增 1，修改 1，不变 1。").waitFor()
    await page.getByText("消息已全部发出").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("sends one message for all rows where that is chosen, and keeps the choice in the other language", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    await page.locator("#file").setInputFiles(csvFile([70, 71, 72].map((ago) => `${addDays(admin.shop.today, -ago)},5\n`).join("")))
    await page.getByLabel("合成一条").check()
    await page.getByRole("button", { name: "English" }).click()
    await eventually(async () => assert.isTrue(await page.getByLabel("One for all").isChecked()))
    await page.getByRole("button", { name: "Import 3 rows" }).click()
    await page.getByText("3 rows imported").waitFor()
    const { items } = await admin.shop.get("/api/admin/notifications?limit=1") as { items: ReadonlyArray<{ kind: string }> }
    assert.strictEqual(items[0]?.kind, "digest")
    await leave()
  })

  it("counts a message of the import that had failed before the first look", async () => {
    const { leave, page } = admin.visitor
    await page.route("**/api/health", (route) => route.abort())
    let asked = 0
    await page.route("**/api/admin/notifications?state=pending*", (route) => {
      asked += 1
      return route.fulfill({
        json: { items: [], next: null, counts: { pending: 0, delivered: 0, accepted: 0, failed: asked === 1 ? 2 : 3 } }
      })
    })
    await admin.enter(page, "import")
    await page.locator("#file").setInputFiles(csvFile(`date,amount\n${addDays(admin.shop.today, -75)},5\n`))
    await page.locator("#import-go").click()
    await page.locator("#import-stage").getByText("有 1 条失败").waitFor()
    assert.strictEqual(await page.locator("#failed-count").innerText(), "3")
    await leave()
  })

  it("imports nothing over what came after the preview, and shows the file again", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    const day = addDays(admin.shop.today, -55)
    await page.locator("#file").setInputFiles(csvFile(`date,amount\n${day},5\n`))
    await page.locator("#import-go").waitFor()
    await admin.shop.send("PUT", "/api/admin/turnover", { date: day, amount: 4100 })
    await page.locator("#import-go").click()
    await page.getByText(`预览之后，${day} 被改过，现在是 ¥4,100.00。文件没有导入。`).waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "重新预览" }).click()
    await page.locator("#import-preview tbody tr", { hasText: "¥4,100.00" }).waitFor()
    await page.locator("#import-go").click()
    await page.getByText("已导入 1 行：新增 0，修改 1，不变 0。").waitFor()
    await leave()
  })

  it("lists every fault of a file by its line, writes nothing, and hands out the faulty rows", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
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
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    const [first, second] = [addDays(admin.shop.today, -50), addDays(admin.shop.today, -51)]
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
        "第 5 行是“合计”，未导入。它写的 ¥30.00 与各天相加一致。"
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
    const { leave, page } = admin.visitor
    const loaded: Array<string> = []
    page.on("request", (request) => loaded.push(request.url()))
    await admin.enter(page, "import")
    const day = (days: number) => new Date(`${addDays(admin.shop.today, days)}T00:00:00Z`)
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
      assert.strictEqual(await page.locator(".hidden-rows").innerText(),
        "其中 1 行在 Excel 里是隐藏的（例如被筛选掉），也会一起导入：第 3 行。")
      assert.deepStrictEqual(await page.locator(".skipped li").allInnerTexts(), [
        "第 1 行是标题“日报”，未导入。",
        "第 5 行是“合计”，未导入。它写的 ¥3,021.50 与各天相加一致。"
      ])
    })
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "导入 2 行" }).click()
    await page.getByText("已导入 2 行：新增 2，修改 0，不变 0。").waitFor()
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
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
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
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    await page.locator("#file").setInputFiles(csvFile("x".repeat(5 * 1024 * 1024 + 1)))
    await page.getByText("超过 5 MB 的上限").waitFor()
    await page.locator("#file").setInputFiles(csvFile("date,amount\n"))
    await page.getByText("文件里没有一行数据").waitFor()
    await leave()
  })

  it("reads a file that Excel in China has written, also when it is dropped", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    const date = addDays(admin.shop.today, -41)
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
})
