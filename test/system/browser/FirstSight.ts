import type { Page } from "playwright-core"

/** What the browser fetched before its reader could begin. */
export interface FirstSight {
  /** Addresses that the HTML itself does not contain: each costs a further round trip. */
  readonly later: ReadonlyArray<string>
  readonly requests: number
  readonly bytes: number
}

/** Opens the page and waits for the element that its reader needs. */
export const firstSight = async (page: Page, path: string, seen: () => Promise<unknown>): Promise<FirstSight> => {
  const session = await page.context().newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.clearBrowserCache")
  const later: Array<string> = []
  let requests = 0
  let bytes = 0
  session.on("Network.requestWillBeSent", ({ documentURL, initiator, request }) => {
    requests += 1
    if (request.url !== documentURL && initiator.type !== "parser") later.push(request.url)
  })
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(path, { waitUntil: "commit" })
  await seen()
  await session.detach()
  return { later, requests, bytes }
}
