import type { Browser } from "playwright-core"
import { launchChromium } from "../../scripts/lib/browser.mjs"

let started: Promise<Browser> | undefined

/** The Chromium of this worker, which ends with it. Its files share it, as a start takes longer than most tests; each visit has a context of its own. */
export const openChromium = async (): Promise<Browser> => {
  // One that has crashed is the failure of one file only.
  if (started !== undefined && !await started.then((browser) => browser.isConnected(), () => false)) started = undefined
  return started ??= launchChromium()
}

/** Ends what a file has left open, also where a test has failed. A worker runs one file at a time. */
export const leaveChromium = async (browser: Browser): Promise<void> => {
  await Promise.all(browser.contexts().map((context) => context.close()))
}
