import { assert, describe, it } from "@effect/vitest"
import { soaking } from "../../../lab/proofs/soak/Soaking.ts"

/** The short form of `npm run lab -- soak`. */
describe("the service under load", () => {
  it("answers every reader, settles at its cutoff and refreshes every stream", async () => {
    const report = await soaking({ seconds: 5, streams: 200, quietMillis: 700 })
    assert.strictEqual(report.errors, 0)
    assert.isAtLeast(report.requests, 100)
    assert.isAtLeast(report.changes, 1)
    assert.isAtLeast(report.settledAfter, 0)
  })
})
