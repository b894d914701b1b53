import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { build, type BuildOptions } from "esbuild"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { isSupported, linesOf } from "../../../scripts/node/supported.cjs"
import { packageRoot } from "../../../src/Package.ts"
import { smallDisk } from "../lib/SmallDisk.ts"

const folder = mkdtempSync(join(tmpdir(), "turnover-node-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Makes a Node report other facts about itself, before anything else is loaded. */
const pretending = (facts: { readonly version?: string; readonly platform?: string }) => {
  const property = (owner: string, name: string, value: string | undefined) =>
    value === undefined ? "" : `Object.defineProperty(${owner}, "${name}", { value: "${value}" });`
  const code = property("process.versions", "node", facts.version) + property("process", "platform", facts.platform)
  return ["--import", `data:text/javascript,${encodeURIComponent(code)}`]
}

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

const run = (args: ReadonlyArray<string>, onOutput: (child: ChildProcess) => void = () => undefined, env: object = {}) =>
  new Promise<Ended>((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env["PATH"], ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const output = { stdout: "", stderr: "" }
    child.stderr.on("data", (chunk) => (output.stderr += String(chunk)))
    child.stdout.once("data", () => onOutput(child))
    child.stdout.on("data", (chunk) => (output.stdout += String(chunk)))
    child.on("close", (code, signal) => resolve({ code, signal, ...output }))
  })

describe("the supported versions of Node.js", () => {
  const range = "^22.13.0 || ^24.0.0 || >=26.0.0"

  it("are those of the maintained lines", () => {
    for (const version of ["22.13.0", "22.23.3", "24.0.0", "24.21.0", "26.0.0", "26.10.0", "27.0.0", "28.1.0"]) {
      assert.isTrue(isSupported(range, version), version)
    }
    for (const version of ["14.18.0", "20.20.2", "22.12.9", "23.11.0", "25.0.0"]) assert.isFalse(isSupported(range, version), version)
    assert.strictEqual(linesOf(range), "22 (22.13 or later), 24, 26 or later")
  })

  it("are those of package.json, each with a pinned one from npm", () => {
    const { engines } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"))
    assert.strictEqual(engines.node, range)
    for (const line of ["22", "24", "26"]) {
      const read = (file: string) => JSON.parse(readFileSync(join(packageRoot, "scripts/node", line, file), "utf8"))
      const versions = Object.entries<string>(read("package.json").optionalDependencies)
      assert.isNotEmpty(versions)
      for (const [name, version] of versions) {
        assert.isTrue(isSupported(`^${line}.0.0`, version) && isSupported(range, version), `${name} ${version}`)
        const locked = read("package-lock.json").packages[`node_modules/${name}`]
        assert.strictEqual(locked.version, version)
        assert.match(locked.integrity, /^sha512-/)
        assert.notProperty(locked, "resolved")
      }
    }
  })
})

describe("the built program", () => {
  beforeAll(async () => {
    const { entryOptions }: { entryOptions: BuildOptions } = await import(pathToFileURL(join(packageRoot, "scripts/lib/bundle.mjs")).href)
    await build({ ...entryOptions, outfile: join(folder, "main.mjs") })
    writeFileSync(join(folder, "service.js"), "(function () { console.log('started') })")
  })

  it("ends with one sentence on a Node that is not supported, before it loads anything", async () => {
    assert.deepStrictEqual(await run([...pretending({ version: "20.20.2" }), "main.mjs"]), {
      code: 1,
      signal: null,
      stdout: "",
      stderr: "this is Node.js 20.20.2, expected 22 (22.13 or later), 24, 26 or later: install one of these\n"
    })
    assert.strictEqual((await run(["main.mjs"])).stdout, "started\n")
  })
})

describe("a script of the project", () => {
  const scripts = join(folder, "scripts")
  const bin = mkdtempSync(join(tmpdir(), "turnover-npm-"))
  afterAll(() => rmSync(bin, { recursive: true, force: true }))
  const old = pretending({ version: "20.20.2" })
  const fetches = () => readFileSync(join(folder, "fetches"), "utf8").split("\n").length - 1

  /** An npm that installs this Node instead of the packages, or fails. */
  const writeNpm = (code: string) => {
    writeFileSync(join(bin, "npm"), `#!${process.execPath}\nconst fs = require("fs")\n${code}\n`)
    chmodSync(join(bin, "npm"), 0o755)
  }
  const installs = `
    fs.appendFileSync(${JSON.stringify(join(folder, "fetches"))}, process.argv.slice(2).join(" ") + "\\n")
    for (const [name, version] of Object.entries(require(process.cwd() + "/package.json").optionalDependencies)) {
      fs.mkdirSync("node_modules/" + name + "/bin", { recursive: true })
      fs.writeFileSync("node_modules/" + name + "/package.json", JSON.stringify({ version }))
      fs.symlinkSync(process.execPath, "node_modules/" + name + "/bin/node")
    }`

  const withNode = (
    args: ReadonlyArray<string>,
    node: ReadonlyArray<string> = old,
    onOutput?: (child: ChildProcess) => void,
    env: object = {}
  ) => run([...node, "scripts/with-node.cjs", ...args], onOutput, { PATH: `${bin}:${process.env["PATH"]}`, ...env })

  beforeAll(() => {
    cpSync(join(packageRoot, "scripts"), scripts, { recursive: true, filter: (path) => !path.includes("node_modules") })
    cpSync(join(packageRoot, "package.json"), join(folder, "package.json"))
    const code = `
      import { spawnSync } from "node:child_process"
      const child = spawnSync("node", ["-p", "process.execPath"], { encoding: "utf8" })
      console.log(JSON.stringify({ args: process.argv.slice(2), options: process.execArgv, ppid: process.ppid, sees: child.stdout }))
      process.exitCode = 7`
    writeFileSync(join(folder, "script.mjs"), code)
    writeFileSync(join(folder, "waits.mjs"), `
      setInterval(() => undefined, 1000)
      process.once("SIGTERM", () => {
        console.log("stops")
        process.exit(3)
      })
      console.log("waits")`)
    writeFileSync(join(folder, "dies.mjs"), "process.kill(process.pid, 'SIGKILL')\nsetInterval(() => undefined, 1000)")
  })

  it("runs in the same process if its Node is supported, and prints nothing of its own", async () => {
    const { code, stderr, stdout } = await withNode(["script.mjs", "a", "--b"], [])
    const { args, ppid } = JSON.parse(stdout)
    assert.deepStrictEqual([code, stderr, args, ppid], [7, "", ["a", "--b"], process.pid])
    assert.deepStrictEqual(JSON.parse((await withNode(["--no-opt", "script.mjs"], [])).stdout).options, ["--no-opt"])
  })

  it("says why it fails if npm cannot fetch a Node or has none", async () => {
    writeNpm("process.exit(1)")
    const why = "turnover: this is Node.js 20.20.2, which the service does not support; "
    const remedy = ": install Node.js 22 (22.13 or later), 24, 26 or later\n"
    const failed = await withNode(["script.mjs"])
    assert.deepStrictEqual([failed.code, failed.stdout], [1, ""])
    assert.match(failed.stderr, /npm could not fetch node-\S+ 24\.\S+, which takes a connection to its registry: install/)
    assert.deepStrictEqual(readdirSync(join(scripts, "node/24/node_modules")), [])
    const sun = await withNode(["script.mjs"], pretending({ version: "20.20.2", platform: "sunos" }))
    assert.strictEqual(sun.stderr, `${why}npm has no Node.js for this machine (sunos ${process.arch})${remedy}`)
  })

  it("says that npm has fetched nothing if it cannot reach its registry, which is no fault of npm for an optional package", async () => {
    writeNpm("process.exit(0)")
    const failed = await withNode(["script.mjs"])
    assert.match(failed.stderr,
      /; npm could not fetch node-\S+ 24\.\S+, which takes a connection to its registry: install Node\.js 22 \(22\.13 or later\), 24, 26 or later\n$/)
    assert.notInclude(failed.stderr, "ENOENT")
    assert.deepStrictEqual([failed.code, failed.stdout], [1, ""])
    assert.deepStrictEqual(readdirSync(join(scripts, "node/24/node_modules")), [])
  })

  it("runs on a Node from npm where this one is not supported, which is fetched once", async () => {
    writeNpm(installs)
    assert.isFalse(existsSync(join(folder, "fetches")))
    const first = await withNode(["--no-opt", "script.mjs", "a", "--b"])
    assert.match(first.stderr, /^turnover: this is Node\.js 20\.20\.2, .*; fetching Node\.js 24\.21\.0 from npm, once\n$/)
    const { args, options, sees } = JSON.parse(first.stdout)
    assert.deepStrictEqual([first.code, args, options], [7, ["a", "--b"], ["--no-opt"]])
    assert.strictEqual(sees, `${process.execPath}\n`)
    const bounded = await withNode(["script.mjs"], [...old, "--max-semi-space-size=4"])
    assert.deepStrictEqual(JSON.parse(bounded.stdout).options, ["--max-semi-space-size=4"])
    assert.strictEqual(fetches(), 1)
    assert.match((await withNode(["script.mjs"])).stderr, /; running on Node\.js 24\.21\.0 from npm\n$/)
    assert.strictEqual(fetches(), 1)
    const [name = ""] = readdirSync(join(scripts, "node/24/node_modules"))
    writeFileSync(join(scripts, "node/24/node_modules", name, "package.json"), JSON.stringify({ version: "24.1.0" }))
    assert.match((await withNode(["script.mjs"])).stderr, /; fetching Node\.js 24\.21\.0 from npm, once\n$/)
  })

  it("fetches no Node onto a disk that is almost full, and removes what a killed one has left", async () => {
    writeNpm(installs)
    const node = join(scripts, "node/24/node_modules")
    rmSync(node, { recursive: true, force: true })
    mkdirSync(node)
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const disk = yield* smallDisk(20)
      if (disk === undefined) return
      rmSync(node, { recursive: true })
      symlinkSync(disk, node)
      const { stderr } = yield* Effect.promise(() => withNode(["script.mjs"]))
      assert.match(stderr, /; a Node\.js from npm takes 300 MiB, and \S+ has 20 MiB free: install Node\.js/)
      assert.deepStrictEqual(readdirSync(disk), [])
      rmSync(node)
    })))
    const { pid } = spawnSync(process.execPath, ["--version"])
    mkdirSync(join(node, `.fetch-${pid}-left`), { recursive: true })
    await withNode(["script.mjs"])
    assert.lengthOf(readdirSync(node), 1)
    rmSync(node, { recursive: true })
  })

  it("gets the signals, and its own end is the end of all", async () => {
    writeNpm(installs)
    const ended = await withNode(["waits.mjs"], old, (child) => child.kill("SIGTERM"))
    assert.deepStrictEqual([ended.code, ended.signal, ended.stdout], [3, null, "waits\nstops\n"])
    const killed = await withNode(["dies.mjs"])
    assert.deepStrictEqual([killed.code, killed.signal], [null, "SIGKILL"])
    // Its output is closed only when the script has ended as well.
    const left = await withNode(["waits.mjs"], old, (child) => child.kill("SIGKILL"), { npm_lifecycle_event: "start" })
    assert.include(left.stdout, "stops")
  })
})
