import { build } from "esbuild"
import { bundleOptions } from "./bundle.mjs"
import { buildPages } from "./pages.mjs"

await Promise.all([build(bundleOptions), buildPages()])
