import { chromiumIsThere, launchChromium } from "../../../scripts/lib/browser.mjs"
import { startService } from "../lib/Processes.mjs"
import { row } from "../lib/Report.mjs"
import { signedIn } from "../lib/Session.mjs"

/** A phone whose processor is four times slower, on 1.6 Mbit/s with 150 ms; in milliseconds and bytes a second. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowdown = 4

/** Each page, with what its reader taps first, and the seconds within which its largest element is painted. */
const pages = [
  { path: "/", tap: "[data-days], .choices button", seconds: 1 },
  { path: "/enter", tap: "#amount", seconds: 1 },
  { path: "/history", tap: "main button, main a", seconds: 1.4 },
  { path: "/admin", tap: "[role=tab], nav a", seconds: 1.4 },
  { path: "/sign-in", tap: "input, summary, button", seconds: 1.4, isOpen: true }
]

/** The browser's own measurements of a page: the largest paint, the shifts, and the longest time from a tap to the next frame. */
const observe = () => {
  const found = { paint: 0, shift: 0, tap: 0 }
  Object.assign(window, { found })
  const watch = (type, add, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true, ...more })
  watch("largest-contentful-paint", ({ startTime }) => (found.paint = startTime))
  watch("layout-shift", ({ hadRecentInput, value }) => (found.shift += hadRecentInput ? 0 : value))
  watch("event", ({ duration, interactionId }) => (found.tap = Math.max(found.tap, interactionId > 0 ? duration : 0)), {
    durationThreshold: 16
  })
}

const visit = async (browser, address, cookies, { path, tap }) => {
  const context = await browser.newContext({ locale: "zh-CN", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", network)
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
  let bytes = 0
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.addInitScript(observe)
  await page.goto(`${address}${path}`)
  // What shifts late, or is loaded late, counts too.
  await page.waitForTimeout(4000)
  const early = bytes
  const target = page.locator(tap).locator("visible=true").first()
  if (await target.count() > 0) await target.tap()
  await page.waitForTimeout(1000)
  const found = await page.evaluate(() => window.found)
  await context.close()
  return { ...found, bytes: early }
}

/** How each page loads and responds on a slow phone, with nothing cached. Left out if there is no browser. */
export const slowPhone = async ({ rounds, site }) => {
  if (!chromiumIsThere) return []
  const service = await startService(site)
  const address = `http://127.0.0.1:${service.port}`
  const cookie = { ...await signedIn(service.port), url: address }
  const browser = await launchChromium()
  const rows = []
  for (const page of pages) {
    const visits = []
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, address, page.isOpen === true ? [] : [cookie], page))
    const kilobytes = `${(visits.at(-1).bytes / 1000).toFixed(1)} KB`
    rows.push(
      row(`slow phone, ${page.path}: largest paint`, "s", ["<", page.seconds], visits.map(({ paint }) => paint / 1000), kilobytes),
      row(`slow phone, ${page.path}: layout shift`, "", ["<", 0.02], visits.map(({ shift }) => shift)),
      row(`slow phone, ${page.path}: a tap to the next frame`, "ms", ["<", 200], visits.map(({ tap }) => tap))
    )
  }
  await browser.close()
  await service.stop()
  return rows
}
