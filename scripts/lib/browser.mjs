import { existsSync } from "node:fs"
import { chromium } from "playwright-core"

/** A Chromium that draws no windows: the tests take two thirds of the time with it. */
const withoutWindows = "/usr/bin/chromium-headless-shell"

/** The path of Debian's Chromium, preferably the one without windows, unless `CHROMIUM` names another path. */
export const chromiumPath = process.env.CHROMIUM ?? (existsSync(withoutWindows) ? withoutWindows : "/usr/bin/chromium")

export const chromiumIsThere = existsSync(chromiumPath)

/**
 * Only the last list of features counts, so this one repeats Playwright's names. The last three are processes for a page that may
 * be opened next, and the browser's own pages behind each address bar: they take longer than the service's pages.
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
