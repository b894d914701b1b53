// @ts-check
import { forThisTab } from "./store.js"
import { upTo } from "./chance.js"

/** Milliseconds without a key, a click or a touch that make a moment quiet. */
const quietFor = 60_000

/** At most one reload in so many milliseconds, whatever the server's ETags do. */
const leastBetween = 600_000

/** The page and every file it was built from. */
const files = () => [
  location.pathname,
  ...Array.from(document.querySelectorAll("script[src], link[rel~='modulepreload'], link[rel='stylesheet']"), (element) =>
    element.getAttribute("src") ?? element.getAttribute("href") ?? "")
]

/** The server's build as its ETags tell it; null where one could not be asked. @returns {Promise<string | null>} */
const fingerprint = async () => {
  try {
    const tags = await Promise.all(files().map(async (path) => {
      const response = await fetch(path, { method: "HEAD", cache: "no-store" })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return response.headers.get("ETag") ?? ""
    }))
    return tags.join(" ")
  } catch {
    return null
  }
}

/**
 * Notices that the server serves another build than the one this page came from. `check` is to be called when the
 * stream is back: an upgrade always cuts it.
 * @param {(reload: () => void) => void} onNewBuild
 */
export const watchBuild = (onNewBuild) => {
  /** @type {string | null} */
  let own = null
  let told = false

  const reload = () => {
    const last = Number(forThisTab.get("reloaded-at") ?? 0)
    if (Math.abs(Date.now() - last) < leastBetween) return
    forThisTab.set("reloaded-at", String(Date.now()))
    location.reload()
  }

  return {
    check: async () => {
      const seen = await fingerprint()
      if (seen === null || told) return
      own ??= seen
      if (seen === own) return
      told = true
      onNewBuild(reload)
    }
  }
}

/** Calls `act` once nobody has touched the page for a while; at once in a wall's or a hidden page. @param {() => void} act */
export const atAQuietMoment = (act) => {
  let touchedAt = Date.now()
  const touched = () => {
    touchedAt = Date.now()
  }
  for (const kind of ["pointerdown", "pointermove", "keydown"]) addEventListener(kind, touched, { passive: true })
  const unattended = () => document.hidden || document.documentElement.classList.contains("wall")
  const look = () => {
    if (unattended() || Date.now() - touchedAt > quietFor) act()
    else setTimeout(look, 5_000)
  }
  setTimeout(look, upTo(5_000))
}
