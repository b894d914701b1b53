// @ts-check

/** The wall mode: Esc leaves it, and the screen stays on. */
export const startWall = () => {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") location.assign("/")
  })
  const keepAwake = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => undefined)
  }
  document.addEventListener("visibilitychange", keepAwake)
  keepAwake()
}
