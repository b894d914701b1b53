import type { Browser } from "playwright-core"
import { launchChromium } from "../../../scripts/lib/browser.mjs"
import { closeContexts } from "./Contexts.ts"

let started: Promise<Browser> | undefined

/**
 * The Chromium of this worker. Its test files share it, because a start takes longer than most tests; each visit has its own
 * context. It ends with the worker.
 */
export const openChromium = async (): Promise<Browser> => {
  // A crashed browser fails only one file.
  if (started !== undefined && !await started.then((browser) => browser.isConnected(), () => false)) started = undefined
  return started ??= launchChromium()
}

/** Closes everything that a file has left open, even after a failed test. A worker runs one file at a time. */
export const leaveChromium = async (browser: Browser): Promise<void> => {
  await closeContexts(browser)
}
