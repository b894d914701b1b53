import { spawnSync } from "node:child_process"

/** Runs vitest with a configuration and its own arguments. Returns its exit code. */
export const vitest = (config, args) =>
  spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--config", config, ...args], { stdio: "inherit" }).status ?? 1
