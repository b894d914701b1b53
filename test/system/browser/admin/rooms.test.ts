import { assert, describe, it } from "vitest"
import { eventually } from "../Eventually.ts"
import { layoutFaults } from "../Layout.ts"
import { addDays } from "../Shop.ts"
import { accessibilityFaults, visit } from "../Visitor.ts"
import { adminPage, csvFile } from "./AdminPage.ts"
import { message } from "./Message.ts"

describe("the rooms of the admin page", () => {
  const admin = adminPage()

  it("shows each room without overlap or cut text, from a narrow phone to a large screen, in both languages", async () => {
    const { leave, page } = admin.visitor
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
      (route) => route.fulfill({ json: { items, next: 7, counts: { pending: 0, delivered: 1204, accepted: 0, failed: 1 } } }))
    await admin.enter(page, "missing")
    for (const language of ["中文", "English"]) {
      if (language === "English") await page.getByRole("button", { name: language }).click()
      for (const room of ["missing", "import", "goals", "messages", "audit", "people", "system"]) {
        await page.goto(`/admin#${room}`)
        await page.locator(`#room-${room}`).waitFor()
        if (room === "import") {
          await page.locator("#file").setInputFiles(
            csvFile(`日期,金额\n${addDays(admin.shop.today, -2)},9999999999.99\n${addDays(admin.shop.today, -70)},5\n`)
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
    const { leave, page } = admin.visitor
    await admin.enter(page, "missing")
    await page.setViewportSize({ width: 375, height: 812 })
    for (const language of ["中文", "English"]) {
      if (language === "English") await page.getByRole("button", { name: language }).click()
      for (const room of ["missing", "import", "goals", "messages", "audit", "people", "system"]) {
        await page.goto(`/admin#${room}`)
        await page.locator(`#room-${room}`).waitFor()
        await eventually(async () => {
          const small = await page.locator(
            "button:visible, a:visible, input:visible:not([type=radio]):not([type=checkbox]), select:visible, summary:visible, .segments label:visible"
          ).evaluateAll((all) =>
            // A list may have been drawn again since it was requested.
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

  it("is used by keyboard alone, in English and dark colours, on a narrow phone", async () => {
    await admin.visitor.leave()
    const { leave, page } = await visit(admin.browser, admin.shop.address, { colorScheme: "dark", viewport: { width: 320, height: 640 } })
    await page.goto("/sign-in")
    await page.locator("#language-switch:enabled").focus()
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "Admin password" }).focus()
    await page.keyboard.type(admin.shop.token)
    await page.locator("#gate-send:enabled").waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Missing days" }).waitFor()
    for (const room of ["Import", "Goals", "Chat", "Log", "People", "System"]) {
      await page.getByRole("link", { name: room, exact: true }).focus()
      await page.keyboard.press("Enter")
      await page.locator(`#room-${room === "Chat" ? "messages" : room === "Log" ? "audit" : room.toLowerCase()}`).waitFor()
      await eventually(async () => assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 320))
      assert.deepStrictEqual(await accessibilityFaults(page), [])
      assert.deepStrictEqual(await layoutFaults(page), [])
    }
    await leave()
  })

  it("show no answer to an earlier request over the answer to a later one", async () => {
    const { leave, page } = admin.visitor
    let release = () => Promise.resolve()
    let asked = 0
    await page.route("**/api/admin/goals", async (route) => {
      const response = await route.fetch()
      if (++asked > 1) return route.fulfill({ response })
      release = () => route.fulfill({ response })
    })
    await admin.enter(page, "goals")
    await eventually(() => assert.strictEqual(asked, 1))
    await admin.shop.send("PUT", `/api/admin/goals/${admin.shop.today.slice(0, 7)}`, { goal: 90_000 })
    await page.getByRole("link", { name: "导入" }).click()
    await page.getByRole("link", { name: "目标" }).click()
    await page.locator("#goals-clear").waitFor()
    await release()
    // By the answer to a further request, the page has both.
    await page.evaluate(() => fetch("api/metrics").then((response) => response.text()))
    assert.isTrue(await page.locator("#goals-clear").isVisible())
    await leave()
  })
})
