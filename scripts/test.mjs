import { spawnSync } from "node:child_process"
import { sideBySide } from "./lib/side-by-side.mjs"

// Runs every check that decides whether a change is right. Arguments are passed to vitest.
const isSound = await sideBySide(["scripts/check.mjs"], ["scripts/lint.mjs"], ["scripts/build.mjs"])
process.exitCode = isSound
  ? spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1
  : 1
