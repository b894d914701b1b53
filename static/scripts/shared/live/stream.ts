import { pauseAfter } from "./backoff.ts"
import { makeEventReader } from "./events.ts"

/** The server writes to every stream at least every 2 s; a stream that is silent for longer than this counts as lost. */
const silentFor = 4_500

/** Milliseconds without a byte after which another attempt is made. */
const givenUpAfter = 12_000

/**
 * `open`: the server was heard from a moment ago. `cut`: the stream ended and may come back at once. `lost`: nothing was received
 * for too long, or the browser is offline.
 */
export type Connection = "open" | "cut" | "lost"

/**
 * Keeps one event stream open while the page exists. It is read with `fetch`: an EventSource hides the comments that show that a
 * connection still works, and stops for good after a refusal (such as a proxy's 502).
 * @param page `onReturn`: the stream is back, the page is seen again, the network has returned; `onMissed`: an attempt has failed
 */
export const startLive = (
  page: {
    onTick: (serverNow: string) => void
    onRefresh: () => void
    onReturn: () => void
    onMissed?: () => void
    onSignedOut: () => void
    onConnection: (connection: Connection) => void
  }
) => {
  let attempt: AbortController | null = null
  let failures = 0
  let heardAt = Date.now()
  let connection: Connection | "new" = "new"
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let giveUp: ReturnType<typeof setTimeout> | undefined

  const become = (next: Connection) => {
    if (connection === next) return
    const returned = next === "open" && connection !== "new"
    connection = next
    page.onConnection(next)
    if (returned) page.onReturn()
  }

  const watchSilence = () => {
    clearTimeout(silence)
    silence = setTimeout(() => become("lost"), silentFor)
  }

  const watchAttempt = () => {
    clearTimeout(giveUp)
    giveUp = setTimeout(() => end(), givenUpAfter)
  }

  const heard = () => {
    heardAt = Date.now()
    failures = 0
    watchSilence()
    watchAttempt()
    become("open")
  }

  const close = () => {
    clearTimeout(retry)
    clearTimeout(giveUp)
    attempt?.abort()
    attempt = null
  }

  const read = async (signal: AbortSignal) => {
    const response = await fetch("api/events", { signal, headers: { Accept: "text/event-stream" } })
    if (response.status === 401) page.onSignedOut()
    if (!response.ok || response.body === null) return
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const eventsOf = makeEventReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      if (signal.aborted) return
      heard()
      for (const event of eventsOf(value)) {
        if (event.type === "tick") page.onTick(String(event.server_now))
        else if (event.type === "force_refresh" || event.type === "change") page.onRefresh()
      }
    }
  }

  const open = async () => {
    close()
    const mine = new AbortController()
    attempt = mine
    watchAttempt()
    await read(mine.signal).catch(() => undefined)
    if (attempt === mine) end()
  }

  const end = () => {
    close()
    if (connection !== "lost") become("cut")
    retry = setTimeout(open, pauseAfter(failures))
    failures += 1
    if (failures > 1) page.onMissed?.()
  }

  const comeBack = () => {
    failures = 0
    if (attempt === null || Date.now() - heardAt > silentFor) void open()
    page.onReturn()
  }

  watchSilence()
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) comeBack()
  })
  addEventListener("online", comeBack)
  addEventListener("offline", () => {
    become("lost")
    end()
  })
  addEventListener("pageshow", (event) => {
    if (event.persisted) comeBack()
  })
  void open()
  return { heardAt: () => heardAt }
}
