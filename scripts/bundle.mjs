import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/**
 * Packages that others name and the service never calls: undici's HTTP client, WebSockets, the generator of test data,
 * readers of configuration files.
 * Half of the bundle would be theirs.
 */
const uncalled = /^(undici|ws|fast-check|ini|toml|yaml)$/

const leaveOutUncalled = {
  name: "leave out what is never called",
  setup: (build) => {
    build.onResolve({ filter: uncalled }, ({ path }) => ({ path, namespace: "uncalled" }))
    build.onLoad({ filter: uncalled, namespace: "uncalled" }, () => ({ contents: "module.exports = {}" }))
  }
}

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
  minify: true,
  // Read when an error is logged, so that its stack names files of src/.
  sourcemap: "linked",
  sourcesContent: false,
  legalComments: "none",
  logLevel: "warning",
  plugins: [leaveOutUncalled],
  // CommonJS packages within an ES module bundle still ask for `require`.
  banner: { js: "import { createRequire as __createRequire } from \"node:module\"; const require = __createRequire(import.meta.url);" }
}
