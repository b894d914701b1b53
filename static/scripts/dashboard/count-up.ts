const duration = 900

/** Counts up from 0 to `amount` once; without animation if the user prefers reduced motion. */
export const countUp = (amount: number, paint: (amount: number) => void) => {
  paint(amount)
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return
  const start = performance.now()
  const step = (now: number) => {
    const part = Math.min(1, Math.max(0, (now - start) / duration))
    paint(part === 1 ? amount : Math.round(amount * (1 - (1 - part) ** 4) * 100) / 100)
    if (part < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
