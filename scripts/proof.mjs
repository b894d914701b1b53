import { build } from "esbuild"
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleOptions } from "./bundle.mjs"
import { buildPages } from "./pages.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(root, "dist/proofs")
const [name = "", ...args] = process.argv.slice(2)

/** Replaced by a rename, so that a process that starts meanwhile never reads half a file. */
const bundle = async (options, file) => {
  // A map would be another file, and nothing reads it.
  const { outputFiles } = await build({ ...options, sourcemap: false, write: false })
  const draft = join(folder, `${file}.${process.pid}`)
  writeFileSync(draft, outputFiles[0].contents)
  renameSync(draft, join(folder, file))
}

const program = (entry) => ({
  absWorkingDir: root,
  entryPoints: [entry],
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  logLevel: "warning"
})

mkdirSync(folder, { recursive: true })
await bundle(bundleOptions, "service.js")
await buildPages()
await bundle(program("proofs/soak/Watcher.ts"), "watcher.js")
// Without a name, only the bundles that the proofs start are built, for tests that start them.
if (name !== "") {
  await bundle(program(`proofs/${name}.ts`), `${name}.js`)
  // The program reads its own options, as if it had been started directly.
  process.argv = [process.execPath, join(folder, `${name}.js`), ...args]
  await import(join(folder, `${name}.js`))
}
