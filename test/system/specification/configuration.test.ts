import { existsSync } from "node:fs"
import { join } from "node:path"
import { afterEach, assert, describe, it } from "vitest"
import { type Options, type Product, product, specified, token } from "./Product.ts"

const open: Array<Product> = []
const started = async (options: Options) => {
  const shop = await product(options)
  open.push(shop)
  return shop
}
afterEach(async () => {
  for (const shop of open.splice(0)) await shop.close()
})

const at = "2026-03-11T10:00:00+08:00"

describe("2.4: the environment", () => {
  it("PORT is 57778 by default", async () => {
    const shop = await started({ at, host: "127.57.7.78", port: 57778 })
    assert.strictEqual((await shop.ask("/api/metrics")).status, 200)
  })
  it("TZ is the zone of dates and times", async () => {
    const shop = await started({ at: "2026-03-11T23:30:00+00:00", environment: { TZ: "America/New_York" } })
    const { server_now, today } = (await shop.ask("/api/metrics")).json
    assert.match(server_now, /^2026-03-11T19:3\d:\d\d(?:\.\d+)?-04:00$/)
    assert.strictEqual(today.date, "2026-03-11")
  })
  it("TZ is Asia/Shanghai by default", async () => {
    const shop = await started({ at: "2026-03-10T23:30:00+00:00" })
    assert.match((await shop.ask("/api/metrics")).json.server_now, /^2026-03-11T07:3\d:\d\d(?:\.\d+)?\+08:00$/)
  })
  it("ADMIN_TOKEN may be in an environment file", async () => {
    const shop = await started({ at, environment: { ADMIN_TOKEN: undefined }, files: { ".env": `ADMIN_TOKEN=${token}\n` } })
    assert.strictEqual((await shop.admin("/api/admin/logs")).status, 200)
  })
  it("DATABASE_URL is a local file by default", async () => {
    const shop = await started({ at })
    assert.isTrue(existsSync(join(shop.folder, "data/turnover.db")))
  })
  it.each(["file:./elsewhere/days.db", "./days.db", "days.sqlite"])("DATABASE_URL may be %s", async (url) => {
    const shop = await started({ at, environment: { DATABASE_URL: url } })
    assert.isTrue(existsSync(join(shop.folder, url.replace("file:", ""))))
  })
  it("a stored day is there after a stop and a start", async () => {
    const shop = await started({ at })
    await shop.putJson("/api/admin/turnover", { date: "2026-03-10", amount: 7.5, reason: "", actor: "mei" })
    await shop.stop()
    await shop.start(at)
    assert.strictEqual((await shop.ask("/api/metrics")).json.yesterday.amount, 7.5)
  })
  it("a stored day is there after a kill", async () => {
    const shop = await started({ at })
    await shop.putJson("/api/admin/turnover", { date: "2026-03-10", amount: 7.5, reason: "", actor: "mei" })
    await shop.stop("SIGKILL")
    await shop.start(at)
    assert.strictEqual((await shop.ask("/api/metrics")).json.yesterday.amount, 7.5)
  })

  describe("AUTO_IMPORT_ON_START", () => {
    const files = { "data/import.csv": "date,amount\n2026-03-09,10\n2026-03-10,20.5\n" }
    it("imports a CSV file, final, audited and announced by row", async () => {
      const shop = await started({ at, environment: { AUTO_IMPORT_ON_START: "1" }, files })
      assert.match((await shop.ask("/api/export")).text, /2026-03-09,10\.00\r?\n2026-03-10,20\.50/)
      assert.lengthOf((await shop.ask("/api/audit")).json, 2)
      await shop.delivered(2)
    })
    it("is off by default", async () => {
      const shop = await started({ at, files })
      assert.deepStrictEqual((await shop.ask("/api/revenue")).json, [])
    })
  })
})

describe("2.4: the configuration", () => {
  it("needs the address of the bot", async () => {
    const failure = await started({ at, config: { ...specified, chat_webhook_url: undefined } }).then(() => "started", String)
    assert.include(failure, "chat_webhook_url")
  })
  it("takes ranges as pairs, and generates within a weekend's on a weekend", async () => {
    const shop = await started({ at: "2026-03-14T14:00:00+08:00" })
    await shop.delivered(1)
    const { amount, weekday } = (await shop.ask("/api/metrics")).json.today
    assert.isTrue(amount >= 4000 && amount <= 5200, String(amount))
    assert.strictEqual(weekday, "周六")
  })
  it("takes a cutoff with leading zeros, to the minute", async () => {
    const shop = await started({ at, config: { ...specified, cutoff_time: "09:05" } })
    assert.deepInclude((await shop.ask("/api/metrics")).json, { cutoff_time: "09:05", cutoff_hour: 9 })
  })
  it("takes cutoff_hour alone", async () => {
    const { cutoff_time: _, ...others } = specified
    const shop = await started({ at, config: { ...others, cutoff_hour: 20 } })
    assert.deepInclude((await shop.ask("/api/metrics")).json, { cutoff_time: "20:00", cutoff_hour: 20 })
  })
  it("an empty chat_secret means that nothing is signed", async () => {
    const shop = await started({ at })
    await shop.postJson("/api/admin/test_push", { reason: "trial" })
    assert.notProperty(shop.bot.deliveries[0]?.json ?? {}, "sign")
  })
  it("6.2: the start warns that a final day is pushed again, and how that ends", async () => {
    const shop = await started({ at })
    assert.include(shop.output(), "fallback_push")
  })
})
