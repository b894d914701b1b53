import { build } from "esbuild"
import { bundleOptions } from "./bundle.mjs"

await build(bundleOptions)
