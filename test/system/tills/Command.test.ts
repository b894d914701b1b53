import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Either, Fiber } from "effect"
import { spawn } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { built } from "../../../scripts/lib/test-bundle.mjs"
import { type AmountSource as Source, readAmountSource } from "../../../src/Config/AmountSource.ts"
import { passedOn } from "../../../src/Config/AmountSource.ts"
import { readConfigFile } from "../../../src/Config/ConfigFile.ts"
import type { LocalDate } from "../../../src/Domain/LocalDate.ts"
import { askSource } from "../../../src/Source.ts"
import { temporaryFolder } from "../../Database/TestFile.ts"

const day = "2026-11-20" as LocalDate
const shanghai = { zone: DateTime.zoneUnsafeMakeNamed("Asia/Shanghai"), starts: [] }

const inEnvironment = (variables: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(Effect.sync(() => Object.assign(process.env, variables)), () =>
    Effect.sync(() => {
      for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name)
    }))

/** The source of a `config.json` in this folder. */
const sourceIn = (folder: string, members: object): Effect.Effect<Source> =>
  Effect.gen(function*() {
    const path = join(folder, "config.json")
    writeFileSync(path, JSON.stringify({
      chat_webhook_url: "console:",
      weekday_range: [1, 2],
      weekend_range: [3, 4],
      fallback_push: "auto",
      amount_source: { kind: "command", ...members }
    }))
    return (yield* readConfigFile(path)).config.amountSource
  }).pipe(Effect.orDie, Effect.provide(NodeContext.layer))

const ask = (source: Source) =>
  askSource(source, day, shanghai).pipe(
    Effect.match({
      onFailure: ({ code, message }) => `${code}: ${message}`,
      onSuccess: ({ amountCents, items }) => `${amountCents} of ${items}`
    }),
    Effect.provide(NodeContext.layer)
  )

const asked = (folder: string, members: object) => Effect.flatMap(sourceIn(folder, members), ask)

const script = (text: string) => ["sh", "-c", text]

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Waits until a file has a number of a process. */
const pidIn = (path: string) =>
  Effect.gen(function*() {
    while (!existsSync(path) || !/\d\n/.test(readFileSync(path, "utf8"))) yield* Effect.sleep("10 millis")
    return Number(readFileSync(path, "utf8"))
  })

const gone = (pid: number) =>
  Effect.gen(function*() {
    while (isAlive(pid)) yield* Effect.sleep("10 millis")
  }).pipe(Effect.timeout("5 seconds"))

const figure = "echo '{\"amount\":\"12.50\",\"items\":3}'"

describe("a program that prints a day's figure", () => {
  it.scopedLive("runs without a shell, in the folder of config.json, with its own day and nothing else", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      yield* inEnvironment({ TILL_TOKEN: "till-token-1", ADMIN_TOKEN: "0123456789abcdef", DATABASE_URL: "file:x.db", LANG: "C.UTF-8" })
      const program = "require('fs').writeFileSync('seen.json', JSON.stringify([process.argv.slice(1), process.cwd(), process.env]));" +
        "console.log('{\"amount\":3629.76,\"items\":161}')"
      assert.strictEqual(yield* asked(folder, { run: ["node", "-e", program, "a b", "$HOME"], env: ["TILL_TOKEN"] }), "362976 of 161")
      const [args, cwd, environment] = JSON.parse(readFileSync(join(folder, "seen.json"), "utf8"))
      assert.deepStrictEqual([args, cwd], [["a b", "$HOME"], folder])
      const passed = passedOn.filter((name) => process.env[name] !== undefined)
      assert.deepStrictEqual(environment, {
        ...Object.fromEntries(passed.map((name) => [name, process.env[name]])),
        TILL_TOKEN: "till-token-1",
        TZ: "Asia/Shanghai",
        TURNOVER_DATE: "2026-11-20",
        TURNOVER_DAY_START: "2026-11-20T00:00:00+08:00",
        TURNOVER_DAY_END: "2026-11-21T00:00:00+08:00",
        TURNOVER_CURRENCY: "CNY"
      })
    }))

  it.scopedLive("ends with 0 for a figure, 75 for not now, and anything else for a fault with its sentence", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      yield* inEnvironment({ TILL_TOKEN: "till-token-1" })
      const rows: ReadonlyArray<readonly [string, string]> = [
        [figure, "1250 of 3"],
        [`${figure}; echo careful >&2`, "1250 of 3"],
        [`${figure}; echo the bill comes at 10:00 >&2; exit 75`, "not_now: not now: the bill comes at 10:00"],
        [`${figure}; echo page 2 fails >&2; exit 3`, "failed: the program ended with 3: page 2 fails"],
        ["exit 1", "failed: the program ended with 1: no sentence on standard error"],
        ["kill -9 $$", "failed: the program ended with a signal: no sentence on standard error"],
        ["echo \"401 for Bearer $TILL_TOKEN\" >&2; exit 1", "failed: the program ended with 1: 401 for Bearer <redacted>"],
        [
          `echo ${"long ".repeat(30)}>&2; exit 1`,
          `failed: the program ended with 1: ${"long ".repeat(30).trim()}`
        ],
        ["head -c 70000 /dev/zero; sleep 60", "too_long: expected at most 64 KB of output, got more"],
        ["head -c 70000 /dev/zero >&2; echo >&2; echo too much >&2; exit 1", "failed: the program ended with 1: too much"],
        ["", "not_a_figure: expected one line such as {\"amount\":\"3629.76\",\"items\":161}, got \"\""]
      ]
      for (const [text, found] of rows) {
        assert.strictEqual(yield* asked(folder, { run: script(text), env: ["TILL_TOKEN"] }), found, text)
      }
      assert.strictEqual(yield* asked(folder, { run: ["./no-such-till"] }),
        "not_started: the program ./no-such-till does not start: ENOENT")
    }))

  it.scopedLive("ends with its whole process group at its time limit, and when the question ends", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const pidFile = join(folder, "pid")
      const hanging = `sleep 60 & echo $! > ${pidFile}; wait`
      assert.strictEqual(yield* asked(folder, { run: script(hanging), timeout_s: 1 }),
        "timeout: expected a whole answer within 1 s, got none")
      yield* gone(yield* pidIn(pidFile))
      writeFileSync(pidFile, "")
      const question = yield* Effect.fork(asked(folder, { run: script(hanging) }))
      const pid = yield* pidIn(pidFile)
      yield* Fiber.interrupt(question)
      yield* gone(pid)
    }))

  it.scopedLive("is not waited for by what it has left running", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const pidFile = join(folder, "pid")
      const left = `(sleep 60; echo 5) & echo $! > ${pidFile}; ${figure}`
      assert.strictEqual(yield* asked(folder, { run: script(left), timeout_s: 20 }), "1250 of 3")
      yield* gone(yield* pidIn(pidFile))
    }))

  it.scopedLive("sees its input close when the service is killed", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const pidFile = join(folder, "pid")
      writeFileSync(
        join(folder, "till.mjs"),
        `import { writeFileSync } from "node:fs"
process.stdin.on("end", () => process.exit(1)).resume()
writeFileSync(${JSON.stringify(pidFile)}, process.pid + "\\n")
setInterval(() => {}, 1000)`
      )
      yield* sourceIn(folder, { run: ["node", "till.mjs"] })
      const service = spawn(process.execPath, [built("main.js"), "source", "try"], {
        cwd: folder,
        env: { PATH: process.env["PATH"] },
        stdio: "ignore"
      })
      const pid = yield* pidIn(pidFile)
      service.kill("SIGKILL")
      yield* gone(pid)
    }))

  it.scopedLive("is not run if others can write config.json or the program, or replace them or a folder above", () =>
    Effect.gen(function*() {
      const folder = realpathSync(yield* temporaryFolder)
      const at = (name: string, root = folder) =>
        `open_to_others: expected files and folders that only the service's user and root can write, got ${
          join(root, name)
        }: change its owner or its mode`
      mkdirSync(join(folder, "tills"))
      writeFileSync(join(folder, "tills", "my.sh"), figure, { mode: 0o755 })
      const source = yield* sourceIn(folder, { run: ["sh", "tills/my.sh"] })
      assert.strictEqual(yield* ask(source), "1250 of 3")
      chmodSync(join(folder, "tills", "my.sh"), 0o757)
      assert.strictEqual(yield* ask(source), at("tills/my.sh"))
      chmodSync(join(folder, "tills", "my.sh"), 0o755)
      chmodSync(join(folder, "tills"), 0o777)
      assert.strictEqual(yield* ask(source), at("tills"))
      chmodSync(join(folder, "tills"), 0o755)
      const beyond = realpathSync(yield* temporaryFolder)
      mkdirSync(join(beyond, "a/b"), { recursive: true })
      writeFileSync(join(beyond, "a/b/real.sh"), `#!/bin/sh\n${figure}`, { mode: 0o755 })
      symlinkSync(join(beyond, "a/b/real.sh"), join(folder, "linked"))
      const linked = yield* sourceIn(folder, { run: ["./linked"] })
      assert.strictEqual(yield* ask(linked), "1250 of 3")
      chmodSync(join(beyond, "a"), 0o777)
      assert.strictEqual(yield* ask(linked), at("a", beyond))
      chmodSync(join(beyond, "a"), 0o755)
      chmodSync(join(beyond, "a/b/real.sh"), 0o757)
      assert.strictEqual(yield* ask(linked), at("a/b/real.sh", beyond))
      chmodSync(join(folder, "config.json"), 0o666)
      assert.strictEqual(yield* ask(source), at("config.json"))
    }))

  it.scopedLive("is started as the file that its path means, with the name that the settings give it", () =>
    Effect.gen(function*() {
      const folder = realpathSync(yield* temporaryFolder)
      writeFileSync(join(folder, "till.sh"), "#!/bin/sh\necho $0 >&2; exit 75", { mode: 0o755 })
      symlinkSync("till.sh", join(folder, "till"))
      assert.strictEqual(yield* asked(folder, { run: ["./till"] }), `not_now: not now: ${join(folder, "till.sh")}`)
      symlinkSync(process.execPath, join(folder, "mynode"))
      const name = "console.error(process.argv0); process.exitCode = 75"
      assert.strictEqual(yield* asked(folder, { run: ["./mynode", "-e", name] }), `not_now: not now: ${join(folder, "mynode")}`)
    }))

  it("has defaults for what is left out", () => {
    const { source } = Either.getOrThrow(readAmountSource({ kind: "command", run: ["till"] }))
    assert(source.kind === "command")
    assert.deepStrictEqual([source.timeoutSeconds, source.patienceMinutes, source.env], [60, 60, []])
  })
})
