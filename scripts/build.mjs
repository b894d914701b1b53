import { build } from "esbuild"
import { join } from "node:path"
import { commandsOptions, entryOptions, serviceOptions } from "./lib/bundle.mjs"
import { compile } from "./lib/compile.mjs"
import { buildPages } from "./lib/pages.mjs"

await Promise.all([...[serviceOptions, commandsOptions, entryOptions].map((options) => build(options)), buildPages()])
await compile(join(entryOptions.absWorkingDir, entryOptions.outfile))
