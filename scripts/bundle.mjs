import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** One file and the native binding: what is imported at start is what it costs to start. */
export const bundleOptions = {
  absWorkingDir: root,
  entryPoints: ["src/main.ts"],
  outfile: "dist/main.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  external: ["better-sqlite3"],
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: true,
  legalComments: "none",
  logLevel: "warning",
  // CommonJS packages within an ES module bundle still ask for `require`.
  banner: { js: "import { createRequire as __createRequire } from \"node:module\"; const require = __createRequire(import.meta.url);" }
}
