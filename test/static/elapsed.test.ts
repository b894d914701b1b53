import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

interface Countdown {
  readonly makeCountdown: (tick: (seconds: number) => void) => { readonly start: (milliseconds: number) => void }
}
interface Refresher {
  readonly makeRefresher: (load: () => Promise<void>, report: (error: unknown) => void) => { readonly within: (spread: number) => void }
}

const { makeCountdown }: Countdown = await import(new URL("../../static/scripts/shared/countdown.ts", import.meta.url).href)
const { makeRefresher }: Refresher = await import(new URL("../../static/scripts/shared/live/refresher.ts", import.meta.url).href)

/** Lets time pass. The device's own clock may be set meanwhile. */
const pass = (millis: number) => vi.advanceTimersByTime(millis)
const setClock = (millis: number) => vi.setSystemTime(Number(vi.getMockedSystemTime()) + millis)

describe("time that has passed on a page", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "setInterval", "clearTimeout", "clearInterval"] }))
  afterEach(() => void vi.useRealTimers())

  const hour = 3_600_000

  it("counts a countdown down, also where the device's clock is set back", () => {
    const seen: Array<number> = []
    makeCountdown((left) => seen.push(left)).start(5_000)
    pass(2_000)
    setClock(-hour)
    pass(3_000)
    expect(seen).toEqual([5, 4, 3, 2, 1, 0])
  })

  it("ends a countdown on a device that slept, during which only its own clock goes on", () => {
    const seen: Array<number> = []
    makeCountdown((left) => seen.push(left)).start(60_000)
    setClock(hour)
    pass(1_000)
    expect(seen).toEqual([60, 0])
  })

  it("runs a refresh when it is due, also where the device's clock is set ahead or back after it was planned", () => {
    for (const change of [hour, -hour]) {
      let loads = 0
      const refresher = makeRefresher(() => Promise.resolve(void loads++), () => undefined)
      refresher.within(60_000)
      setClock(change)
      // It is due sooner than the first one in any case.
      refresher.within(1)
      pass(1_000)
      expect(loads).toBe(1)
    }
  })
})
