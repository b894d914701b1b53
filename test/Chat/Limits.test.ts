import { assert, describe, it } from "@effect/vitest"
import { productOf } from "../../src/Chat/Products.ts"
import { reserve, started } from "../../src/Chat/RateLimit.ts"
import { type ChatKind, chatKinds } from "../../src/Config/Chats.ts"

const second = 1_000
const minute = 60_000

/** The most requests of each product within a time. A bot never gets more. */
const most: Record<ChatKind, ReadonlyArray<readonly [window: number, count: number]>> = {
  feishu: [[second, 5], [minute, 94]],
  dingtalk: [[minute, 18]],
  wecom: [[minute, 18]],
  slack: [[second, 1]],
  discord: [[second, 2]],
  telegram: [[second, 1], [minute, 18]],
  teams: [[second, 3]],
  googlechat: [[second, 1]],
  email: [[second, 1]],
  webhook: [[second, 4]]
}

/**
 * The instants of requests that are sent as fast as allowed, after two starts. The second start may come at any moment after the
 * first.
 */
const sent = (kind: ChatKind, restart: number): ReadonlyArray<number> => {
  const { limits } = productOf("", kind)
  const found: Array<number> = []
  let now = 0
  for (const end of [restart, 3 * minute]) {
    let state = started(limits, now)
    while (now < end) {
      const place = reserve(limits, state, now)
      now += place.waitMillis
      state = place.state
      if (now < end) found.push(now)
    }
    now = end
  }
  return found
}

describe("the limits of each product", () => {
  it.each(chatKinds)("%s: hold in any window, also over a restart", (kind) => {
    for (const restart of [0, 1, 999, 4_001, 61_500]) {
      const times = sent(kind, restart)
      for (const [window, count] of most[kind]) {
        // A window includes its beginning, but not its end.
        const busiest = Math.max(...times.map((first) => times.filter((at) => at >= first && at < first + window).length))
        assert.isAtMost(busiest, count, `${count} in ${window} ms`)
      }
    }
  })
})
