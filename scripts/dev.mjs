import { spawn } from "node:child_process"
import { context } from "esbuild"
import { bundleOptions } from "./bundle.mjs"

/** Builds on every change of a source and starts the service anew, on port 5000 unless PORT says otherwise. */
const env = { ...process.env, PORT: process.env.PORT || "5000" }
let service

const restart = async () => {
  if (service !== undefined && service.exitCode === null) {
    const stopped = new Promise((resolve) => service.once("exit", resolve))
    service.kill("SIGTERM")
    await stopped
  }
  service = spawn(process.execPath, ["--enable-source-maps", bundleOptions.outfile], { env, stdio: "inherit" })
}

const watching = await context({
  ...bundleOptions,
  sourcemap: true,
  plugins: [...bundleOptions.plugins, {
    name: "restart",
    setup: (build) => build.onEnd(({ errors }) => (errors.length === 0 ? restart() : undefined))
  }]
})
await watching.watch()

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    service?.kill(signal)
    await watching.dispose()
  })
}
