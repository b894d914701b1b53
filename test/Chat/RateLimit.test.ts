import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { feishu } from "../../src/Chat/Feishu.ts"
import { type RateState, reserve as reserveWithin, started as startedWithin } from "../../src/Chat/RateLimit.ts"

const reserve = (state: RateState, now: number) => reserveWithin(feishu.limits, state, now)
const started = (now: number) => startedWithin(feishu.limits, now)

/** Sends requests one after another: each waits for its slot before the next slot is reserved. */
const sendAll = (state: RateState, from: number, gaps: ReadonlyArray<number>) => {
  const sent: Array<number> = []
  let now = from
  for (const gap of gaps) {
    now += gap
    const place = reserve(state, now)
    now += place.waitMillis
    state = place.state
    sent.push(now)
  }
  return { sent, state, now }
}

const most = (sent: ReadonlyArray<number>, window: number): number =>
  Math.max(0, ...sent.map((first) => sent.filter((at) => at >= first && at <= first + window).length))

const gaps = FastCheck.array(FastCheck.oneof(
  FastCheck.constant(0),
  FastCheck.integer({ min: 0, max: 700 }),
  FastCheck.integer({ min: 0, max: 70_000 })
), { maxLength: 250 })

describe("RateLimit", () => {
  // Rule 7.10.
  it("never lets more than 5 a second or 100 a minute through, whenever they come", () => {
    FastCheck.assert(FastCheck.property(gaps, (gaps) => {
      const { sent } = sendAll(started(0), 0, gaps)
      assert.isAtMost(most(sent, 1_000), 5)
      assert.isAtMost(most(sent, 60_000), 100)
    }))
  })

  it("keeps to the limits over restarts, although a new process knows nothing of the previous one", () => {
    FastCheck.assert(FastCheck.property(FastCheck.array(gaps, { maxLength: 6 }), (runs) => {
      const all: Array<number> = []
      let now = 0
      for (const run of runs) {
        const { now: end, sent } = sendAll(started(now), now, run.slice(0, 40))
        all.push(...sent)
        now = end
      }
      assert.isAtMost(most(all, 1_000), 5)
      assert.isAtMost(most(all, 60_000), 100)
    }))
  })

  it("gives concurrent requests slots one after another", () => {
    let state = sendAll(started(0), 0, []).state
    const waits = Array.from({ length: 6 }, () => {
      const place = reserve(state, 10_000)
      state = place.state
      return place.waitMillis
    })
    assert.deepStrictEqual(waits, [0, 250, 500, 750, 1_000, 1_334])
  })

  it("sustains 90 a minute", () => {
    const { now } = sendAll(started(0), 0, Array.from({ length: 180 }, () => 0))
    assert.isAtMost(now, 121_000)
  })

  it("waits no longer than its spacing after the clock was set back", () => {
    const { now, state } = sendAll(started(1_000_000), 1_000_000, [60_000])
    assert.isAtMost(reserve(state, now - 900_000).waitMillis, 250)
  })

  it("does not let a clock that swings fill the bucket", () => {
    let { now, state } = sendAll(started(1_000_000), 1_000_000, Array.from({ length: 10 }, () => 0))
    let waitMillis = 0
    for (let swing = 0; swing < 20; swing++) {
      now -= 500_000
      const place = reserve(state, now)
      state = place.state
      waitMillis = place.waitMillis
    }
    assert.isAtLeast(waitMillis, 20 * 667)
  })
})
