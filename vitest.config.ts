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
    // Generous: a busy machine is slow, and no test waits for a time to pass.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Browsers, processes and servers are waited for half of the time, so four files share two cores.
    // Always four: a worker that is ended while idle fails the run.
    minWorkers: 4,
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst },
    // Tests keep no state in modules, so files share what they import: that is half of the suite's time.
    isolate: false,
    // The shop's calendar must never depend on the machine's own zone.
    env: { TZ: "America/New_York" }
  }
})
