import { build } from "esbuild"
import { dirname, join } from "node:path"
import { commandsOptions, driverOptions, entryOptions, holidaysOptions, serviceOptions, tablesOptions } from "./lib/bundle.mjs"
import { compile } from "./lib/compile.mjs"
import { buildPages } from "./lib/pages.mjs"
import { replaceFile } from "./lib/replace-file.mjs"

const bundle = async (options) => {
  const { outputFiles } = await build({ ...options, write: false })
  for (const { contents, path } of outputFiles) replaceFile(path, contents)
}

await Promise.all([
  ...[serviceOptions, commandsOptions, entryOptions, driverOptions, holidaysOptions, tablesOptions].map(bundle),
  buildPages()
])
await compile(dirname(join(entryOptions.absWorkingDir, entryOptions.outfile)))
