import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import type { Shop } from "./Shop.ts"
import { type Visit, visit } from "./Visitor.ts"

export const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 667 },
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"
}

export const invite = async (shop: Shop, name: string, role: string): Promise<string> =>
  (await shop.send("POST", "/api/admin/invitations", { name, role }) as { link: string }).link

/** A phone that has opened an invitation's link. */
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
  return visitor
}

/** The page knows its day: from here on it can send. */
export const ready = (page: Page): Promise<void> => page.locator("#when").getByText(/\d/).waitFor()

/** The changes of one day, the newest first. */
export const auditOf = async (shop: Shop, date: string) =>
  (await shop.get("/api/audit") as ReadonlyArray<{ date: string; actor: string; amount_after: number | null; kind: string }>)
    .filter((row) => row.date === date)
