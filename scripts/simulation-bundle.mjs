import { build } from "esbuild"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleOptions } from "./bundle.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Changes sources on their way into the bundle; a text that is not there any more is an error. */
const changing = (changes) => ({
  name: "changing",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const wanted = changes.filter(({ file }) => path === join(root, file))
      if (wanted.length === 0) return undefined
      const contents = wanted.reduce((text, { file, find, put }) => {
        if (!text.includes(find)) throw new Error(`${file} does not say any more: ${find}`)
        return text.replace(find, () => put)
      }, readFileSync(path, "utf8"))
      return { contents, loader: "ts" }
    })
})

/** Bundles the simulation with the service as it stands, or as `changes` would have it; the module it became. */
export const loadSimulation = async (name = "simulation", changes = []) => {
  const outfile = join(root, `dist/${name}.js`)
  await build({
    ...bundleOptions,
    entryPoints: ["simulation/main.ts"],
    outfile,
    keepNames: false,
    plugins: [changing(changes)]
  })
  return import(outfile)
}
