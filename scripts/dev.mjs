import { build, context } from "esbuild"
import { spawn } from "node:child_process"
import { watch } from "node:fs"
import { entryOptions, serviceOptions, tablesOptions } from "./lib/bundle.mjs"
import { buildPages } from "./lib/pages.mjs"

/** Rebuilds and restarts the service on each change of a source; the port is PORT, or 5000. */
const env = { ...process.env, PORT: process.env.PORT || "5000" }

/** Milliseconds to wait after a change, because an editor saves a file with several writes. */
const quietMillis = 100

let service

const restart = async () => {
  if (service !== undefined && service.exitCode === null) {
    const stopped = new Promise((resolve) => service.once("exit", resolve))
    service.kill("SIGTERM")
    await stopped
  }
  service = spawn(process.execPath, ["--enable-source-maps", entryOptions.outfile], { env, stdio: "inherit" })
}

/** The pages take code from `src/`, and the reference is made of its declarations. */
const rebuildPages = () => buildPages().then(restart)

/** Tasks run one at a time, so that two changes at once start one service. */
let queue = Promise.resolve()
const enqueue = (task) => {
  queue = queue.then(task).catch((error) => console.error(error.message))
  return queue
}

await Promise.all([build(entryOptions), build(tablesOptions)])
const building = await context({
  ...serviceOptions,
  sourcemap: true,
  plugins: [...serviceOptions.plugins, {
    name: "restart",
    setup: (build) => build.onEnd(({ errors }) => (errors.length === 0 ? enqueue(rebuildPages) : undefined))
  }]
})
await building.watch()

let timer
const watchers = ["static", "words"].map((folder) =>
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => enqueue(rebuildPages), quietMillis)
  })
)

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    for (const watcher of watchers) watcher.close()
    clearTimeout(timer)
    service?.kill(signal)
    await building.dispose()
  })
}
