import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"

/** Runs the benchmark; installs its packages first if they are missing. */
if (!existsSync(join(import.meta.dirname, "node_modules/fastify"))) {
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "ignore", "inherit"]
  })
  if (status !== 0) process.exit(status ?? 1)
}
await import("./run.mjs")
