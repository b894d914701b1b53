import { assert, describe, it } from "@effect/vitest"
import { tortureReplicas } from "../../../proofs/torture/Replicas.ts"

/** The short form of `npm run torture -- --database postgres`: real processes and a real server, each strike once. */
describe("Three replicas on one server", () => {
  it("lose nothing, settle the day once and announce everything in order, while they and the server are struck", { timeout: 240_000 },
    async () => {
      const { days, messages, records, strikes } = await tortureReplicas(8, {
        kills: 1,
        replicas: 3,
        pauseMillis: 4_000,
        // `npm run torture` allows 5 s; a machine that runs tests is busy.
        takeoverWithin: 30_000
      })
      assert.deepStrictEqual(Object.values(strikes), [1, 1, 1, 1, 1, 1])
      assert.strictEqual(days, 1)
      assert.isAtLeast(records, 2)
      assert.isAtLeast(messages.arrived, 2)
    })
})
