import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { promisify } from "node:util"

/** The short form of `npm run simulate -- --replicas 3`. */
const simulate = (...options: ReadonlyArray<string>) =>
  promisify(execFile)(process.execPath, ["scripts/simulate.mjs", "--replicas", "3", "--days", "2", ...options]).then(({ stdout }) => stdout)

const digestOf = (output: string) => /digest (\w+)/.exec(output)?.[1]

describe("the simulation of several replicas", () => {
  it("finds that all promises hold, and repeats a run by its seed", async () => {
    const [first, second] = await Promise.all([simulate("--seed", "5"), simulate("--seed", "5")])
    assert.include(first, "1 seeds, 2 days, 0 broken")
    assert.strictEqual(digestOf(first), digestOf(second))
    assert.isDefined(digestOf(first))
  })

  it("finds a fault that only several replicas have", async () => {
    assert.match(await simulate("--seed", "1", "--seeds", "4", "--sabotage", "sends-without-the-lease"),
      /sends-without-the-lease: found by seed/)
  })
})
