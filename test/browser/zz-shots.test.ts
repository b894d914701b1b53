import { it } from "vitest"
import { launchChromium } from "../../scripts/lib/browser.mjs"
import { addDays, csvOfDaysBefore, openShop } from "./Shop.ts"
import { visit } from "./Visitor.ts"
it("shoots", async () => {
  const browser = await launchChromium()
  const shop = await openShop({ cutoff: "23:00", importNotify: "per_row" })
  await shop.send("POST", "/api/admin/import", csvOfDaysBefore(shop.today, 5))
  for (
    const [name, width, scheme, lang] of [["desk", 1280, "light", "zh"], ["p390", 390, "dark", "zh"], ["p320", 320, "light", "en"]] as const
  ) {
    const { page } = await visit(browser, shop.address, { viewport: { width, height: 844 }, colorScheme: scheme })
    await page.goto(`/admin?lang=${lang}#import`)
    await page.fill("#token", shop.token)
    await page.locator("#gate-send:enabled").click()
    await page.locator("#room-import").waitFor()
    const rows = Array.from({ length: 14 }, (_, i) => `${addDays(shop.today, i - 15)},周一,1,${1000 + i},${3000 + i}`)
    await page.locator("#file").setInputFiles({
      name: "a.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`11月日报\n日期,星期,午市,晚市,合计\n${rows.join("\n")}\n合计,,,,42091\n`)
    })
    await page.locator(".columns").waitFor()
    await page.screenshot({ path: `/tmp/office-shots/import-ask-${name}.png`, fullPage: true })
    await page.locator(".columns button").first().click()
    await page.locator("#import-go").waitFor()
    await page.screenshot({ path: `/tmp/office-shots/import-${name}.png`, fullPage: true })
    await page.locator("#leave").click()
    await page.screenshot({ path: `/tmp/office-shots/leave-${name}.png` })
  }
  await browser.close()
  await shop.stop()
})
