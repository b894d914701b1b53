// @ts-check

/** Counts down once a second to an instant of the browser's clock. @param {(seconds: number) => void} tick called with the seconds that are left; 0 is the last call */
export const makeCountdown = (tick) => {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer
  let until = 0

  const stop = () => clearInterval(timer)

  const look = () => {
    const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
    if (seconds === 0) stop()
    tick(seconds)
  }

  return {
    /** @param {number} instant milliseconds since 1970 */
    start: (instant) => {
      stop()
      until = instant
      timer = setInterval(look, 1000)
      look()
    },
    stop,
    /** Calls `tick` between two seconds, after a change of language. */
    look
  }
}
