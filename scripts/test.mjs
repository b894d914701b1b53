import { existsSync } from "node:fs"
import { sideBySide } from "./lib/side-by-side.mjs"
import { vitest } from "./lib/vitest.mjs"

// Every check of a change that needs nothing but Node. With names, only the test files that have one of them in their path.
const args = process.argv.slice(2)
const names = args.filter((word) => !word.startsWith("-"))
const checks = [["scripts/check.mjs"], ["scripts/lint.mjs"], ["scripts/build.mjs"]]
// Some tests serve the built pages.
const build = existsSync("dist/pages") ? [] : [["scripts/build.mjs"]]
const isSound = await sideBySide(...(names.length === 0 ? checks : build))
process.exitCode = isSound ? vitest("vitest.config.ts", args) : 1
