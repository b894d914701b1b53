import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { assert } from "vitest"
import { takeContext } from "./Contexts.ts"

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js")

export interface Visit {
  readonly page: Page
  /** Ends the visit, and fails if the page broke its own rules: an error, a violation of the CSP, a request to another host. */
  readonly leave: () => Promise<void>
}

/** A visitor who opens the service in a browser far away from the shop's zone. `fakesClock`: the test will set the page's clock. */
export const visit = async (
  browser: Browser,
  address: string,
  { fakesClock = false, ...options }: BrowserContextOptions & { readonly fakesClock?: boolean } = {}
): Promise<Visit> => {
  const { giveBack, page } = await takeContext(browser, address, {
    locale: "zh-CN",
    reducedMotion: "reduce",
    timezoneId: "America/New_York",
    viewport: { width: 1280, height: 900 },
    // A service worker would bypass the requests that a test answers itself.
    serviceWorkers: "block",
    ...options
  }, fakesClock)
  // A busy machine is not the page's fault.
  page.setDefaultTimeout(30_000)
  const faults: Array<string> = []
  page.on("pageerror", (error) => faults.push(String(error.stack ?? error)))
  page.on("console", (message) => {
    // The browser itself reports a status other than 2xx; tests provoke this.
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
      // A request that a test holds back may still be in flight.
      await page.unrouteAll({ behavior: "ignoreErrors" })
      await giveBack()
      assert.deepStrictEqual(faults, [])
    }
  }
}

/** Every rule of axe-core that the page violates, with the elements that violate it. */
export const accessibilityFaults = async (page: Page): Promise<ReadonlyArray<string>> => {
  // Evaluated from outside, because the page's policy allows no foreign script. Only once per page, because later runs are faster.
  if (!await page.evaluate("'axe' in globalThis")) await page.evaluate(readFileSync(axePath, "utf8"))
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          options: { resultTypes: ReadonlyArray<"violations"> }
        ) => Promise<{ violations: Array<{ id: string; nodes: Array<{ target: Array<string>; failureSummary?: string }> }> }>
      }
    }
    // Describing the elements that pass would take most of the time.
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
