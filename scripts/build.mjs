import { build } from "esbuild"
import { dirname, join } from "node:path"
import {
  commandsOptions,
  driverOptions,
  entryOptions,
  holidaysOptions,
  mailOptions,
  serviceOptions,
  tablesOptions,
  workbookOptions
} from "./lib/bundle.mjs"
import { compile } from "./lib/compile.mjs"
import { noticesOf } from "./lib/notices.mjs"
import { buildPages } from "./lib/pages.mjs"
import { replaceFile } from "./lib/replace-file.mjs"

const bundle = async (options) => {
  const { metafile, outputFiles } = await build({ ...options, metafile: true, write: false })
  for (const { contents, path } of outputFiles) replaceFile(path, contents)
  return Object.keys(metafile.inputs)
}

const root = entryOptions.absWorkingDir
const bundled = await Promise.all([
  ...[serviceOptions, commandsOptions, entryOptions, driverOptions, holidaysOptions, mailOptions, tablesOptions, workbookOptions].map(
    bundle
  ),
  buildPages()
])
replaceFile(join(root, "dist/NOTICE"), noticesOf(root, bundled.flat()))
await compile(dirname(join(root, entryOptions.outfile)))
