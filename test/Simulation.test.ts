import { assert, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { promisify } from "node:util"

/** The short form of `npm run simulate`. */
const simulate = (...options: ReadonlyArray<string>) =>
  promisify(execFile)(process.execPath, ["scripts/simulate.mjs", ...options]).then(({ stdout }) => stdout)

it("days of the shop, simulated, hold what the model says of them", async () => {
  assert.include(await simulate("--days", "25", "--seed", "3", "--seeds", "3"), "3 seeds, 75 days, 0 broken")
})

it("a fault that is put into the service is found by the simulation", async () => {
  assert.match(await simulate("--days", "40", "--seed", "3", "--sabotage", "skips-an-audit", "--no-shrink"), /skips-an-audit: found by seed 3/)
})
