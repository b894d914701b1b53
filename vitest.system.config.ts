import { defineConfig } from "vitest/config"
import { SlowestFirst } from "./test/system/lib/SlowestFirst.ts"
import { shared, workers } from "./vitest.config.ts"

/** What starts a browser, a database server, the service, a command, nginx, Nix, a proof or the benchmark. */
export default defineConfig({
  test: {
    ...shared,
    // Almost half of the time a file waits for what it has started, so three keep two cores busy.
    ...workers(3),
    include: ["test/system/**/*.test.ts"],
    globalSetup: ["test/system/lib/Built.ts", "test/system/lib/PostgresSetup.ts"],
    sequence: { sequencer: SlowestFirst }
  }
})
