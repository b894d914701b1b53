import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import { named } from "../../src/Domain/Command.ts"
import { testing } from "../../src/Domain/Messages.ts"
import { Ledger } from "../../src/Ledger.ts"
import { Notifier } from "../../src/Notifier.ts"
import { networkOf } from "../lib/doubles/Network.ts"
import { productsTonight } from "../lib/doubles/ProductsTonight.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { date } from "../lib/Stored.ts"
import { members, testService } from "../lib/TestService.ts"

const friday = date("2026-11-20")

// Rule 7.23.
describe("a receiver that responds with 410", () => {
  it.scoped("gets no more requests until a person sends a message again or a test message", () => {
    let isOff = true
    let requests = 0
    const receiver = productsTonight.filter(({ title }) => title === "Standard Webhooks")
      .map((product) => ({ ...product, refusals: { ...product.refusals, permanent: { status: 410 } } }))
    const { chat } = networkOf(receiver, () => {
      requests++
      return isOff ? "permanent" : null
    })
    const clock = quickClock(DateTime.unsafeMake(`${friday}T10:00:00+08:00`).epochMillis)
    const service = testService({ at: "", clock, config: { file: members({ ...receiver[0]?.settings }) }, chat, watch: "1 hour" })
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      const notifier = yield* Notifier
      const enter = (cents: number) =>
        Effect.zipRight(
          ledger.carryOut({ _tag: "Correct", date: friday, cents: cents as Cents, reason: "" }, named("小王")),
          clock.pass("1 minute")
        )
      const newest = Effect.map(notifier.list({ limit: 1 }), ([message]) => message)
      yield* clock.pass("1 minute")
      yield* enter(100_000)
      assert.deepStrictEqual([requests, (yield* newest)?.state], [1, "failed"])

      yield* enter(100_100)
      const stopped = yield* newest
      assert.deepStrictEqual([requests, stopped?.state], [1, "failed"])
      assert.match(stopped?.failure ?? "", /wants no more messages: set chat_webhook_url .*this one was not sent/)

      yield* notifier.resend(stopped?.id ?? 0, { permit: Effect.void, chat: undefined, by: "admin" })
      yield* clock.pass("1 minute")
      assert.deepStrictEqual([requests, (yield* newest)?.state], [2, "failed"])

      isOff = false
      yield* enter(100_200)
      assert.deepStrictEqual([requests, (yield* newest)?.state], [2, "failed"])

      const test = yield* notifier.testPush(testing({ date: friday, cents: undefined, reason: "", actor: "admin" }, undefined))
      assert.deepStrictEqual(test.map(({ verdict }) => verdict), ["delivered"])
      yield* enter(100_300)
      assert.deepStrictEqual([requests, (yield* newest)?.state], [4, "delivered"])
    }).pipe(Effect.provide(service.layer))
  })
})
