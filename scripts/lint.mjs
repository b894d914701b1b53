import { sideBySide } from "./lib/side-by-side.mjs"

if (!await sideBySide(["scripts/format.mjs", "--check"], ["node_modules/eslint/bin/eslint.js", "--max-warnings=0", "."]))
  process.exitCode = 1
