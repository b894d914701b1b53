import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { nodeOptions } from "./node-options.mjs"

/** A machine on which the start takes longer starts the service without compiled code. */
const atMostMillis = 60_000

const storeCode = fileURLToPath(new URL("store-code.mjs", import.meta.url))

/** Starts the built service on a new database in `folder`, reads a page and some figures, and stops it, so that its compiled code is stored. */
const compileService = async (program, folder) => {
  const config = join(folder, "config.json")
  writeFileSync(config, JSON.stringify({ chat_webhook_url: "console:" }))
  const child = spawn(process.execPath, [...nodeOptions, storeCode, program], {
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
  } finally {
    child.kill("SIGTERM")
    await ended
    clearTimeout(late)
  }
}

/**
 * Stores the compiled code of the service, and of the commands if they are built, in the folder with the built programs. Every start reads it. Where
 * this fails, or was done by another version of Node.js, each start compiles again.
 */
export const compile = async (dist) => {
  rmSync(join(dist, "compiled"), { recursive: true, force: true })
  const folder = mkdtempSync(join(tmpdir(), "turnover-build-"))
  try {
    await compileService(join(dist, "service.js"), folder)
    spawnSync(process.execPath, [storeCode, join(dist, "commands.js"), "--help"], { stdio: "ignore" })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
