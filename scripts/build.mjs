import { build } from "esbuild"
import { bundleOptions, entryOptions } from "./lib/bundle.mjs"
import { buildPages } from "./lib/pages.mjs"

await Promise.all([build(bundleOptions), build(entryOptions), buildPages()])
