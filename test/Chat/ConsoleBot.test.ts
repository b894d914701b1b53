import { assert, describe, it } from "@effect/vitest"
import { Console, Effect } from "effect"
import * as ConsoleBot from "../../src/Chat/ConsoleBot.ts"
import { compose, type MessageContext, toText } from "../../src/Chat/Message.ts"
import { day } from "./Samples.ts"

const shop: MessageContext = { shopName: "示例门店", keyword: "" }

// Rule 7.13.
describe("the console bot", () => {
  it.effect("prints the text format and delivers", () =>
    Effect.gen(function*() {
      const printed: Array<string> = []
      const recording = Effect.map(Console.consoleWith(Effect.succeed), (console) => ({
        ...console,
        log: (...values: ReadonlyArray<unknown>) => Effect.sync(() => void printed.push(values.join(" ")))
      }))
      const answer = yield* Effect.withConsole(ConsoleBot.send(shop, day()), yield* recording)
      assert.strictEqual(answer.verdict, "delivered")
      assert.deepStrictEqual(printed, [toText(compose(day(), shop))])
    }))
})
