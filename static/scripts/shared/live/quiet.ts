import { upTo } from "./chance.ts"

/** The milliseconds without a key press, a click or a touch after which the page counts as unused. */
const quietFor = 60_000

/** Calls `act` when the page has been unused for a while; soon on a wall or a hidden page, which nobody touches. */
export const atAQuietMoment = (act: () => void) => {
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
