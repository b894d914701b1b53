import { build } from "esbuild"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleOptions } from "../../scripts/lib/bundle.mjs"
import { sabotages, tillSabotages } from "./sabotages.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Replaces every import of `original` by `replacement`, except those in the replacement itself. */
const replaceModule = (original, replacement) => ({
  name: "replace module",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ importer, path, resolveDir }) =>
      importer !== replacement && join(resolveDir, path) === original ? { path: replacement } : undefined)
})

const sabotagePlugins = (sabotage) => {
  const all = new Map([...sabotages, ...tillSabotages])
  const target = all.get(sabotage)
  if (target === undefined) throw new Error(`unknown sabotage ${sabotage}, expected one of ${[...all.keys()].join(", ")}`)
  const original = join(root, "src", target)
  if (!existsSync(original))
    throw new Error(`sabotage ${sabotage} replaces src/${target}, which does not exist: correct lab/simulation/sabotages.mjs`)
  return [replaceModule(original, join(root, "lab/simulation/sabotages", `${sabotage}.ts`))]
}

/** Bundles the simulation with the service, or with a service that has the fault `sabotage`, and imports it. */
export const loadSimulation = async (sabotage) => {
  // Each process has its own file: another simulation that starts at the same moment would import a half-written one.
  const outfile = join(root, `dist/simulation-${process.pid}${sabotage === undefined ? "" : `-${sabotage}`}.js`)
  await build({
    ...bundleOptions,
    // Without the commit, a run has the same digest in every commit with the same behaviour.
    define: { BUILD_COMMIT: "\"\"" },
    entryPoints: ["lab/simulation/main.ts"],
    outfile,
    keepNames: false,
    sourcemap: false,
    plugins: [...bundleOptions.plugins, ...(sabotage === undefined ? [] : sabotagePlugins(sabotage))]
  })
  try {
    return await import(outfile)
  } finally {
    rmSync(outfile)
  }
}
