import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { nodeOptions } from "./node-options.mjs"

/** A machine on which the start takes longer starts the service without compiled code, and the service stores it when it stops. */
const atMostMillis = 60_000

/**
 * Starts a built program once, on a new database, reads a page and some figures, and stops it, and the commands' help, so that both store their compiled
 * code: the first start of an installation, and each one where the program's folder is read-only, then reads this code.
 */
export const compile = async (program) => {
  const folder = mkdtempSync(join(tmpdir(), "turnover-build-"))
  const config = join(folder, "config.json")
  writeFileSync(config, JSON.stringify({ chat_webhook_url: "console:" }))
  const child = spawn(process.execPath, [...nodeOptions, program], {
    cwd: folder,
    env: {
      CONFIG_FILE: config,
      DATABASE_URL: `file:${join(folder, "turnover.db")}`,
      HOST: "127.0.0.1",
      LOG_FILE: join(folder, "app.log"),
      PORT: "0",
      TZ: "Asia/Shanghai"
    },
    stdio: ["ignore", "pipe", "ignore"]
  })
  const ended = new Promise((resolve) => child.once("close", resolve))
  const late = setTimeout(() => child.kill("SIGKILL"), atMostMillis)
  const address = await new Promise((resolve) => {
    let printed = ""
    child.stdout.on("data", (chunk) => {
      printed += chunk
      const [, found] = /dashboard at (http:\S+)/.exec(printed) ?? []
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => resolve(undefined))
  })
  try {
    if (address !== undefined) {
      for (const path of ["/", "/api/health", "/api/metrics", "/api/series7"]) await (await fetch(new URL(path, address))).arrayBuffer()
    }
    spawnSync(process.execPath, [program, "--help"], { stdio: "ignore" })
  } finally {
    child.kill("SIGTERM")
    await ended
    clearTimeout(late)
    rmSync(folder, { recursive: true, force: true })
  }
}
