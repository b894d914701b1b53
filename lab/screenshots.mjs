import { mkdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { shopDate } from "../scripts/demo/sample.mjs"
import { startDemo } from "../scripts/demo/service.mjs"
import { chromiumIsThere, chromiumPath, launchChromium } from "../scripts/lib/browser.mjs"

if (!chromiumIsThere) {
  console.error(`No browser at ${chromiumPath}: run apt-get install chromium fonts-noto-cjk, or set CHROMIUM to the path of one.`)
  process.exit(1)
}

const docs = new URL("../docs/", import.meta.url)
mkdirSync(docs, { recursive: true })
const picture = (name) => fileURLToPath(new URL(name, docs))

// The cutoff is at midnight, so that the screenshots show a settled day at any time.
const demo = await startDemo({ cutoff: "00:00", onOutput: () => undefined })
const browser = await launchChromium()
try {
  const today = shopDate("Asia/Shanghai")
  const put = await fetch(new URL("/api/admin/turnover", demo.address), {
    method: "PUT",
    headers: { "X-Admin-Token": demo.token, "Content-Type": "application/json" },
    body: JSON.stringify({ date: today, amount: 3629.76, reason: "打烊清点", actor: "李店长" })
  })
  if (!put.ok) throw new Error(`PUT /api/admin/turnover: expected 200, got ${put.status}`)

  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
    locale: "zh-CN",
    reducedMotion: "reduce"
  })
  const page = await context.newPage()
  await page.goto(`${demo.address}?days=30`)
  await page.locator("#chart .day").first().waitFor()
  await page.locator("#pulse[data-state=on]").waitFor()
  await page.screenshot({ path: picture("dashboard.png"), fullPage: true })

  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`${demo.address}?days=7`)
  await page.locator("#chart .day").first().waitFor()
  await page.locator("#pulse[data-state=on]").waitFor()
  await page.screenshot({ path: picture("phone.png") })

  await page.setViewportSize({ width: 1280, height: 960 })
  await page.goto(`${demo.address}admin#settings`)
  await page.fill("#token", demo.token)
  await page.locator("#gate-send:enabled").click()
  await page.locator("#settings-groups fieldset").first().waitFor()
  await page.screenshot({ path: picture("admin.png") })
} finally {
  await browser.close()
  await demo.stop()
}
