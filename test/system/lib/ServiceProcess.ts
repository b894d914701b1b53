import { Effect, type Scope } from "effect"
import { spawn } from "node:child_process"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { nodeOptions } from "../../../scripts/lib/node-options.mjs"
import { built } from "../../../scripts/lib/test-bundle.mjs"
import { packageRoot } from "../../../src/Package.ts"
import { noonZone } from "../../lib/NoonZone.ts"

const program = built("main.js")

/** A temporary folder to run the service in, with the shipped `config.json`. */
export const serviceFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "turnover-process-"))
    copyFileSync(join(packageRoot, "config.json"), join(folder, "config.json"))
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

export interface Ended {
  /** null if a signal ended the process. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A variable that is `undefined` is not set. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface ServiceProcess {
  readonly pid: number | undefined
  /** The port of the printed address; fails with the output if the process ends first. */
  readonly port: Effect.Effect<number, Ended>
  /** Its standard output, as soon as it matches; fails with the output if the process ends first. */
  readonly printed: (pattern: RegExp) => Effect.Effect<string, Ended>
  /** Closes the readers of its standard output and standard error. */
  readonly stopReading: Effect.Effect<void>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
  readonly ended: Effect.Effect<Ended>
}

const address = /dashboard at http:\/\/[^/]+:(\d+)\//

/**
 * The built service as a process in `folder`, on a free port of the loopback. It gets only the path from this process's
 * environment, and it is noon in its zone, unless `environment` changes that. `descriptors` limits its file descriptors. It is
 * killed with the scope.
 */
export const serviceProcess = (
  folder: string,
  environment: Environment = {},
  descriptors?: number
): Effect.Effect<ServiceProcess, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const limited = `ulimit -n ${descriptors} && exec "$0" "$@"`
      const [command, words] = descriptors === undefined
        ? [process.execPath, [...nodeOptions, program]]
        : ["/bin/sh", ["-c", limited, process.execPath, ...nodeOptions, program]]
      return spawn(command, words, {
        cwd: folder,
        env: { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: "0", TZ: noonZone(), ...environment },
        stdio: ["ignore", "pipe", "pipe"]
      })
    }),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  ).pipe(Effect.map((child) => {
    let stdout = ""
    let stderr = ""
    let over: Ended | undefined
    child.stdout.on("data", (chunk) => {
      stdout += String(chunk)
    })
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk)
    })
    child.on("close", (code) => {
      over = { code, stdout, stderr }
    })
    // Listeners run in order, so these run after the output was stored.
    const printed = (pattern: RegExp) =>
      Effect.async<string, Ended>((resume) => {
        const look = () => {
          if (pattern.test(stdout)) resume(Effect.succeed(stdout))
          else if (over !== undefined) resume(Effect.fail(over))
        }
        child.stdout.on("data", look)
        child.on("close", look)
        look()
      })
    return {
      pid: child.pid,
      port: Effect.map(printed(address), (text) => Number(address.exec(text)?.[1])),
      printed,
      stopReading: Effect.sync(() => {
        child.stdout.destroy()
        child.stderr.destroy()
      }),
      kill: (signal) => Effect.sync(() => child.kill(signal)),
      ended: Effect.async((resume) => {
        const look = () => {
          if (over !== undefined) resume(Effect.succeed(over))
        }
        child.on("close", look)
        look()
      })
    }
  }))
