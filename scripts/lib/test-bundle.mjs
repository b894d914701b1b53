import { build } from "esbuild"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { commandsOptions, entryOptions, holidaysOptions, mailOptions, serviceOptions, tablesOptions, workbookOptions } from "./bundle.mjs"
import { compile } from "./compile.mjs"
import { buildPages } from "./pages.mjs"
import { replaceFile } from "./replace-file.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = join(root, "dist/test")

/** The path of a file that `buildForTests` or `buildProof` has built. */
export const built = (name) => join(folder, name)

const bundle = async (options) => {
  const { outputFiles } = await build({ ...options, outfile: built(basename(options.outfile)), write: false })
  for (const { contents, path } of outputFiles) replaceFile(path, contents)
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
    ...[serviceOptions, commandsOptions, entryOptions, holidaysOptions, mailOptions, tablesOptions, workbookOptions].map(bundle),
    program("lab/proofs/soak/Watcher.ts", "watcher.js"),
    buildPages()
  ])
  await compile(folder)
}

/** Builds a proof as a separate program, and returns its path. */
export const buildProof = async (name) => {
  await program(`lab/proofs/${name}.ts`, `${name}.js`)
  return built(`${name}.js`)
}
