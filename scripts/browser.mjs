import { existsSync } from "node:fs"
import { chromium } from "playwright-core"

/** Debian's browser; `CHROMIUM` names another one. */
export const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium"

export const chromiumIsThere = existsSync(chromiumPath)

/** A browser that asks nobody but the service: no updates, no accounts, no look-ups of its own. */
export const launchChromium = () =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync"
    ]
  })
