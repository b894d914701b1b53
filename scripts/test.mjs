import { existsSync } from "node:fs"
import { sideBySide } from "./lib/side-by-side.mjs"
import { systemTests } from "./lib/system-tests.mjs"
import { vitest } from "./lib/vitest.mjs"

// Every check of a change that needs nothing but Node. With names, only the test files that have one of them in their path; the tests
// that start programs with `system`, all or those of some subjects: npm test -- system browser postgres
const args = process.argv.slice(2)
const names = args.filter((word) => !word.startsWith("-"))

if (names.some((name) => /(^|\/)system(\/|$)/.test(name))) process.exitCode = systemTests(args.filter((word) => word !== "system"))
else {
  const checks = [["scripts/check.mjs"], ["scripts/lint.mjs"], ["scripts/build.mjs"]]
  // Some tests serve the built pages.
  const build = existsSync("dist/pages") ? [] : [["scripts/build.mjs"]]
  const isSound = await sideBySide(...(names.length === 0 ? checks : build))
  process.exitCode = isSound ? vitest("vitest.config.ts", args) : 1
}
