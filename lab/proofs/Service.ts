import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { nodeOptions } from "../../scripts/lib/node-options.mjs"

export const token = "proof-token-0123456789"
export const zone = "Asia/Shanghai"

const readyWithin = 60_000
const keptOutput = 8_000

const rootAbove = (folder: string): string => existsSync(join(folder, "package.json")) ? folder : rootAbove(dirname(folder))
const root = rootAbove(import.meta.dirname)

/** Preloaded into a service, it sets the service's wall clock. */
export const shiftedClock = join(root, "lab/proofs/shiftedClock.mjs")

/** The path of a file that scripts/lib/test-bundle.mjs built. */
export const built = (name: string): string => join(root, "dist/test", name)

/** A folder with all files of one installation of the service. */
export interface Site {
  readonly folder: string
  readonly database: string
  /** In place of the file. */
  readonly databaseUrl?: string
  readonly logFile: string
  readonly configure: (members: Readonly<Record<string, unknown>>) => void
  readonly remove: () => void
}

export const site = (where: { readonly database?: string; readonly logFile?: string } = {}): Site => {
  const folder = mkdtempSync(join(tmpdir(), "turnover-proof-"))
  return {
    folder,
    database: where.database ?? join(folder, "turnover.db"),
    logFile: where.logFile ?? join(folder, "log", "app.log"),
    configure: (members) =>
      writeFileSync(join(folder, "config.json"), JSON.stringify({
        chat_webhook_url: "console:",
        shop_name: "示例门店",
        weekday_range: [2800, 3600],
        weekend_range: [4000, 5200],
        cutoff_time: "23:59",
        fallback_push: "auto",
        ...members
      })),
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}

/** A process of the service. */
export interface Service {
  readonly pid: number
  /** The port, once the service logs that it is ready. Fails if it exits before. */
  readonly ready: Promise<number>
  /** The exit code, null after a SIGKILL. */
  readonly ended: Promise<number | null>
  readonly signal: (signal: "SIGKILL" | "SIGTERM" | "SIGSTOP" | "SIGCONT") => void
  /** Closes the pipes from which its output is read. */
  readonly stopReading: () => void
  /** The last part of its standard error. */
  readonly errorOutput: () => string
}

interface StartOptions {
  /** By how many milliseconds its wall clock is ahead of the machine's. */
  readonly ahead?: number
  readonly env?: Readonly<Record<string, string>>
  /** A file for its standard output and standard error instead of a pipe. */
  readonly output?: string
}

const portOf = (child: ChildProcess, logFile: string, errorOutput: () => string): Promise<number> =>
  new Promise((resolve, reject) => {
    let printed = ""
    const late = setTimeout(() => reject(new Error(`the service was not ready within ${readyWithin / 1000} s: ${errorOutput()}`)),
      readyWithin)
    const found = (port: string | undefined) => {
      if (port === undefined) return
      clearTimeout(late)
      clearInterval(inLog)
      resolve(Number(port))
    }
    child.stdout?.on("data", (chunk) => {
      if (printed.length > keptOutput) return
      printed += String(chunk)
      found(/dashboard at http:\S+:(\d+)\//.exec(printed)?.[1])
    })
    const inLog = child.stdout !== null ? undefined : setInterval(() => {
      if (existsSync(logFile)) found(/"message":"ready".*"port":(\d+)/.exec(readFileSync(logFile, "utf8"))?.[1])
    }, 20)
    child.once("exit", (code, signal) => {
      clearTimeout(late)
      clearInterval(inLog)
      reject(new Error(`the service exited with ${signal ?? code} before it was ready: ${errorOutput()}`))
    })
  })

const environmentOf = ({ database, databaseUrl = `file:${database}`, logFile }: Site) => ({
  PATH: process.env["PATH"] ?? "",
  ADMIN_TOKEN: token,
  DATABASE_URL: databaseUrl,
  HOST: "127.0.0.1",
  LOG_FILE: logFile,
  PORT: "0",
  TZ: zone
})

/** Runs one command of the bundled program until it exits. */
export const command = async (
  home: Site,
  ...words: ReadonlyArray<string>
): Promise<{ readonly code: number | null; readonly errorOutput: string }> => {
  const child = spawn(process.execPath, [built("main.js"), ...words], {
    cwd: home.folder,
    env: environmentOf(home),
    stdio: ["ignore", "ignore", "pipe"]
  })
  let errorOutput = ""
  child.stderr.on("data", (chunk) => {
    errorOutput = (errorOutput + String(chunk)).slice(-keptOutput)
  })
  const [code] = await once(child, "close")
  return { code: code as number | null, errorOutput }
}

/** Starts the bundled service on a free port of the loopback. */
export const start = (home: Site, { ahead = 0, env = {}, output: file }: StartOptions = {}): Service => {
  const endWithUs = () => child.kill("SIGKILL")
  const clock = ahead === 0 ? [] : ["--import", shiftedClock]
  const output = file === undefined ? "pipe" : openSync(file, "w")
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, ...clock, built("main.js")], {
    cwd: home.folder,
    env: { ...environmentOf(home), CLOCK_AHEAD: String(ahead), ...env },
    stdio: ["ignore", output, output]
  })
  if (output !== "pipe") closeSync(output)
  // A failing proof exits at once, and no process that it started may outlive it.
  process.once("exit", endWithUs)
  child.once("exit", () => process.off("exit", endWithUs))
  let errorOutput = ""
  child.stderr?.on("data", (chunk) => {
    errorOutput = (errorOutput + String(chunk)).slice(-keptOutput)
  })
  const ready = portOf(child, home.logFile, () => errorOutput)
  // A caller that kills the process early does not await `ready`.
  ready.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    ready,
    ended: once(child, "exit").then(([code]) => code as number | null),
    signal: (signal) => child.kill(signal),
    stopReading: () => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    errorOutput: () => errorOutput
  }
}

/** Resident memory of a process, in MiB. */
export const residentMemory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

const ticksPerSecond = 100

/** Processor time that a process has used, in milliseconds. */
export const processorMillis = (pid: number): number => {
  const fields = (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1] ?? "").split(" ")
  return (Number(fields[11]) + Number(fields[12])) * 1000 / ticksPerSecond
}
