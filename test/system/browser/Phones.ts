import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import decodeQR from "qr/decode.js"
import { eventually } from "./Eventually.ts"
import type { Shop } from "./Shop.ts"
import { type Visit, visit } from "./Visitor.ts"

export const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 667 },
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"
}

export const invite = async (shop: Shop, name: string, role: string): Promise<string> =>
  (await shop.send("POST", "/api/admin/invitations", { name, role }) as { link: string }).link

/** What a camera reads from the picture of an element. */
export const scan = async (page: Page, selector: string): Promise<string> => {
  let picture = ""
  // A page may draw its code again while the picture is taken.
  await eventually(async () => {
    picture = (await page.locator(selector).screenshot()).toString("base64")
  })
  const { height, pixels, width } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext("2d")
    context?.drawImage(image, 0, 0)
    const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: new Uint8ClampedArray() }
    // Transferred as one text, because two million numbers take ten seconds to leave the browser.
    let text = ""
    for (let from = 0; from < data.length; from += 30_000) text += String.fromCharCode(...data.subarray(from, from + 30_000))
    return { width: image.width, height: image.height, pixels: btoa(text) }
  }, picture)
  return decodeQR({ width, height, data: Buffer.from(pixels, "base64") })
}

/** A phone that has signed in by an invitation. */
export const joined = async (
  browser: Browser,
  shop: Shop,
  name: string,
  role: string,
  options: BrowserContextOptions = phone
): Promise<Visit> => {
  const link = await invite(shop, name, role)
  const visitor = await visit(browser, shop.address, options)
  await visitor.page.goto(link)
  await visitor.page.locator("#accept").click()
  return visitor
}

/** Waits until the page knows its day, and can send. */
export const ready = (page: Page): Promise<void> => page.locator("#when").getByText(/\d/).waitFor()

/** The changes of one day, newest first. */
export const auditOf = async (shop: Shop, date: string) =>
  (await shop.get("/api/audit") as ReadonlyArray<{ date: string; actor: string; amount_after: number | null; kind: string }>)
    .filter((row) => row.date === date)
