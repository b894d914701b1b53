import { defineConfig } from "vitest/config"
import { SlowestFirst } from "./test/system/lib/SlowestFirst.ts"
import { shared, workers } from "./vitest.config.ts"

/** What starts a browser, a database server, the service, a command, nginx, Nix, a proof or the benchmark. */
export default defineConfig({
  test: {
    ...shared,
    // A file with its browser, processes or server keeps both of two cores busy. More at once take longer in all, and starve processes
    // that have to answer in time.
    ...workers(2),
    include: ["test/system/**/*.test.ts"],
    globalSetup: ["test/system/lib/Built.ts", "test/system/lib/PostgresSetup.ts"],
    sequence: { sequencer: SlowestFirst }
  }
})
