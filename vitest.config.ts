import { defineConfig } from "vitest/config"
import { engines } from "./package.json"
import { isSupported, linesOf } from "./scripts/node/supported.cjs"
import AfterRun from "./test/lib/AfterRun.ts"

if (!isSupported(engines.node, process.versions.node)) {
  throw new Error(`this is Node.js ${process.versions.node}, expected ${linesOf(engines.node)}: npm test has one from npm`)
}

/** What both suites have in common. */
export const shared = {
  // Long, because a busy machine is slow; no test waits for this time to pass.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Tests keep no state in modules, so files can share the modules that they import, which halves the suite's time.
  isolate: false,
  reporters: ["default", new AfterRun()],
  setupFiles: ["test/lib/Properties.ts"],
  // The shop's calendar must never depend on the machine's zone.
  env: { TZ: "America/New_York" }
}

/** Always as many workers: vitest fails a run if it ends a worker while that is idle. */
export const workers = (count: number) => ({ minWorkers: count, maxWorkers: count })

/** What runs inside the test runner, on virtual edges or in memory. `vitest.system.config.ts` has the rest. */
export default defineConfig({
  // A third of the time a file waits for its own requests, so three files keep two cores busy.
  test: { ...shared, ...workers(3), include: ["test/**/*.test.ts"], exclude: ["test/system/**"] }
})
