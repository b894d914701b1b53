import { Effect } from "effect"
import { spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { built } from "../../../scripts/lib/test-bundle.mjs"
import { noonZone } from "../../lib/NoonZone.ts"
import type { Ended, Environment } from "../lib/ServiceProcess.ts"

export interface CommandOptions {
  readonly env?: Environment
  readonly stdin?: string
  /** Its standard output: a pipe that is read, a pipe that is not read, or the file at this path. */
  readonly stdout?: "read" | "closed" | `/${string}`
}

/**
 * Runs one command of the built program in `folder`, to its end. It is noon in its zone, unless `env`
 * changes that.
 */
export const turnover = (folder: string, words: ReadonlyArray<string>, options: CommandOptions = {}) =>
  Effect.async<Ended>((resume) => {
    const { stdout: target = "read" } = options
    const output = target === "read" || target === "closed" ? "pipe" : openSync(target, "w")
    const child = spawn(process.execPath, [built("main.js"), ...words], {
      cwd: folder,
      env: { PATH: process.env["PATH"], TZ: noonZone(), ...options.env },
      stdio: ["pipe", output, "pipe"]
    })
    if (output !== "pipe") closeSync(output)
    if (target === "closed") child.stdout?.destroy()
    let stdout = ""
    let stderr = ""
    child.stdout?.on("data", (chunk) => {
      stdout += String(chunk)
    })
    child.stderr?.on("data", (chunk) => {
      stderr += String(chunk)
    })
    child.on("close", (code) => resume(Effect.succeed({ code, stdout, stderr })))
    // A command may end before it has read all of its input.
    child.stdin?.on("error", () => undefined)
    child.stdin?.end(options.stdin ?? "")
  })
