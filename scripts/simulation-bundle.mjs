import { build } from "esbuild"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleOptions } from "./bundle.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

/** What a world without an event loop and with hours that last a moment needs. */
const adapted = [
  // Nothing that counts depends on the pages' heartbeat, and it would make nine of ten wake-ups.
  { file: "src/Scheduler.ts", find: "const heartbeat = \"30 seconds\"", put: "const heartbeat = \"6 hours\"" },
  // The next turn of the event loop is the next task of the simulation's own queue; a process that is killed leaves no line.
  { file: "src/Concurrency/EventLoop.ts", find: "Effect.async((resume) => {\n  setImmediate(() => resume(Effect.void))\n})", put: "Effect.yieldNow()" },
  { file: "src/Concurrency/EventLoop.ts", find: "line.hold(() => nextTurn)", put: "nextTurn" }
]

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
    plugins: [changing([...adapted, ...changes])]
  })
  return import(outfile)
}
