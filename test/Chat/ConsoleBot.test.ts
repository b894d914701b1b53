import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { printMessage } from "../../src/Chat/Bot.ts"
import { compose, toText } from "../../src/Chat/Message.ts"
import { printingTo, StandardOutput } from "../../src/Logging/StandardStream.ts"
import type { Write } from "../../src/Logging/StandardStream.ts"
import { day, shop } from "./Samples.ts"

const sent = (write: Write) =>
  Effect.provideService(printMessage(shop, day(), 10_000), StandardOutput, printingTo({ write, isFile: () => false }))

const closed = Object.assign(new Error("write EPIPE"), { code: "EPIPE" })

// Rule 7.13.
describe("the console bot", () => {
  it.effect("prints the text format and delivers", () =>
    Effect.gen(function*() {
      const printed: Array<string> = []
      const answer = yield* sent((text, done) => {
        printed.push(text)
        done?.(undefined)
      })
      assert.strictEqual(answer.verdict, "delivered")
      assert.deepStrictEqual(printed, [`${toText(compose(day(), shop))}\n`])
    }))

  it.effect("keeps a message that cannot be printed waiting", () =>
    Effect.map(sent((_text, done) => done?.(closed)), ({ detail, verdict }) =>
      assert.deepStrictEqual([verdict, detail], ["transient", "Standard output does not take the message (write EPIPE)"])))

  it.effect("reports an unknown outcome for a message that nothing reads in time", () =>
    Effect.gen(function*() {
      const answer = yield* Effect.fork(sent(() => undefined))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(answer)).verdict, "unknown")
    }))
})
