import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { LocalDate } from "../src/Domain/LocalDate.ts"
import { Ledger } from "../src/Ledger.ts"
import { testService } from "./lib/TestService.ts"

const today = "2026-03-14" as LocalDate

it.scoped("settles the day at the cutoff and tells the chat once", () => {
  const { bot, layer } = testService({ at: "2026-03-14T22:59:00+08:00" })
  return Effect.gen(function*() {
    const ledger = yield* Ledger
    yield* TestClock.adjust("59 seconds")
    assert.isUndefined((yield* ledger.book).byDate.get(today))
    yield* TestClock.adjust("2 seconds")
    const day = (yield* ledger.book).byDate.get(today)
    assert.strictEqual(day?.isFinal, true)
    assert.strictEqual(day?.source, "generated")
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(bot.sent.map(({ announcement }) => announcement.kind), ["daily"])
  }).pipe(Effect.provide(layer))
})
