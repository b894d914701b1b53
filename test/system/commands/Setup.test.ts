import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync, spawn } from "node:child_process"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { built } from "../../../scripts/lib/test-bundle.mjs"
import { temporaryFolder } from "../../Database/TestFile.ts"
import { serviceProcess } from "../lib/ServiceProcess.ts"
import { turnover } from "./CommandProcess.ts"

const all = ["--shop-name", "老王饺子", "--cutoff", "22:00", "--closed", "MON", "--without-figure", "wait", "--chat", ""]
const chinese = { LANG: "zh_CN.UTF-8" }

const configIn = (folder: string): Record<string, unknown> => JSON.parse(readFileSync(join(folder, "config.json"), "utf8"))
const envIn = (folder: string): string => readFileSync(join(folder, ".env"), "utf8")

/** Answers the questions at a terminal, each when it is asked. */
const atTerminal = (folder: string, answers: ReadonlyArray<readonly [question: string, keys: string]>) =>
  Effect.async<string>((resume) => {
    const child = spawn("script", ["-qec", `'${process.execPath}' '${built("main.js")}' setup`, "/dev/null"], {
      cwd: folder,
      env: { PATH: process.env["PATH"], TERM: "xterm", TZ: "Europe/Berlin", LANG: "en_GB.UTF-8" }
    })
    let printed = ""
    const open = [...answers]
    child.stdout.on("data", (chunk) => {
      printed += String(chunk)
      const [next] = open
      if (next === undefined || !printed.includes(next[0])) return
      open.shift()
      printed = ""
      child.stdin.write(next[1])
    })
    child.on("close", () => resume(Effect.succeed(printed)))
  })

describe.concurrent("turnover setup", () => {
  it.scopedLive("writes settings and a password with which the service starts, from flags alone", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const { code, stdout } = yield* turnover(folder, ["setup", ...all], { env: { ...chinese, TZ: "Asia/Shanghai" } })
      assert.strictEqual(code, 0)
      const [, token = ""] = /：([\w-]{32})\n/.exec(stdout) ?? []
      assert.strictEqual(envIn(folder), `TZ=Asia/Shanghai\nADMIN_TOKEN=${token}\n`)
      assert.strictEqual(statSync(join(folder, ".env")).mode & 0o777, 0o600)
      assert.deepStrictEqual(configIn(folder), {
        chat_webhook_url: "console:",
        chat_secret: "",
        shop_name: "老王饺子",
        language: "zh-CN",
        currency: "CNY",
        locale: "zh-CN",
        cutoff_time: "22:00",
        closed_weekdays: ["MON"],
        amount_source: { kind: "none" },
        fallback_push: "auto"
      })
      const port = yield* (yield* serviceProcess(folder, { TZ: undefined })).port
      const setup = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/api/admin/setup`, { headers: { "x-admin-token": token } }))
      assert.strictEqual(setup.status, 200)
    }))

  it.scopedLive("leaves the settings of a shop alone without a terminal, and keeps its password and other keys with --replace", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "config.json"),
        JSON.stringify({ chat_webhook_url: "console:", shop_name: "旧店", goals: { default: 1000 } }))
      writeFileSync(join(folder, ".env"), "# mine\nADMIN_TOKEN=kept-kept-kept-kept\nTZ=\n")
      const before = readFileSync(join(folder, "config.json"), "utf8")
      const refused = yield* turnover(folder, ["setup", ...all], { env: { ...chinese, TZ: "Asia/Shanghai" } })
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, "config.json 里已经有“旧店”的设置，什么都没有写；要覆盖就加 --replace")
      assert.strictEqual(readFileSync(join(folder, "config.json"), "utf8"), before)
      const estimate = ["--without-figure", "estimate", "--usual", "3200,4600"]
      const words = [
        ...all.slice(0, 6),
        ...estimate,
        "--chat",
        "-",
        "--replace",
        "--time-zone",
        "Europe/Berlin",
        "--currency",
        "EUR",
        "--language",
        "en"
      ]
      const replaced = yield* turnover(folder, ["setup", ...words], { stdin: "https://open.feishu.cn/open-apis/bot/v2/hook/a1b2c3d4\n" })
      assert.deepStrictEqual([replaced.code, replaced.stderr], [0, ""])
      assert.include(replaced.stdout, "Kept as they were: goals")
      assert.notInclude(replaced.stdout, "kept-kept")
      assert.strictEqual(envIn(folder), "# mine\nADMIN_TOKEN=kept-kept-kept-kept\nTZ=Europe/Berlin\n")
      assert.deepInclude(configIn(folder), {
        chat_webhook_url: "https://open.feishu.cn/open-apis/bot/v2/hook/a1b2c3d4",
        goals: { default: 1000 },
        currency: "EUR",
        amount_source: { kind: "range" },
        locale: "de-DE",
        weekday_range: [2816, 3584],
        weekend_range: [4048, 5152]
      })
    }))

  it.scopedLive("gives no password away through a link, and says what to add", () =>
    Effect.gen(function*() {
      const folder = realpathSync(yield* temporaryFolder)
      mkdirSync(join(folder, "shared"))
      chmodSync(join(folder, "shared"), 0o777)
      symlinkSync("shared/env", join(folder, ".env"))
      const words = [...all.slice(0, -1), "https://open.feishu.cn/open-apis/bot/v2/hook/a1b2c3d4"]
      const { code, stderr, stdout } = yield* turnover(folder, ["setup", ...words], { env: { LANG: "en_US.UTF-8", TZ: "Europe/Berlin" } })
      assert.deepStrictEqual([code, stdout, existsSync(join(folder, "shared/env"))], [1, "", false])
      assert.include(stderr, `.env is a link, and other users of the machine can write ${join(folder, "shared")}`)
      assert.match(stderr, /\n {2}TZ=Europe\/Berlin\n {2}ADMIN_TOKEN=[\w-]{32}\n/)
      assert.isTrue(stderr.startsWith("Written: config.json\n"), stderr)
      assert.strictEqual(configIn(folder)["shop_name"], "老王饺子")
      assert.strictEqual(statSync(join(folder, "config.json")).mode & 0o777, 0o600)
      chmodSync(join(folder, "config.json"), 0o644)
      rmSync(join(folder, ".env"))
      symlinkSync(join(folder, "config.json"), join(folder, "shared/config.json"))
      const again = yield* turnover(folder, ["setup", ...words.slice(0, -1), `${words.at(-1)}5`, "--replace"], {
        env: { LANG: "en_US.UTF-8", TZ: "Europe/Berlin", CONFIG_FILE: "shared/config.json" }
      })
      assert.include(again.stderr, "\n  \"chat_webhook_url\": \"…\",")
      assert.notInclude(again.stderr, "a1b2c3d4")
    }))

  it.scopedLive("names what is wrong or missing, and writes nothing", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const wrong = (...words: ReadonlyArray<string>) =>
        turnover(folder, ["setup", ...words], { env: { LANG: "en_US.UTF-8", TZ: "Asia/Shanghai" } })
      assert.include((yield* wrong()).stderr, "setup: expected --shop-name, or a terminal to ask in")
      assert.include((yield* wrong("--shop-name", "a", "--cutoff", "25:00")).stderr,
        "--cutoff: expected a time HH:MM from 00:00 to 23:59, got \"25:00\"")
      const bad = yield* wrong(...all.slice(0, -1), "ftp://geheim.example/hook")
      assert.include(bad.stderr, "--chat: this address cannot be used")
      assert.notInclude(bad.stderr, "geheim")
      assert.include((yield* wrong("--locale", "german")).stderr, "--locale: expected a language with its country by BCP 47")
      assert.include((yield* wrong("--currency", "KWD")).stderr,
        "--currency: expected a currency with at most two decimals, because the service keeps no more, got \"KWD\"")
      assert.include((yield* wrong(...all.slice(0, 2), "--cutoff", "03:00")).stderr, "setup: expected --day-starts-at")
      // A machine at UTC does not say where the shop is.
      assert.include((yield* turnover(folder, ["setup", ...all], { env: { LANG: "en_US.UTF-8", TZ: "" } })).stderr,
        "setup: expected --time-zone")
      assert.throws(() => configIn(folder))
    }))

  it.scopedLive("finishes a run that ended between the two files if the answers are the same, and refuses others",
    () =>
      Effect.gen(function*() {
        const folder = yield* temporaryFolder
        const run = (...words: ReadonlyArray<string>) =>
          turnover(folder, ["setup", ...words], { env: { LANG: "en_US.UTF-8", TZ: "Asia/Shanghai" } })
        yield* run(...all)
        rmSync(join(folder, ".env"))
        const before = readFileSync(join(folder, "config.json"), "utf8")
        const other = yield* run(...all, "--currency", "EUR")
        assert.deepStrictEqual([other.code, existsSync(join(folder, ".env"))], [1, false])
        assert.include(other.stderr, "config.json has the settings of \"老王饺子\": nothing is written")
        const { code, stdout } = yield* run(...all)
        assert.strictEqual(code, 0)
        assert.match(stdout, /^Written: \.env\n/)
        assert.match(envIn(folder), /^ADMIN_TOKEN=[\w-]{32}$/m)
        assert.strictEqual(readFileSync(join(folder, "config.json"), "utf8"), before)
        assert.strictEqual((yield* run(...all)).code, 1)
      }), 60_000)

  it.scopedLive("refuses a file that cannot be read in one sentence, without waiting for it, and writes nothing",
    () =>
      Effect.gen(function*() {
        const folder = yield* temporaryFolder
        const kinds: ReadonlyArray<readonly [make: (path: string) => void, found: string]> = [
          [(path) => mkdirSync(path), "expected a regular file, got a folder"],
          [(path) => symlinkSync(path, path), "expected a readable file, got "],
          [(path) => execFileSync("mkfifo", [path]), "expected a regular file, got a pipe"]
        ]
        for (const name of ["config.json", ".env"]) {
          for (const [make, found] of kinds) {
            make(join(folder, name))
            const { code, stderr } = yield* turnover(folder, ["setup", ...all], { env: chinese })
            assert.strictEqual(code, 1)
            assert.include(stderr, `${name}: ${found}`)
            rmSync(join(folder, name), { recursive: true })
            assert.deepStrictEqual(readdirSync(folder), [])
          }
        }
      }), 60_000)

  it.scopedLive("asks at a terminal in its language, and enter alone takes what is proposed", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      // The shipped file is nobody's, so its name is not proposed.
      copyFileSync("config.json", join(folder, "config.json"))
      const printed = yield* atTerminal(folder, [
        ["The shop's name", "\r"],
        ["is the day settled", "\r"],
        ["Closed each", "\r"],
        ["nobody enters a day", "\u001b[B\r"],
        ["usual weekday", "900\r"],
        ["usual weekend", "1.400\r"],
        ["chat's bot", "\r"]
      ])
      assert.include(printed, "Admin password (shown this once; it is in .env): ")
      assert.deepInclude(configIn(folder), {
        chat_webhook_url: "console:",
        shop_name: "My shop",
        language: "en",
        currency: "EUR",
        cutoff_time: "23:00",
        closed_weekdays: [],
        locale: "de-DE",
        amount_source: { kind: "range" },
        weekday_range: [792, 1008],
        weekend_range: [1232, 1568]
      })
      assert.include(envIn(folder), "TZ=Europe/Berlin\n")
      // The shop's own answers are proposed again; that it has no chat is an empty one.
      const again = yield* atTerminal(folder, [
        ["The shop's name", "\r"],
        ["is the day settled", "\r"],
        ["Closed each", "\r"],
        ["nobody enters a day", "\u001b[B\r"],
        ["chat's bot", "\r"]
      ])
      assert.include(again, "The admin password is unchanged")
      assert.notInclude(again, "console:")
      assert.deepInclude(configIn(folder), { chat_webhook_url: "console:", shop_name: "My shop", amount_source: { kind: "none" } })
    }))
})
