import { assert, describe, it } from "@effect/vitest"
import { fuzzing } from "../../../lab/proofs/fuzz/Fuzzing.ts"

/** The short form of `npm run lab -- fuzz`. */
describe("the service", () => {
  it("answers every request as its document declares, and neither fails nor hangs", async () => {
    const { byStatus, requests } = await fuzzing(7, 1_000)
    assert.isAtLeast(requests, 1_000)
    for (const status of [200, 400, 401, 404, 405, 415, 422]) assert.isTrue(byStatus.has(status), `no answer was ${status}`)
  })
})
