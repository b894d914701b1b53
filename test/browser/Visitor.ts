import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { assert } from "vitest"

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js")

export interface Visit {
  readonly page: Page
  /** Ends the visit, and fails where the page broke its own rules: an error, a CSP breach, another host. */
  readonly leave: () => Promise<void>
}

/** Someone who opens the service in a browser far away from the shop's zone. */
export const visit = async (browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> => {
  const context = await browser.newContext({
    baseURL: address,
    locale: "zh-CN",
    reducedMotion: "reduce",
    timezoneId: "America/New_York",
    viewport: { width: 1280, height: 900 },
    // The requests that a test answers itself would pass it by.
    serviceWorkers: "block",
    ...options
  })
  const page = await context.newPage()
  // A machine that is busy with something else is no fault of the page.
  page.setDefaultTimeout(30_000)
  const faults: Array<string> = []
  page.on("pageerror", (error) => faults.push(String(error.stack ?? error)))
  page.on("console", (message) => {
    // That an answer was not 2xx is told by the browser itself; the tests provoke it.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) faults.push(message.text())
  })
  page.on("dialog", (dialog) => {
    faults.push(`a script opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) faults.push(`asked another host: ${request.url()}`)
  })
  return {
    page,
    leave: async () => {
      // A request that a test holds back may be on its way still.
      await page.unrouteAll({ behavior: "ignoreErrors" })
      await context.close()
      assert.deepStrictEqual(faults, [])
    }
  }
}

/** Every rule of axe-core that the page breaks, with the elements that do. */
export const accessibilityFaults = async (page: Page): Promise<ReadonlyArray<string>> => {
  // Evaluated from outside: the page's own policy lets no foreign script in. Once a page: it runs faster each time.
  if (!await page.evaluate("'axe' in globalThis")) await page.evaluate(readFileSync(axePath, "utf8"))
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          options: { resultTypes: ReadonlyArray<"violations"> }
        ) => Promise<{ violations: Array<{ id: string; nodes: Array<{ target: Array<string>; failureSummary?: string }> }> }>
      }
    }
    // Descriptions of the elements that pass take most of the time.
    const { violations } = await axe.run({ resultTypes: ["violations"] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ failureSummary, target }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`)
    )
  })
}

/** Signs out on any page, which asks first. */
export const signOutFrom = async (page: Page): Promise<void> => {
  await page.locator("#leave").click()
  await page.locator("dialog[open]").getByRole("button", { name: "退出登录" }).click()
}
