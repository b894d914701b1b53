import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFileSync, spawn } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { packageRoot } from "../../../src/Package.ts"
import { noonZone } from "../../lib/NoonZone.ts"

const folder = mkdtempSync(join(tmpdir(), "turnover-npm-"))
const groups: Array<number> = []

afterAll(() => {
  for (const group of groups) {
    try {
      process.kill(-group, "SIGKILL")
    } catch {
      // Nothing of it is left.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true))
    socket.on("error", () => resolve(false))
    socket.on("connect", () => socket.destroy())
  })

/** A shell that runs another one for its command, so that there are two processes between npm and the script. */
const twoShells = join(folder, "two-shells")
writeFileSync(twoShells, "#!/bin/sh\nsh -c \"$2\"\nexit $?\n")
chmodSync(twoShells, 0o755)

/** Starts a script by npm in its own folder. Resolves to a function that kills npm and waits for the service's end. */
const started = (script: string, shell: string) =>
  new Promise<{ readonly kill: (signal: NodeJS.Signals) => Promise<void>; readonly place: string }>((resolve, reject) => {
    const place = mkdtempSync(join(folder, "run-"))
    mkdirSync(join(place, "tmp"))
    writeFileSync(join(place, "config.json"), JSON.stringify({ chat_webhook_url: "console:" }))
    const npm = spawn("npm", ["run", script], {
      cwd: packageRoot,
      env: {
        CONFIG_FILE: join(place, "config.json"),
        DATABASE_URL: `file:${place}/turnover.db`,
        HOME: process.env["HOME"],
        HOST: "127.0.0.1",
        LOG_FILE: join(place, "app.log"),
        PATH: process.env["PATH"],
        PORT: "0",
        TMPDIR: join(place, "tmp"),
        TZ: noonZone(),
        npm_config_script_shell: shell,
        npm_config_update_notifier: "false"
      },
      // A process group, so that a failing test leaves no process behind.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"]
    })
    if (npm.pid !== undefined) groups.push(npm.pid)
    let output = ""
    const kill = async (port: number, signal: NodeJS.Signals) => {
      npm.kill(signal)
      // After each kind of stop, new connections are refused. A stop that never ends fails the test by its time limit.
      while (await accepts(port)) await pause()
    }
    const read = (chunk: Buffer) => {
      output += String(chunk)
      const port = /[Dd]ashboard\s.*http:\/\/[^/]+:(\d+)\//.exec(output)?.[1]
      if (port !== undefined) resolve({ place, kill: (signal) => kill(Number(port), signal) })
    }
    npm.stdout.on("data", read)
    npm.stderr.on("data", read)
    npm.once("exit", () => reject(new Error(`npm ended before the service was ready:\n${output}`)))
  })

/** The built program, as `npm pack` packs it, beside the one package that it leaves outside; returns the folder of the installation. */
const installed = (): string => {
  const place = mkdtempSync(join(folder, "installed-"))
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", place], { cwd: packageRoot })
  const own = join(place, "node_modules/turnover")
  mkdirSync(own, { recursive: true })
  const [archive = ""] = readdirSync(place).filter((name) => name.endsWith(".tgz"))
  execFileSync("tar", ["xzf", join(place, archive), "-C", own, "--strip-components=1"])
  symlinkSync(join(packageRoot, "node_modules/better-sqlite3"), join(place, "node_modules/better-sqlite3"))
  writeFileSync(join(place, "package.json"), "{}")
  return place
}

beforeAll(() => execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: packageRoot }))

describe("what npm packs", () => {
  it("is set up and runs from another folder, and brings the notices of the packages in it", async () => {
    const place = installed()
    const program = join(place, "node_modules/turnover/scripts/turnover.mjs")
    const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], HOST: "127.0.0.1", PORT: "0", TZ: noonZone() }
    const answers = [
      "--shop-name",
      "小店",
      "--cutoff",
      "23:00",
      "--closed",
      "none",
      "--without-figure",
      "wait",
      "--chat",
      "",
      "--currency",
      "CNY"
    ]
    const said = execFileSync(process.execPath, [program, "setup", ...answers], { cwd: place, env, encoding: "utf8" })
    assert.include(said, "npx turnover")
    const child = spawn(process.execPath, [program], { cwd: place, env, stdio: ["ignore", "pipe", "inherit"] })
    let output = ""
    for await (const chunk of child.stdout) {
      output += String(chunk)
      if (/dashboard at http/.test(output)) child.kill("SIGTERM")
    }
    assert.match(output, /dashboard at http/)
    assert.isTrue(existsSync(join(place, "data/turnover.db")))
    const notices = readFileSync(join(place, "node_modules/turnover/dist/NOTICE"), "utf8")
    for (const name of ["effect", "chinese-days", "pg", "hucre"]) assert.match(notices, new RegExp(`^${name} \\d+\\.`, "m"))
  })
})

describe.concurrent("a stop of npm", () => {
  for (
    const [signal, shell] of [
      ["SIGTERM", "/bin/sh"],
      ["SIGKILL", "/bin/sh"],
      ["SIGTERM", "/bin/bash"],
      ["SIGKILL", twoShells]
    ] as const
  ) {
    // Rule 1.6.
    it.skipIf(!existsSync(shell))(`by ${signal} stops the service, with ${shell.replace(`${folder}/`, "")} between them`, async () => {
      const { kill, place } = await started("start", shell)
      await kill(signal)
      // SQLite removes this file when the last connection is closed in an orderly way.
      while (existsSync(join(place, "turnover.db-wal"))) await pause()
    })
  }

  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    it(`by ${signal} stops the demo and removes its folder`, async () => {
      const { kill, place } = await started("demo", "/bin/sh")
      const left = () => readdirSync(join(place, "tmp")).filter((name) => name.startsWith("turnover-demo-"))
      assert.strictEqual(left().length, 1)
      await kill(signal)
      while (left().length > 0) await pause()
    })
  }
})
