import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { sideBySide } from "./lib/side-by-side.mjs"

// Runs before a commit: the types of everything, because a change can break another file; format and lint of what is staged.
const staged = execFileSync("git", ["diff", "--cached", "--name-only", "-z", "--diff-filter=d"], { encoding: "utf8" })
  .split("\0").filter((path) => /\.[cm]?[jt]s$/.test(path) && existsSync(path))

const perFile = staged.length === 0 ? [] : [
  ["scripts/format.mjs", "--check", ...staged],
  ["node_modules/eslint/bin/eslint.js", "--max-warnings=0", "--no-warn-ignored", ...staged]
]

if (!await sideBySide(["scripts/check.mjs"], ...perFile)) process.exitCode = 1
