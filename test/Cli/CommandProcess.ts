import { Effect } from "effect"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { packageRoot } from "../../src/PackageRoot.ts"
import { noonZone } from "../lib/NoonZone.ts"
import type { Ended, Environment } from "../lib/ServiceProcess.ts"

const bundle = join(packageRoot, "dist", `test-${process.pid}`, "main.js")

/**
 * Runs one command of the bundle that `buildBundle` has made, in `folder`, to its end. It is noon where it runs, unless
 * `env` says otherwise.
 */
export const turnover = (folder: string, words: ReadonlyArray<string>, options: { readonly env?: Environment; readonly stdin?: string } = {}) =>
  Effect.async<Ended>((resume) => {
    const child = spawn(process.execPath, [bundle, ...words], { cwd: folder, env: { PATH: process.env["PATH"], TZ: noonZone(), ...options.env } })
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
