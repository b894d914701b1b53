import { build } from "esbuild"
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { commandsOptions, entryOptions, serviceOptions } from "./bundle.mjs"
import { compile } from "./compile.mjs"
import { buildPages } from "./pages.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = join(root, "dist/test")

/** The path of a file that `buildForTests` or `buildProof` has built. */
export const built = (name) => join(folder, name)

/** Replaces the files by renaming, so that a process that starts meanwhile never reads half a file. */
const bundle = async (options) => {
  const { outputFiles } = await build({ ...options, outfile: built(basename(options.outfile)), write: false })
  mkdirSync(folder, { recursive: true })
  for (const { contents, path } of outputFiles) {
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, contents)
    renameSync(draft, path)
  }
}

const program = (entry, name) =>
  bundle({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: name,
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    packages: "external",
    logLevel: "warning"
  })

/** Builds the programs that tests and proofs start, as they are installed: the service with its pages, and the thread of the soak. */
export const buildForTests = async () => {
  await Promise.all([
    ...[serviceOptions, commandsOptions, entryOptions].map(bundle),
    program("proofs/soak/Watcher.ts", "watcher.js"),
    buildPages()
  ])
  await compile(built(basename(entryOptions.outfile)))
}

/** Builds a proof as a separate program, and returns its path. */
export const buildProof = async (name) => {
  await program(`proofs/${name}.ts`, `${name}.js`)
  return built(`${name}.js`)
}
