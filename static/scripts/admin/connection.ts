import { byId, setText, show } from "../shared/dom.ts"
import { onLanguage, t } from "../shared/language.ts"
import { watchBuild } from "../shared/live/build.ts"
import type { Clock } from "../shared/live/clock.ts"
import { startLive } from "../shared/live/stream.ts"
import type { Connection } from "../shared/live/stream.ts"
import { goToSignIn } from "../shared/session.ts"

/** Says whether the page is connected, and whether a newer one is there. */
export const startConnection = (clock: Clock, refresh: () => void) => {
  let connection: Connection | "new" = "new"
  let reload: (() => void) | null = null
  const render = () => {
    const state = connection === "open" ? "on" : connection === "new" ? "connecting" : "off"
    byId("pulse").dataset.state = state
    setText(byId("pulse-text"), t(`live.${state}`))
    show(byId("banner"), connection === "lost" || reload !== null)
    show(byId("reload"), reload !== null)
    setText(byId("banner-text"), t(connection === "lost" ? "stale.admin" : "new.build"))
  }
  const build = watchBuild((act) => {
    // The page is never reloaded without a tap, because a person may be typing.
    reload = act
    render()
  })
  byId("reload").addEventListener("click", () => reload?.())
  onLanguage(render)
  startLive({
    onTick: (serverNow) => clock.hear(serverNow),
    onRefresh: refresh,
    onReturn: refresh,
    onSignedOut: () => goToSignIn(true),
    onConnection: (now) => {
      connection = now
      render()
      if (now === "open") build.check()
    }
  })
}
