import { existsSync } from "node:fs"
import { chromium } from "playwright-core"

/** Chromium draws a window for each visitor, also where nobody sees one: without windows, the tests need two thirds of the time. */
const withoutWindows = "/usr/bin/chromium-headless-shell"

/** Debian's Chromium, the one without windows if both are there, unless `CHROMIUM` names another path. */
export const chromiumPath = process.env.CHROMIUM ?? (existsSync(withoutWindows) ? withoutWindows : "/usr/bin/chromium")

export const chromiumIsThere = existsSync(chromiumPath)

/**
 * Of several lists the last counts, so this one has Playwright's names as well. The last three are processes for a page that may be
 * opened next, and pages of the browser's own, which it loads behind each address bar: they take longer than the service's pages.
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
  "SpareRendererForSitePerProcess",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup"
]

/** A browser that connects only to the service, with few processes: no updates, no accounts, no background requests. */
export const launchChromium = () =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-software-rasterizer",
      "--in-process-gpu",
      "--renderer-process-limit=1",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${disabledFeatures.join(",")}`
    ]
  })
