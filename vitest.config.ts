import { defineConfig } from "vitest/config"
import { engines } from "./package.json"
import { isSupported, linesOf } from "./scripts/node/supported.cjs"
import { SlowestFirst } from "./test/lib/SlowestFirst.ts"

if (!isSupported(engines.node, process.versions.node)) {
  throw new Error(`this is Node.js ${process.versions.node}, expected ${linesOf(engines.node)}: npm run vitest -- run has one from npm`)
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/lib/Built.ts", "test/lib/PostgresSetup.ts"],
    // Long, because a busy machine is slow; no test waits for this time to pass.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A file with its browser, processes or server keeps both of two cores busy. More files at once take longer in all, and starve
    // processes that have to answer in time. Always two: vitest fails a run if it ends a worker while that is idle.
    minWorkers: 2,
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    // Tests keep no state in modules, so files can share the modules that they import, which halves the suite's time.
    isolate: false,
    // The shop's calendar must never depend on the machine's zone.
    env: { TZ: "America/New_York" }
  }
})
