// @ts-check
import { pauseAfter } from "./backoff.js"

/** Without a tick for so long (two and a half heartbeats) the figures count as stale. */
const staleAfter = 75_000

/**
 * Keeps one event stream open for as long as the page lives.
 * @param {{
 *   onTick: (serverNow: string) => void,
 *   onRefresh: () => void,
 *   onReturn: () => void,
 *   onStale: (stale: boolean) => void,
 *   onOpen: (open: boolean) => void
 * }} page `onReturn`: the stream is back, the page is seen again, the network has returned
 */
export const startLive = (page) => {
  /** @type {EventSource | null} */
  let source = null
  let failures = 0
  let opened = 0
  let stale = false
  let heardAt = Date.now()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry

  const close = () => {
    clearTimeout(retry)
    retry = undefined
    source?.close()
    source = null
  }

  const heard = () => {
    heardAt = Date.now()
    if (!stale) return
    stale = false
    page.onStale(false)
  }

  const open = () => {
    close()
    const stream = new EventSource("/api/events")
    source = stream
    stream.onopen = () => {
      failures = 0
      opened += 1
      page.onOpen(true)
      if (opened > 1) page.onReturn()
    }
    stream.onmessage = (message) => {
      let event
      try {
        event = JSON.parse(message.data)
      } catch {
        return
      }
      if (event?.type === "tick") {
        heard()
        page.onTick(String(event.server_now))
      } else if (event?.type === "force_refresh") page.onRefresh()
    }
    // The browser's own reconnection gives up for good on a refusal (a proxy's 502), so it is not relied on.
    stream.onerror = () => {
      if (source === stream) lose()
    }
  }

  const lose = () => {
    close()
    page.onOpen(false)
    retry = setTimeout(open, pauseAfter(failures))
    failures += 1
  }

  const comeBack = () => {
    failures = 0
    if (source === null || Date.now() - heardAt > staleAfter) open()
    page.onReturn()
  }

  const watch = () => {
    if (Date.now() - heardAt <= staleAfter) return
    if (!stale) {
      stale = true
      page.onStale(true)
    }
    // Half-open: the stream looks alive and says nothing. While a retry is planned, that one is enough.
    if (source !== null && Date.now() - heardAt > staleAfter) lose()
  }

  setInterval(watch, 5_000)
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) comeBack()
  })
  addEventListener("online", comeBack)
  // A stream over a network that is gone stays silent; the browser knows at once.
  addEventListener("offline", lose)
  addEventListener("pageshow", (event) => {
    if (event.persisted) comeBack()
  })
  open()
}
