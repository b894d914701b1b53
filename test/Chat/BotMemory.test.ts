import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as BotMemory from "../../src/Chat/BotMemory.ts"
import { Database } from "../../src/Database.ts"
import { temporaryFile } from "../Database/TestFile.ts"

describe("the memory of bots", () => {
  it.scopedLive("outlives a restart, and keeps no address", () =>
    Effect.gen(function*() {
      const database = Database.layer(`file:${yield* temporaryFile}`)
      const run = <A>(work: (memory: typeof BotMemory.BotMemory.Service) => Effect.Effect<A>) =>
        Effect.scoped(Effect.provide(Effect.flatMap(BotMemory.BotMemory, work), Layer.provideMerge(BotMemory.stored, database)))
      yield* run(({ set }) => Effect.zipRight(set("chat pause", "https://bot/secret", "1"), set("chat pause", "https://bot/secret", "2")))
      assert.strictEqual(yield* run(({ get }) => get("chat pause", "https://bot/secret")), "2")
      const name = yield* run(({ installation }) => installation)
      assert.match(name ?? "", /^[0-9a-f]{16}$/)
      assert.deepStrictEqual(yield* run(({ installation }) => installation), name)
      assert.isUndefined(yield* run(({ get }) => get("chat pause", "https://bot/another")))
    }))
})
