// @ts-check
import { upTo } from "./chance.js"
import { forThisTab } from "./store.js"

/** Milliseconds without a key, a click or a touch that make a moment quiet. */
const quietFor = 60_000

/** At most one reload in so many milliseconds, whatever the server's ETags do. */
const leastBetween = 600_000

/** Milliseconds that the page's own work goes before this. */
const afterOthers = 5_000

/** The page and every file it was built from: each stands in the document as a script, a preload or a stylesheet. */
const files = () => {
  const elements = document.querySelectorAll("script[src], link[rel='modulepreload'], link[rel='stylesheet']")
  const paths = Array.from(elements, (element) => element.getAttribute("src") ?? element.getAttribute("href") ?? "")
  return [...new Set([location.pathname, ...paths])]
}

/** The server's build as its ETags tell it; null where one could not be asked. @param {string[]} paths @returns {Promise<string | null>} */
const fingerprint = async (paths) => {
  try {
    const tags = await Promise.all(paths.map(async (path) => {
      const response = await fetch(path, { method: "HEAD", cache: "no-store" })
      if (response.status >= 500) throw new Error(`HTTP ${response.status}`)
      return response.ok ? response.headers.get("ETag") ?? "" : "gone"
    }))
    return tags.join(" ")
  } catch {
    return null
  }
}

/**
 * Notices that the server serves another build than the one this page came from. `check` is to be called whenever the
 * stream opens: an upgrade always cuts it.
 * @param {(reload: () => void) => void} onNewBuild called once
 */
export const watchBuild = (onNewBuild) => {
  /** @type {string[]} */
  let paths = []
  /** @type {string | null} */
  let own = null
  let told = false
  let planned = false

  const reload = () => {
    const since = Date.now() - Number(forThisTab.get("reloaded-at") ?? 0)
    if (since >= 0 && since < leastBetween) {
      setTimeout(reload, leastBetween - since)
      return
    }
    forThisTab.set("reloaded-at", String(Date.now()))
    location.reload()
  }

  const look = async () => {
    planned = false
    if (paths.length === 0) paths = files()
    const seen = await fingerprint(paths)
    if (seen === null || told) return
    own ??= seen
    if (seen === own) return
    told = true
    onNewBuild(reload)
  }

  return {
    check: () => {
      if (planned || told) return
      planned = true
      setTimeout(look, afterOthers + upTo(afterOthers))
    }
  }
}

/** Calls `act` once nobody has touched the page for a while; soon where nobody can: a wall, a hidden page. @param {() => void} act */
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
