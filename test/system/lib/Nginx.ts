import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A port of this machine that nothing listens on. */
export const freePort = async (): Promise<number> => {
  const reserved = createServer()
  await new Promise<void>((resolve) => reserved.listen(0, "127.0.0.1", resolve))
  const { port } = reserved.address() as AddressInfo
  await new Promise((resolve) => reserved.close(resolve))
  return port
}

/** The real nginx with `conf` in its http block; `stop` ends it and removes its files. */
export const startNginx = async (conf: string, isReady: () => Promise<boolean>): Promise<{ readonly stop: () => Promise<void> }> => {
  const place = mkdtempSync(join(tmpdir(), "turnover-nginx-"))
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${place}/${name};`).join(" ")
  writeFileSync(join(place, "nginx.conf"),
    `daemon off; pid ${place}/pid; error_log ${place}/error.log;\nworker_processes 2;\nevents {}\nhttp { access_log off; ${folders}\n${conf}\n}\n`)
  const nginx: ChildProcess = spawn("nginx", ["-p", place, "-c", join(place, "nginx.conf"), "-e", join(place, "error.log")], {
    stdio: "ignore"
  })
  for (let tries = 0; tries < 200 && !await isReady().catch(() => false); tries++) await new Promise((resolve) => setTimeout(resolve, 50))
  return {
    stop: async () => {
      const ended = new Promise((resolve) => nginx.once("exit", resolve))
      nginx.kill("SIGTERM")
      await ended
      rmSync(place, { recursive: true, force: true })
    }
  }
}
