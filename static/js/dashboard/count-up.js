// @ts-check

const duration = 900

/**
 * Counts up from 0 to `amount` once; without animation if the user prefers reduced motion.
 * @param {number} amount @param {(amount: number) => void} paint
 */
export const countUp = (amount, paint) => {
  paint(amount)
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return
  const start = performance.now()
  /** @param {number} now */
  const step = (now) => {
    const part = Math.min(1, Math.max(0, (now - start) / duration))
    paint(part === 1 ? amount : Math.round(amount * (1 - (1 - part) ** 4) * 100) / 100)
    if (part < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
