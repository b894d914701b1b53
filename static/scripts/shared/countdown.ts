/**
 * Counts down once per second.
 * @param tick called with the seconds that are left; 0 is the last call
 */
export const makeCountdown = (tick: (seconds: number) => void) => {
  let timer: ReturnType<typeof setInterval> | undefined
  let whole = 0
  let began = { passed: 0, clock: 0 }

  const stop = () => clearInterval(timer)

  const look = () => {
    // While a device sleeps, only its wall clock may advance. A wall clock that is set back shows less time than has passed. So the
    // larger of both times counts.
    const passed = Math.max(performance.now() - began.passed, Date.now() - began.clock)
    const seconds = Math.max(0, Math.ceil((whole - passed) / 1000))
    if (seconds === 0) stop()
    tick(seconds)
  }

  return {
    start: (milliseconds: number) => {
      stop()
      whole = milliseconds
      began = { passed: performance.now(), clock: Date.now() }
      timer = setInterval(look, 1000)
      look()
    },
    stop,
    /** Calls `tick` outside of the rhythm, after a change of language. */
    look
  }
}
