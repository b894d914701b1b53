import { spawn } from "node:child_process"
import { watch } from "node:fs"
import { context } from "esbuild"
import { bundleOptions } from "./bundle.mjs"
import { buildPages } from "./pages.mjs"

/** Builds on every change of a source and restarts the service, on port 5000 unless PORT says otherwise. */
const env = { ...process.env, PORT: process.env.PORT || "5000" }

/** Milliseconds: an editor saves a file in several steps. */
const settled = 100

let service

const restart = async () => {
  if (service !== undefined && service.exitCode === null) {
    const stopped = new Promise((resolve) => service.once("exit", resolve))
    service.kill("SIGTERM")
    await stopped
  }
  service = spawn(process.execPath, ["--enable-source-maps", bundleOptions.outfile], { env, stdio: "inherit" })
}

/** One at a time, so that two changes at once start one service. */
let line = Promise.resolve()
const inLine = (task) => {
  line = line.then(task).catch((error) => console.error(error.message))
  return line
}

await buildPages()
const building = await context({
  ...bundleOptions,
  sourcemap: true,
  plugins: [...bundleOptions.plugins, {
    name: "restart",
    setup: (build) => build.onEnd(({ errors }) => (errors.length === 0 ? inLine(restart) : undefined))
  }]
})
await building.watch()

let timer
const watchers = ["static", "words"].map((folder) =>
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => inLine(() => buildPages().then(restart)), settled)
  }))

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    for (const watcher of watchers) watcher.close()
    clearTimeout(timer)
    service?.kill(signal)
    await building.dispose()
  })
}
