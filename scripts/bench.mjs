import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Runs the benchmark; installs its packages first if they are missing. Arguments: names of measures, `--short` for a trial. */
const bench = fileURLToPath(new URL("../bench", import.meta.url))

if (!existsSync(`${bench}/node_modules/fastify`)) {
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: bench,
    stdio: ["ignore", "ignore", "inherit"]
  })
  if (status !== 0) process.exit(status ?? 1)
}
await import("../bench/run.mjs")
