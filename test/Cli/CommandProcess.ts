import { Effect } from "effect"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { packageRoot } from "../../src/PackageRoot.ts"
import type { Ended } from "../lib/ServiceProcess.ts"

const bundle = join(packageRoot, "dist", `test-${process.pid}`, "main.js")

/** Runs one command of the bundle that `buildBundle` has made, in `folder`, to its end. */
export const turnover = (folder: string, words: ReadonlyArray<string>, options: { readonly env?: Record<string, string>; readonly stdin?: string } = {}) =>
  Effect.async<Ended>((resume) => {
    const child = spawn(process.execPath, [bundle, ...words], { cwd: folder, env: { PATH: process.env["PATH"], ...options.env } })
    let stdout = ""
    let stderr = ""
    child.stdout.on("data", (chunk) => {
      stdout += String(chunk)
    })
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk)
    })
    child.on("close", (code) => resume(Effect.succeed({ code, stdout, stderr })))
    child.stdin.end(options.stdin ?? "")
  })
