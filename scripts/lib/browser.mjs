import { existsSync } from "node:fs"
import { chromium } from "playwright-core"

/** Debian's Chromium, unless `CHROMIUM` names another path. */
export const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium"

export const chromiumIsThere = existsSync(chromiumPath)

/** A browser that connects only to the service: no updates, no accounts, no background requests. */
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
