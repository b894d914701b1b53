import { chromiumIsThere, launchChromium } from "../../../scripts/lib/browser.mjs"
import { startService } from "../lib/Processes.mjs"
import { row } from "../lib/Report.mjs"
import { signedIn } from "../lib/Session.mjs"

/** DevTools' preset "Slow 4G", and a connection with 300 ms, 1.6 Mbit/s down and 0.75 Mbit/s up; in milliseconds and bytes a second. */
const networks = {
  "Slow 4G": { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
  "3G": { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 93_750 }
}

/** Each page with the element that its readers wait for. It has to be `ready` within `seconds`. */
const pages = [
  { path: "/", what: "the dashboard's first figures", element: "#hero-figure", ready: ":not(:empty)" },
  { path: "/admin", what: "the admin page's sign-in form", element: "#gate", ready: ":not([hidden])" },
  { path: "/enter", what: "the amount can be typed", element: "#amount", ready: ":focus", network: "3G", seconds: 2, signedIn: true }
]

/** Records the time of the first frame with an element that matches the selector. */
const keepTime = (selector) => {
  const look = () => {
    if (document.querySelector(selector) === null) requestAnimationFrame(look)
    else requestAnimationFrame((time) => Object.assign(window, { shownAfter: time }))
  }
  look()
}

/** Milliseconds from opening an address to its element, with an empty cache, and the bytes loaded until then. */
const visit = async (browser, address, { cookies, element, network = "Slow 4G", path, ready }) => {
  const context = await browser.newContext({ locale: "zh-CN", viewport: { width: 390, height: 844 } })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", networks[network])
  const loaded = { requests: 0, bytes: 0 }
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    loaded.requests += 1
    loaded.bytes += encodedDataLength
  })
  await page.addInitScript(keepTime, `${element}${ready}`)
  await page.goto(`${address}${path}`, { waitUntil: "commit" })
  const shown = await page.waitForFunction(() => window.shownAfter)
  const millis = await shown.jsonValue()
  await context.close()
  return { millis, ...loaded }
}

/** What a phone on a slow connection shows first. Left out if there is no browser. */
export const firstSights = async ({ rounds, site }) => {
  if (!chromiumIsThere) return []
  const service = await startService(site)
  const address = `http://127.0.0.1:${service.port}`
  const browser = await launchChromium()
  const rows = []
  for (const page of pages) {
    const { network = "Slow 4G", seconds = 1.5, what } = page
    const cookies = page.signedIn === true ? [{ ...await signedIn(service.port), url: address }] : []
    const visits = []
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, address, { ...page, cookies }))
    const { bytes, requests } = visits.at(-1)
    rows.push(
      row(`${network}, nothing cached: ${what}`, "s", ["<", seconds], visits.map(({ millis }) => millis / 1000),
        `${requests} requests, ${Math.round(bytes / 1000)} KB`)
    )
  }
  await browser.close()
  await service.stop()
  return rows
}
