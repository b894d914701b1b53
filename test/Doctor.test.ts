import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { DateTime, Effect, Either, Fiber, Redacted, TestClock } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { defaultSource } from "../src/Config/AmountSource.ts"
import { parse } from "../src/Config/ShopConfig.ts"
import { Database } from "../src/Database.ts"
import { newestOf } from "../src/Database/Migrate.ts"
import { migrations } from "../src/Database/Migrations.ts"
import { checkBot } from "../src/Doctor/Bot.ts"
import { checkDatabase } from "../src/Doctor/Database.ts"
import { checkBackups } from "../src/Doctor/Machine.ts"
import { calendarOf } from "../src/Domain/Calendar.ts"
import { noWeekdays } from "../src/Domain/Turnover.ts"
import * as Secrets from "../src/Logging/Secrets.ts"
import { packageRoot } from "../src/Package.ts"
import { anotherProgram, temporaryFile, temporaryFolder } from "./Database/TestFile.ts"
import { feishuDouble } from "./lib/FeishuDouble.ts"
import { date } from "./lib/Stored.ts"

/** A shop in Shanghai that settles at 23:00, at a local time. */
const examined = (local: string) => ({
  now: DateTime.unsafeMakeZoned(`${local}+08:00`, { timeZone: "Asia/Shanghai" }),
  calendar: calendarOf(DateTime.zoneUnsafeMakeNamed("Asia/Shanghai"), { hour: 23, minute: 0 }),
  settings: { amountSource: defaultSource, closedWeekdays: noWeekdays }
})

const settings = (url: string, secret: string) =>
  Either.getOrThrow(parse("config.json", JSON.stringify({ chat_webhook_url: url, chat_secret: secret, chat_kind: "feishu" }))).config

/** Doctor does not read the days of an older schema. */
const newestSchema = readFileSync(join(packageRoot, `test/fixtures/schema-${newestOf(migrations)}.sql`), "utf8")

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

  const lookAt = (file: string) =>
    Effect.gen(function*() {
      const looking = yield* Effect.fork(checkDatabase(file, examined("2026-11-20T11:00:00")))
      yield* TestClock.adjust("40 seconds")
      return (yield* Fiber.join(looking)).filter(({ status }) => status === "failed")
    })

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
      const locked = yield* lookAt(file)
      other.close()
      const alone = yield* anotherProgram(file)
      alone.pragma("locking_mode = EXCLUSIVE")
      alone.exec("BEGIN EXCLUSIVE")
      const held = yield* lookAt(file)
      alone.close()
      // A write version above 2 in the header makes a file read-only for everyone.
      spoil(file, 18, Buffer.from([3]))
      const readOnly = yield* lookAt(file)
      for (const checks of [locked, held, readOnly]) {
        assert.deepStrictEqual(checks.map(({ name }) => name), ["database"])
        assert.notInclude(JSON.stringify(checks), "restore")
        assert.include(checks[0]?.advice, "the file itself may be whole")
      }
    }))

  it.scoped("advises to restore a database that is damaged", () =>
    Effect.gen(function*() {
      const file = yield* shopFile
      spoil(file, 4096, Buffer.alloc(4096, 0xff))
      assert.include((yield* lookAt(file))[0]?.advice, "turnover restore FILE")
      writeFileSync(file, "rubbish ".repeat(1000))
      assert.include((yield* lookAt(file))[0]?.advice, "turnover restore FILE")
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

  it.scopedLive("reports backups that are dated in the future, whatever else is there", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const { config } = Either.getOrThrow(parse("config.json", JSON.stringify({ chat_webhook_url: "console:", backup_dir: folder })))
      const today = date("2026-03-14")
      const made = (day: string) => {
        writeFileSync(join(folder, `turnover-${day}.db`), "")
        writeFileSync(join(folder, `turnover-${day}.db.head`), "0:\n")
      }
      made("2026-03-13")
      const looked = () => checkBackups(config, today, false).map(({ detail, status }) => `${status}: ${detail}`)
      assert.deepStrictEqual(looked(), [`ok: the newest in ${folder} is of 2026-03-13`])
      made("2027-03-14")
      assert.deepStrictEqual(looked(), ["warning: 1 daily backup is dated in the future, the first 2027-03-14"])
    }))

  it.scopedLive("reports days that are dated in the future", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const db = new BetterSqlite(file)
      db.exec(newestSchema)
      db.close()
      const lookOn = (day: string) =>
        Effect.map(checkDatabase(file, examined(`${day}T12:00:00`)),
          (checks) => checks.filter(({ name }) => name === "days").map(({ advice, detail }) => `${detail} → ${advice}`).join())
      assert.notInclude(yield* lookOn("2026-11-20"), "future")
      assert.match(yield* lookOn("2026-11-17"),
        /dated in the future, the first 2026-11-18, so no amount is generated → set the clock .* `turnover withdraw DATE --reason WHY`$/)
    }))

  // Rule 5.12.
  it.scoped("finds a day unsettled as health does: not where a person left it so since its cutoff", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const db = new BetterSqlite(file)
      db.exec(newestSchema)
      db.exec("DELETE FROM turnover WHERE date < '2026-11-20'; UPDATE turnover SET date = '2026-11-19'")
      const at = (time: string) => examined(`2026-11-20T${time}`)
      const looked = Effect.map(checkDatabase(file, at("23:10:00")), (checks) => checks.find(({ name }) => name === "days")?.detail)
      const cleared = (time: string) =>
        db.prepare("INSERT OR REPLACE INTO day_mark (date, closed, note, cleared_at) VALUES ('2026-11-20', 0, '', ?)").run(
          at(time).now.epochMillis
        )
      const unsettled = "2026-11-20 is not settled although its cutoff is past"
      assert.strictEqual(yield* looked, unsettled)
      cleared("22:59:59")
      assert.strictEqual(yield* looked, unsettled)
      cleared("23:00:00")
      assert.strictEqual(yield* looked, "1 day, none of the last 31 is missing")
      db.close()
    }))

  it.scoped("names missing days, and the commands for a counted and for a closed one", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const db = new BetterSqlite(file)
      db.exec(newestSchema)
      db.close()
      const checks = yield* checkDatabase(file, examined("2026-11-21T12:00:00"))
      const days = checks.find(({ name }) => name === "days")
      assert.strictEqual(days?.detail, "missing: 2026-11-19")
      for (const command of ["`turnover correct DATE AMOUNT`", "`turnover close DATE`"]) assert.include(days?.advice, command)
    }))

  it.scoped("does not miss a day on a weekday on which the shop is closed", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const db = new BetterSqlite(file)
      db.exec(newestSchema)
      db.close()
      const { settings, ...at } = examined("2026-11-21T12:00:00")
      const checks = yield* checkDatabase(file, { ...at, settings: { ...settings, closedWeekdays: new Set([4]) } })
      assert.notInclude(checks.find(({ name }) => name === "days")?.detail, "2026-11-19")
    }))
})
