import { readFileSync, writeFileSync } from "node:fs"
import { written } from "./lib/settings.mjs"

// Writes what the documents and the pages say of the settings, from their declarations.
for (const [path, write] of written) {
  const file = new URL(`../${path}`, import.meta.url)
  const text = readFileSync(file, "utf8")
  const wanted = write(text)
  if (wanted === text) continue
  writeFileSync(file, wanted)
  process.stdout.write(`written: ${path}\n`)
}
