import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 20_000,
    // The shop's calendar must never depend on the machine's own zone.
    env: { TZ: "America/New_York" }
  }
})
