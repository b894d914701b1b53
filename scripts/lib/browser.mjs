import { existsSync } from "node:fs"
import { chromium } from "playwright-core"

/** Debian's Chromium, unless `CHROMIUM` names another path. */
export const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium"

export const chromiumIsThere = existsSync(chromiumPath)

/**
 * Of several lists the last counts, so this one has Playwright's names as well. The last two are pages of the browser's own, which it
 * loads behind each address bar: they take longer than the service's pages.
 */
const disabledFeatures = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup"
]

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
      "--disable-sync",
      `--disable-features=${disabledFeatures.join(",")}`
    ]
  })
