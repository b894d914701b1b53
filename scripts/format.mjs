// Formats every script and module. `--check` only names the files that are not formatted, and fails if there are any.
// It uses dprint, the formatter of Effect's own sources, because it keeps `Effect.gen(function*() {` on its caller's line.
import { createFromBuffer } from "@dprint/formatter"
import { getPath } from "@dprint/typescript"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const notOurs = new Set(["node_modules", "dist", "data"])

const filesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return notOurs.has(entry.name) || entry.name.startsWith(".") ? [] : filesBelow(path)
    return entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name) ? [path] : []
  })

const formatter = createFromBuffer(readFileSync(getPath()))
formatter.setConfig({ indentWidth: 2, lineWidth: 140 }, {
  semiColons: "asi",
  quoteStyle: "alwaysDouble",
  trailingCommas: "never",
  useBraces: "maintain",
  operatorPosition: "maintain",
  "arguments.preferHanging": "always",
  "arrowFunction.useParentheses": "force"
})

/** Formats a text again until it no longer changes, as the tool's own command line does. */
const stable = (path, text, rounds = 5) => {
  const formatted = formatter.formatText({ filePath: path, fileText: text })
  if (formatted === text) return text
  if (rounds === 0) throw new Error(`${path}: the formatter does not settle on one form`)
  return stable(path, formatted, rounds - 1)
}

const options = process.argv.slice(2)
const checking = options.includes("--check")
const named = options.filter((option) => option !== "--check")

const changed = (named.length === 0 ? filesBelow("") : named).filter((path) => {
  const file = join(root, path)
  const text = readFileSync(file, "utf8")
  const formatted = stable(path, text)
  if (formatted === text) return false
  if (!checking) writeFileSync(file, formatted)
  return true
})

for (const path of changed) process.stdout.write(`${checking ? "not formatted" : "formatted"}: ${path}\n`)
if (checking && changed.length > 0) {
  process.stderr.write(`${changed.length} files are not formatted; run npm run lint -- --write\n`)
  process.exitCode = 1
}
