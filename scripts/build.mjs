import { build } from "esbuild"
import { bundleOptions, entryOptions } from "./bundle.mjs"
import { buildPages } from "./pages.mjs"

await Promise.all([build(bundleOptions), build(entryOptions), buildPages()])
