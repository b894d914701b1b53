import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, type Duration, Effect } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import { named } from "../../src/Domain/Command.ts"
import { mainChat } from "../../src/Domain/Topic.ts"
import { Ledger } from "../../src/Ledger.ts"
import { Notifier } from "../../src/Notifier.ts"
import { type Fault, networkOf } from "../lib/doubles/Network.ts"
import { productsTonight } from "../lib/doubles/ProductsTonight.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { date } from "../lib/Stored.ts"
import { members, testService } from "../lib/TestService.ts"

const friday = date("2026-11-20")

/** The first product is that of the top-level keys. Each other product is a chat with its own name. */
const settings = {
  ...productsTonight[0]?.settings,
  chats: productsTonight.slice(1).map(({ settings: { chat_keyword, chat_kind, chat_secret, chat_webhook_url }, title }) => ({
    name: title,
    url: chat_webhook_url,
    secret: chat_secret,
    keyword: chat_keyword,
    kind: chat_kind
  }))
}

const lines = productsTonight.map(({ title }, index) => ({ title, chat: index === 0 ? mainChat : title }))

const success = (title: string): string => title === "Teams" ? "accepted" : "delivered"

// Rules 7.6, 7.7 and 7.24.
describe("chats of every product", () => {
  it.scoped("get each message at once while any one of them hangs and then refuses everything", () => {
    let broken = ""
    let requests = 0
    const { arrived, chat } = networkOf(productsTonight,
      ({ title }): Fault | null => title !== broken ? null : (requests += 1) === 1 ? "silent" : "transient")
    const clock = quickClock(DateTime.unsafeMake(`${friday}T10:00:00+08:00`).epochMillis)
    const service = testService({ at: "", clock, config: { file: members(settings) }, chat, watch: "1 hour" })
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      const notifier = yield* Notifier
      const newest = (chat: string) => Effect.map(notifier.list({ limit: 1, chat }), ([message]) => message)
      const isTaken = (chat: string) => Effect.map(newest(chat), (message) => message !== undefined && message.deliveredAt !== null)
      /** Lets time pass step by step, because the work that a step starts may take real time. */
      const until = Effect.fnUntraced(function*(what: string, step: Duration.DurationInput, isSo: Effect.Effect<boolean>) {
        for (let tries = 0; tries < 300 && !(yield* isSo); tries++) yield* clock.pass(step)
        assert.isTrue(yield* isSo, what)
      })
      // A bot may have used up its limit before the service started.
      yield* clock.pass("5 minutes")
      for (const [round, product] of lines.entries()) {
        broken = product.title
        requests = 0
        const begun = yield* Clock.currentTimeMillis
        yield* ledger.carryOut({ _tag: "Correct", date: friday, cents: 100_000 + round as Cents, reason: broken }, named("小王"))
        for (const other of lines.filter((line) => line !== product)) {
          const what = `${other.title} while ${broken} is broken`
          yield* until(what, 0, isTaken(other.chat))
          const attempts = (yield* newest(other.chat))?.attempts.map(({ at, verdict }) => [at - begun, verdict])
          assert.deepStrictEqual(attempts, [[0, success(other.title)]], what)
        }
        yield* until(broken, "10 seconds", Effect.sync(() => requests >= 2))
        assert.isFalse(yield* isTaken(product.chat), broken)
        broken = ""
        yield* until(product.title, "1 minute", isTaken(product.chat))
      }
      for (const { chat, title } of lines) {
        const messages = (yield* notifier.list({ limit: 20, chat })).toReversed()
        assert.deepStrictEqual(messages.map(({ announcement, state }) => `${announcement?.kind} ${state}`), [
          `entered ${success(title)}`,
          ...productsTonight.slice(1).map(() => `corrected ${success(title)}`)
        ])
        // Each message is in the group once, in the order of the changes.
        const reasons = arrived.filter(({ product }) => product === title).map(({ body }) =>
          productsTonight.findIndex((product) => body.includes(product.title === "Feishu" ? "1,000.00" : `原因：${product.title}`))
        )
        assert.deepStrictEqual(reasons, [...productsTonight.keys()], title)
      }
    }).pipe(Effect.provide(service.layer))
  })
})
