import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 20_000,
    maxWorkers: 2,
    minWorkers: 1,
    // Tests keep no state in modules, so files share what they import: that is half of the suite's time.
    isolate: false,
    // The shop's calendar must never depend on the machine's own zone.
    env: { TZ: "America/New_York" }
  }
})
