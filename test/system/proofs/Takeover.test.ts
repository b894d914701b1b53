import { assert, it } from "@effect/vitest"
import { attack } from "../../../lab/proofs/takeover/Takeover.ts"

const seed = 8

/** The short form of `npm run lab -- takeover`: the strikes that a shop meets, and those that nothing but the lock withstands. */
it("three processes serve one database in turn, and lose, settle and announce nothing twice", async () => {
  const takeovers: Array<string> = []
  const { acknowledged, days } = await attack(seed, {
    rounds: 5,
    kinds: ["kill -9", "network silent", "COMMIT lost silently", "stop", "standby away"],
    progress: (kind) => takeovers.push(kind)
  })
  assert.strictEqual(takeovers.length, 5)
  assert.strictEqual(days, 5)
  assert.isAbove(acknowledged, 10)
})
