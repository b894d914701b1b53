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
      assert.match(await overwritten.innerText(), /换掉已录的数[^]*¥3,\d+\.\d\d[^]*¥7\.00[^]*−¥/)
    })
    await page.getByText("有 1 天已经录过，导入会换成文件里的数。").waitFor()
    await page.getByLabel("每天一条，共 2 条").isChecked()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "导入 3 天" }).click()
    await page.getByText("已导入 3 天：新增 1，修改 1，不变 1。").waitFor()
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
    await page.getByRole("button", { name: "Import 3 days" }).click()
    await page.getByText("3 days imported").waitFor()
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
    await page.getByText("已导入 1 天：新增 0，修改 1，不变 0。").waitFor()
    await leave()
  })

  it("lists every fault of a file by its line, writes nothing, and hands out the faulty rows", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    await page.locator("#file").setInputFiles(
      csvFile(`date,amount\n2025-13-40,5\n2025-01-02,${hostile.replaceAll("\"", "")}\n=1+1,3\n2025-01-03,7\n`)
    )
    await page.getByText("3 处有问题，什么都没有写入").waitFor()
    await eventually(async () =>
      assert.deepStrictEqual((await page.locator("#import-preview .faults tbody th").allInnerTexts()).slice(0, 2), ["2", "3"])
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

  /** A table as an accountant keeps it, which leaves two questions open. */
  const messy = (first: string, second: string, third: string) =>
    csvFile(
      `梧桐里小馆营业日报\n制表：王会计,单位：元\n日期,现金,微信,应收,实收\n${first},4,5,10,9\n${second},9,10,20,19\n${third},休,,,\n合计,,,30,28\n签字：王芳\n`
    )

  it("asks what a file leaves open, says how it is read and what is left out, and remembers nothing", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    const [first, second, third] = [addDays(admin.shop.today, -52), addDays(admin.shop.today, -51), addDays(admin.shop.today, -50)]
    await page.locator("#file").setInputFiles(messy(first, second, third))
    const column = page.getByRole("group", { name: "营业额是哪一列" })
    await column.waitFor()
    // A proposal is marked, and never chosen by itself.
    assert.strictEqual(await page.locator(".question input:checked").count(), 0)
    assert.match(await column.innerText(), /实收\s*建议/)
    const closed = page.getByRole("group", { name: "休息的日子怎么记" })
    assert.match(await closed.innerText(), /标为店休\s*建议/)
    await page.getByText("还有 2 个问题请你定").waitFor()
    assert.strictEqual(await page.locator("#import-go").count(), 0)
    await eventually(async () => {
      assert.match(await closed.innerText(), /标为店休[^]*月\d+日 → 店休[^]*月\d+日 → 不导入[^]*月\d+日 → ¥0\.00/)
    })
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "都按建议" }).click()
    await page.getByText("不导入 5 行").waitFor()
    await eventually(async () => {
      assert.deepStrictEqual(await page.locator(".tally dd").allInnerTexts(), ["2", "1", "0", "0", "¥28.00"])
      assert.include(await page.locator(".tally").innerText(), "与表里的合计一致")
    })
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByText("不导入 5 行").click()
    await page.getByText("签字:王芳").waitFor()
    await closed.getByRole("radio", { name: /^不导入这几天/ }).check()
    await eventually(async () => assert.deepStrictEqual(await page.locator(".tally dd").allInnerTexts(), ["2", "0", "0", "¥28.00"]))
    await page.getByText("签字:王芳").waitFor()
    await column.getByRole("checkbox", { name: /^应收/ }).check()
    await column.getByRole("checkbox", { name: /^实收/ }).uncheck()
    await page.getByText("金额取“应收”").waitFor()
    await eventually(async () => assert.include(await page.locator(".tally").innerText(), "¥30.00"))
    await page.getByRole("button", { name: "English" }).click()
    await page.getByRole("group", { name: "How are days without business recorded?" }).waitFor()
    await page.getByText("amounts from “应收”").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "中文" }).click()
    await page.locator("#file").setInputFiles(messy(first, second, third))
    await page.getByRole("button", { name: "都按建议" }).click()
    await page.getByText("金额取“实收”").waitFor()
    await page.getByRole("button", { name: "导入 2 天" }).click()
    await page.getByText("已导入 2 天：新增 2，修改 0，不变 0。 标了 1 天店休。").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await leave()
  })

  it("answers alike for all values of a column, folds what is no takings, and is stopped while it reads", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    const rows = ["Failed", "Refunded", "requires_payment_method", "Paid"].map((state, at) => `2025-05-0${at + 1},5,${at},${state}`)
    await page.locator("#file").setInputFiles(csvFile(`date,value,fee,Status\n${rows.join("\n")}\n`))
    const column = page.getByRole("group", { name: "营业额是哪一列" })
    await column.waitFor()
    // Without a known name nothing is proposed, so nothing can be taken as proposed.
    assert.strictEqual(await page.getByRole("button", { name: "都按建议" }).count(), 0)
    assert.isFalse(await column.getByRole("checkbox", { name: /^fee/ }).isVisible())
    await column.getByText("其他 1 列").click()
    assert.isTrue(await column.getByRole("checkbox", { name: /^fee/ }).isVisible())
    await column.getByRole("checkbox", { name: /^value/ }).check()
    await page.getByText("“Status”的都一样").waitFor()
    await page.locator("#same-Status-leave_out").click()
    await eventually(async () => assert.deepStrictEqual(await page.locator(".tally dd").allInnerTexts(), ["1", "0", "0", "¥5.00"]))
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.evaluate(() => {
      Worker.prototype.postMessage = () => undefined
    })
    await page.locator("#file").setInputFiles(csvFile("date,amount\n2025-05-01,5\n"))
    await page.getByRole("button", { name: "停止读取" }).click()
    await page.getByText("不超过 5 MB").waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "停止读取" }).count(), 0)
    await leave()
  })

  it("does not import what a person has to decide, and reads otherwise where a person says so", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    await page.locator("#file").setInputFiles(csvFile("month,amount\n2025-01-01,5\n2025-02-01,6\n2025-03-01,7\n"))
    await page.getByText("还有 1 个问题请你定").waitFor()
    assert.strictEqual(await page.locator("#import-go").count(), 0)
    await page.getByRole("radio", { name: /每行的金额就是那一天的/ }).check()
    await page.getByRole("button", { name: "导入 3 天" }).waitFor()
    await page.locator("#file").setInputFiles(csvFile("日期,班次,营业额,成本\n2025-04-01,早,5,1\n2025-04-02,早,6,2\n"))
    await page.getByText("金额取“营业额”").waitFor()
    await page.getByText("换一列，或换种读法").click()
    const amounts = page.getByRole("group", { name: "金额列" })
    await amounts.getByRole("checkbox", { name: /^成本/ }).check()
    await amounts.getByRole("checkbox", { name: /^营业额/ }).uncheck()
    await page.getByText("金额取“成本”").waitFor()
    await eventually(async () => assert.include(await page.locator(".tally").innerText(), "¥3.00"))
    await leave()
  })

  // Rule 6.31.
  it("reads the sheets of an Excel file in the page, with hidden rows and a total", async () => {
    const { leave, page } = admin.visitor
    const loaded: Array<string> = []
    page.on("request", (request) => loaded.push(request.url()))
    await admin.enter(page, "import")
    const day = (days: number) => new Date(`${addDays(admin.shop.today, days)}T00:00:00Z`)
    const rows = [
      ["日报"],
      ["日期", "门店", "实收", "备注"],
      [day(-61), "一店", 3001.5, null],
      [day(-60), "一店", 20, "雨"],
      ["合计", null, 3021.5, null]
    ]
    const rowDefs = new Map([[2, { hidden: true }]])
    const bytes = await writeXlsx({ sheets: [{ name: "说明", rows: [["见下一张"]] }, { name: "十月", rows, rowDefs }] })
    assert.isFalse(loaded.some((url) => /\/table-\w+\.js/.test(url)))
    const report = { name: "report.xlsx", mimeType: "", buffer: Buffer.from(bytes) }
    await page.locator("#file").setInputFiles(report)
    await page.locator("#import-preview").getByText("¥3,001.50").waitFor()
    assert.isTrue(loaded.some((url) => /\/table-\w+\.js/.test(url)))
    await page.getByText("1 天在隐藏的行里").waitFor()
    await page.getByText("工作表“十月”").waitFor()
    await page.getByText("没读的工作表：“说明”（1 行，没有按天的金额）").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "导入 2 天" }).click()
    await page.getByText("已导入 2 天：新增 2，修改 0，不变 0。").waitFor()
    await page.locator("#file").setInputFiles({ name: "cut.xlsx", mimeType: "", buffer: Buffer.from(bytes.slice(0, 900)) })
    await page.getByText("应是没有损坏、没有密码的 Excel 文件").waitFor()
    await page.route("**/table-*.js", (route) => route.abort())
    await page.locator("#file").setInputFiles(report)
    await page.getByText("读取文件的部分没有加载成功").waitFor()
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "English" }).click()
    await page.getByText("The file reader didn't load").waitFor()
    await page.unroute("**/table-*.js")
    await page.getByRole("button", { name: "Reload" }).click()
    await page.locator("#import-reload").waitFor({ state: "detached" })
    await page.locator("#file").setInputFiles(report)
    await page.locator(".tally").waitFor()
    await leave()
  })

  it("preselects one message above a week of days, and sends none where that is chosen", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    const days = Array.from({ length: 8 }, (_, at) => `${addDays(admin.shop.today, at - 90)},5\n`)
    await page.locator("#file").setInputFiles(csvFile(`date,amount\n${days.join("")}`))
    await page.locator("#notify-digest").waitFor()
    assert.isTrue(await page.getByLabel("合成一条").isChecked())
    const before = await admin.shop.get("/api/admin/notifications?limit=1") as { items: ReadonlyArray<{ id: number }> }
    await page.getByLabel("不发").check()
    await page.getByRole("button", { name: "导入 8 天" }).click()
    await page.getByText("已导入 8 天").waitFor()
    await page.locator("#import-progress").waitFor({ state: "hidden" })
    assert.notInclude(await page.locator("#room-import").innerText(), "消息已全部发出")
    const after = await admin.shop.get("/api/admin/notifications?limit=1") as { items: ReadonlyArray<{ id: number }> }
    assert.strictEqual(after.items[0]?.id, before.items[0]?.id)
    await leave()
  })

  it("takes the file that was chosen last, also while it reads another", async () => {
    const { leave, page } = admin.visitor
    await admin.enter(page, "import")
    const many = Array.from({ length: 60_000 }, (_, at) => `2025-01-0${at % 9 + 1} 1${at % 10}:00:00,${at},R${at}\n`).join("")
    await page.locator("#file").setInputFiles(csvFile(`time,amount,receipt no\n${many}`, "large.csv"))
    await page.locator("#file").setInputFiles(csvFile(`date,amount\n${addDays(admin.shop.today, -77)},5\n`, "small.csv"))
    await page.locator("#import-go").waitFor()
    assert.strictEqual(await page.locator("#file-name").innerText(), "small.csv")
    await eventually(async () => assert.deepStrictEqual(await page.locator(".tally dd").allInnerTexts(), ["1", "0", "0", "¥5.00"]))
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
    await page.locator("#import-preview").getByRole("rowheader", { name: date }).waitFor()
    await leave()
  })
})
