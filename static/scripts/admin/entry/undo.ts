import { makeCountdown } from "../../shared/countdown.ts"
import { byId, setText, show } from "../../shared/dom.ts"
import { currentOf } from "../../shared/entry/standing.ts"
import type { Standing } from "../../shared/entry/standing.ts"
import { askOwn, takeBack } from "../../shared/entry/take-back.ts"
import type { Own } from "../../shared/entry/take-back.ts"
import { dayLabel } from "../../shared/format/dates.ts"
import { minutesAndSeconds } from "../../shared/format/times.ts"
import { t } from "../../shared/language.ts"
import { save } from "./save.ts"

/**
 * Offers to undo what the person has changed last, for as long as the server allows it.
 * @param page `chosen` is the day that the page shows
 */
export const startUndo = (
  { changed, chosen, done, failed, who }: {
    who: () => Record<string, string>
    chosen: () => string
    done: (own: Own, after: Standing) => void
    failed: (error: unknown) => void
    changed: (current: Standing) => void
  }
) => {
  const button = byId("undo") as HTMLButtonElement
  let last: Own | null = null
  let asking = 0

  const drop = () => {
    asking += 1
    last = null
    countdown.stop()
    show(button, false)
  }

  const countdown = makeCountdown((seconds) => {
    if (last === null) return
    if (seconds === 0) return drop()
    const left = minutesAndSeconds(seconds)
    setText(button, last.date === chosen() ? t("undo.button", { left }) : t("undo.button.day", { day: dayLabel(last.date), left }))
  })

  button.addEventListener("click", async () => {
    if (last === null || button.disabled) return
    const own = last
    button.disabled = true
    try {
      const { after } = await takeBack(own.id, who(), save)
      drop()
      done(own, after)
    } catch (error) {
      const current = currentOf(error)
      if (current === undefined) failed(error)
      else {
        drop()
        changed(current)
      }
    }
    button.disabled = false
  })

  return {
    /** Asks what can be undone. */
    look: async () => {
      const mine = ++asking
      const own = await askOwn()
      if (mine !== asking) return
      // A confirmation has changed nothing.
      if (own === null || own.change === "confirmed") return drop()
      last = own
      show(button, true)
      countdown.start(own.seconds_left * 1000)
    },
    drop,
    relabel: countdown.look
  }
}
