import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { DateTime, Effect, Either, Fiber, Option, Redacted, TestClock } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { parse } from "../src/Config/ShopConfig.ts"
import { Database } from "../src/Database.ts"
import { newestOf } from "../src/Database/Migrate.ts"
import { migrations } from "../src/Database/Migrations.ts"
import { checkBackups } from "../src/Doctor/Backups.ts"
import { checkBot } from "../src/Doctor/Bot.ts"
import { storedProblems } from "../src/Doctor/Database.ts"
import { runningHealth } from "../src/Doctor/RunningService.ts"
import * as Secrets from "../src/Logging/Secrets.ts"
import { packageRoot } from "../src/Package.ts"
import { anotherProgram, temporaryFile, temporaryFolder } from "./Database/TestFile.ts"
import { feishuDouble } from "./lib/FeishuDouble.ts"
import { httpService, port, token } from "./lib/HttpService.ts"
import { sound } from "./lib/SoundShop.ts"
import { date } from "./lib/Stored.ts"
import { members } from "./lib/TestService.ts"

const settings = (url: string, secret: string) =>
  Either.getOrThrow(parse("config.json", JSON.stringify({ chat_webhook_url: url, chat_secret: secret, chat_kind: "feishu" }))).config

const newestSchema = readFileSync(join(packageRoot, `test/fixtures/schema-${newestOf(migrations)}.sql`), "utf8")

const shop = Either.getOrThrow(parse("config.json", JSON.stringify({ chat_webhook_url: "console:" }))).config

const look = (url: string, secret = "") =>
  Effect.map(
    Effect.provide(checkBot(settings(url, secret)), [NodeHttpClient.layer, Secrets.layer]),
    // The double has no certificate, which is a separate warning.
    (checks) => checks.filter(({ detail }) => !detail.endsWith("begins with http")).map(({ name, status }) => `${name} ${status}`)
  )

describe("the doctor", () => {
  it.scopedLive("finds a bot that takes address and signature, and sends the group nothing", () =>
    Effect.gen(function*() {
      const bot = yield* feishuDouble({ secret: "signing" })
      assert.deepStrictEqual(yield* look(bot.url, "signing"), ["bot ok", "clock ok"])
      assert.strictEqual(bot.requests.length, 1)
      assert.deepStrictEqual(bot.delivered(), [])
    }))

  it.scopedLive("warns about an address without encryption", () =>
    Effect.gen(function*() {
      const bot = yield* feishuDouble()
      const checks = yield* Effect.provide(checkBot(settings(bot.url, "")), [NodeHttpClient.layer, Secrets.layer])
      assert.deepStrictEqual(checks.map(({ detail, status }) => [status, /http$/.test(detail)]), [["ok", false], ["ok", false], [
        "warning",
        true
      ]])
    }))

  it.scopedLive("finds a wrong secret, a wrong address, and a bot that is not there", () =>
    Effect.gen(function*() {
      const bot = yield* feishuDouble({ secret: "signing" })
      assert.deepStrictEqual(yield* look(bot.url, "wrong"), ["bot failed", "clock ok"])
      assert.deepStrictEqual(yield* look(`${bot.url}x`, "signing"), ["bot failed", "clock ok"])
      yield* Effect.promise(bot.close)
      assert.deepStrictEqual(yield* look(bot.url, "signing"), ["bot failed"])
      assert.deepStrictEqual(yield* look("console:"), ["bot warning"])
    }))

  it.scopedLive("reads only the beginning of an answer that does not end", () =>
    Effect.gen(function*() {
      let sent = 0
      const chunk = "x".repeat(65_536)
      const server = createServer((_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write(chunk)) sent += chunk.length
          sent += chunk.length
        }
        response.on("drain", more)
        more()
      })
      const port = yield* Effect.acquireRelease(
        Effect.async<number>((resume) => {
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
        }),
        () => Effect.sync(() => server.closeAllConnections())
      )
      assert.deepStrictEqual(yield* look(`http://127.0.0.1:${port}/`), ["bot failed", "clock ok"])
      assert.isBelow(sent, 64 * 1024 * 1024)
      server.close()
    }))

  it.scopedLive("finds a clock that is off, and is patient with a bot in trouble", () =>
    Effect.gen(function*() {
      const bot = yield* feishuDouble()
      const date = (millis: number) => ({
        headers: { date: new Date(performance.timeOrigin + performance.now() - millis).toUTCString() },
        body: { code: 19002 }
      })
      bot.script(date(-3_600_000), date(20_000), { status: 503, body: "" })
      assert.deepStrictEqual(yield* look(bot.url), ["bot ok", "clock failed"])
      assert.deepStrictEqual(yield* look(bot.url), ["bot ok", "clock warning"])
      assert.deepStrictEqual(yield* look(bot.url), ["bot warning", "clock ok"])
    }))

  /** A database of the service, closed. */
  const shopFile = Effect.tap(temporaryFile,
    (file) => Effect.scoped(Effect.provide(Effect.asVoid(Database), Database.layer(`file:${file}`))))

  /** What doctor says of a file at a time in Shanghai, where the shop settles at 23:00. */
  const lookAt = (file: string, local = "2026-11-20T11:00:00") =>
    Effect.gen(function*() {
      yield* TestClock.setTime(DateTime.unsafeMake(`${local}+08:00`).epochMillis)
      const looking = yield* Effect.fork(storedProblems(`file:${file}`, shop, DateTime.zoneUnsafeMakeNamed("Asia/Shanghai")))
      yield* TestClock.adjust("40 seconds")
      return yield* Fiber.join(looking)
    })
  const faultAt = (file: string) => Effect.map(lookAt(file), Either.getLeft)

  const spoil = (file: string, at: number, bytes: Buffer) => {
    const content = readFileSync(file)
    bytes.copy(content, at)
    writeFileSync(file, content)
  }

  it.scoped("does not advise to restore a database that is locked, or that may only be read", () =>
    Effect.gen(function*() {
      const file = yield* shopFile
      const other = yield* anotherProgram(file)
      other.exec("BEGIN IMMEDIATE")
      const locked = yield* faultAt(file)
      other.close()
      const alone = yield* anotherProgram(file)
      alone.pragma("locking_mode = EXCLUSIVE")
      alone.exec("BEGIN EXCLUSIVE")
      const held = yield* faultAt(file)
      alone.close()
      // A write version above 2 in the header makes a file read-only for everyone.
      spoil(file, 18, Buffer.from([3]))
      const readOnly = yield* faultAt(file)
      for (const fault of [locked, held, readOnly]) {
        const { advice, detail, status } = Option.getOrThrow(fault)
        assert.strictEqual(status, "failed")
        assert.notInclude(`${detail} ${advice}`, "restore")
        assert.include(advice, "the file itself may be whole")
      }
    }))

  it.scoped("advises to restore a database that is damaged", () =>
    Effect.gen(function*() {
      const file = yield* shopFile
      spoil(file, 4096, Buffer.alloc(4096, 0xff))
      assert.include(Option.getOrThrow(yield* faultAt(file)).advice, "turnover restore FILE")
      writeFileSync(file, "rubbish ".repeat(1000))
      assert.include(Option.getOrThrow(yield* faultAt(file)).advice, "turnover restore FILE")
    }))

  it.scopedLive("repeats no secret of the address that the bot says back", () =>
    Effect.gen(function*() {
      const bot = yield* feishuDouble()
      const url = `${bot.url.replace("://", "://mei:open%20sesame@")}?key=p%2Fq%2Br`
      const basic = Buffer.from("mei:open sesame").toString("base64")
      bot.script({ body: { code: 19001, msg: `no bot at ${url} for ${basic}: p/q+r` } })
      const checks = yield* Effect.provide(checkBot(settings(url, "")), [NodeHttpClient.layer, Secrets.layer])
      assert.strictEqual(checks[0]?.status, "failed")
      assert.match(checks[0]?.detail ?? "", /no bot at/)
      assert.notMatch(JSON.stringify(checks), new RegExp(`sesame|double-hook-token|p/q|p%2Fq|${basic}`))
    }))

  it.scopedLive("repeats no other secret that the bot says, not even the beginning of one", () =>
    Effect.gen(function*() {
      const bot = yield* feishuDouble()
      const token = "open-sesame-for-the-admin"
      bot.script({ body: { code: 19001, msg: `${token} ${token.padStart(120, "-")}` } })
      const known = Effect.flatMap(Secrets.Secrets, ({ register }) => register(Redacted.make(token)))
      const checks = yield* Effect.zipRight(known, checkBot(settings(bot.url, ""))).pipe(
        Effect.provide([NodeHttpClient.layer, Secrets.layer])
      )
      assert.notInclude(JSON.stringify(checks), "sesame")
    }))

  it.scopedLive("judges the newest backup up to today, and a folder that cannot be used", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const made = (day: string) => {
        writeFileSync(join(folder, `turnover-${day}.db`), "")
        writeFileSync(join(folder, `turnover-${day}.db.head`), "0:\n")
      }
      const looked = (backupDir: string | null, today = "2026-03-14") => checkBackups({ ...shop, backupDir }, date(today)).status
      writeFileSync(join(folder, "no-folder"), "")
      assert.deepStrictEqual([looked(null), looked(folder), looked(join(folder, "no-folder/x"))], ["warning", "warning", "failed"])
      made("2026-03-13")
      made("2027-03-14")
      assert.deepStrictEqual([looked(folder, "2026-03-15"), looked(folder, "2026-03-16")], ["ok", "failed"])
    }))

  it.scoped("lists what health would say of a service that does not run", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const db = new BetterSqlite(file)
      db.exec(newestSchema)
      db.close()
      const codesAt = (local: string) =>
        Effect.map(lookAt(file, local), (found) => Either.getOrThrow(found).map(({ code, params }) => [code, params["first"]]))
      assert.deepStrictEqual((yield* codesAt("2026-11-20T12:00:00")).filter(([code]) => code === "days_in_future"), [])
      assert.deepInclude(yield* codesAt("2026-11-17T12:00:00"), ["days_in_future", "2026-11-18"])
    }))

  it.scoped("reads the list of the service that runs, of a private one with its token", () =>
    Effect.gen(function*() {
      const own = { host: "127.0.0.1", allowedHosts: undefined, port: yield* port }
      const told = (adminToken: Option.Option<string>) =>
        Effect.map(runningHealth({ ...own, adminToken: Option.map(adminToken, Redacted.make) }), Option.getOrThrow)
      assert.deepStrictEqual(yield* told(Option.none()), { status: "degraded" })
      const { problems, status } = yield* told(Option.some(token))
      assert.deepStrictEqual([status, problems?.map(({ message }) => message)], ["degraded", ["The till is silent."]])
      assert.isTrue(Option.isNone(yield* runningHealth({ ...own, adminToken: Option.none(), port: 1 })))
    }).pipe(Effect.provide(
      httpService({
        at: "2026-03-14T22:00:00+08:00",
        config: { file: members({ access: "private" }) },
        health: Effect.succeed({
          ...sound,
          status: "degraded",
          problems: [{ code: "feed_silent", params: {}, message: "The till is silent." }],
          missingDays: [],
          awaiting: [],
          futureDays: []
        })
      }).layer
    )))
})
