import { forThisTab } from "../store.ts"
import { upTo } from "./chance.ts"

/** The fewest milliseconds between two reloads, even if the server's ETags change all the time. */
const leastBetween = 600_000

/** Milliseconds to wait, so that the page's other requests come first. */
const afterOthers = 5_000

/**
 * The server's build, from the ETag of the page, because the page names its files by their content; null if the server cannot be
 * asked.
 */
const fingerprint = async (): Promise<string | null> => {
  try {
    const response = await fetch(location.pathname, { method: "HEAD", cache: "no-store" })
    return response.ok ? response.headers.get("ETag") : null
  } catch {
    return null
  }
}

/**
 * Detects that the server serves another build than the one of this page. Call `check` whenever the stream opens: an upgrade always
 * ends the stream.
 * @param onNewBuild called once
 */
export const watchBuild = (onNewBuild: (reload: () => void) => void) => {
  /** The service worker adds the build's name to a page that it has stored. */
  let own: string | null = document.documentElement.dataset["build"] ?? null
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
    const seen = await fingerprint()
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
