import { sideBySide } from "./lib/side-by-side.mjs"

// `--write` writes what can be written: the format, and what the documents and the pages say of the settings.
const steps = process.argv.includes("--write")
  ? [["scripts/settings.mjs"], ["scripts/format.mjs"]]
  : [["scripts/format.mjs", "--check"], ["node_modules/eslint/bin/eslint.js", "--max-warnings=0", "."]]

if (!await sideBySide(...steps)) process.exitCode = 1
