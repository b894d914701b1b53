import Sqlite from "better-sqlite3"
import { createHmac } from "node:crypto"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { eventually, listen, type Product, product, specified } from "./Product.ts"

const today = "2026-03-11"
const at = (time: string) => `${today}T${time}+08:00`

/** Makes the stored day not final, as another program could: no request can. */
const reopen = ({ folder }: Product) => {
  const file = readdirSync(join(folder, "data")).find((name) => name.endsWith(".db")) ?? ""
  const database = new Sqlite(join(folder, "data", file))
  const { changes } = database.prepare("UPDATE turnover SET is_final = 0 WHERE date = ?").run(today)
  database.close()
  assert.strictEqual(changes, 1)
}

const auditOf = async (shop: Product) => (await shop.ask("/api/audit")).json as ReadonlyArray<Record<string, unknown>>
const amountOf = async (shop: Product) => (await shop.ask("/api/metrics")).json.today.amount as number | null

describe("3: the states of a day", () => {
  let shop: Product
  let generated: number | null
  beforeAll(async () => {
    shop = await product({ at: at("13:40:00") })
    await shop.delivered(1)
    generated = await amountOf(shop)
  })
  afterAll(() => shop.close())

  it("no record, past the cutoff: an amount is generated", () => assert.isNumber(generated))
  it("no record: the amount is within the weekday's range", () =>
    assert.isTrue(generated !== null && generated >= 2800 && generated <= 3600, String(generated)))
  it("no record: the amount has up to two decimals", () => assert.match(String(generated), /^\d+(\.\d{1,2})?$/))
  it("no record: an audit record is written", async () => assert.lengthOf(await auditOf(shop), 1))
  it("no record: the audit is of that day", async () => assert.strictEqual((await auditOf(shop))[0]?.["date"], today))
  it("no record: a notification is pushed, once", () => assert.lengthOf(shop.bot.deliveries, 1))
  it("4.1: today's amount is a number past the cutoff", async () => assert.isNumber(await amountOf(shop)))
  it("4.1: the totals have today", async () =>
    assert.deepInclude((await shop.ask("/api/metrics")).json.this_week, { end: today, total: generated }))
  it("4.2: the series ends today", async () =>
    assert.deepInclude((await shop.ask("/api/series7")).json.at(-1), { date: today, amount: generated, estimated: false }))

  describe("final, past the cutoff", () => {
    it("a reload pushes it again", async () => {
      assert.strictEqual((await shop.reload()).json.ok, true)
      await shop.delivered(2)
    })
    it("a start pushes it again", async () => {
      await shop.stop()
      await shop.start(at("13:45:00"))
      await shop.delivered(3)
    })
    it("6.1: minute 0 of an hour forces a refresh and pushes it again", async () => {
      const end = new AbortController()
      const { events } = await listen(shop, end.signal)
      shop.moveTo(at("13:59:59.500"))
      await shop.delivered(4)
      await eventually("force_refresh", () => events.find(({ data }) => data.type === "force_refresh"))
      end.abort()
    })
    it("6.1: minute 1 of an hour forces a refresh and pushes it again", async () => {
      const end = new AbortController()
      const { events } = await listen(shop, end.signal)
      shop.moveTo(at("14:00:59.500"))
      await shop.delivered(5)
      const forced = await eventually("force_refresh", () => events.find(({ data }) => data.type === "force_refresh"))
      assert.deepStrictEqual(forced.data, { type: "force_refresh" })
      end.abort()
    })
    it("minute 2 does not push it again", async () => {
      shop.moveTo(at("14:01:59.500"))
      await eventually("minute 2", async () => (await shop.ask("/api/metrics")).json.server_now >= at("14:02:02") ? true : undefined)
      assert.lengthOf(shop.bot.deliveries, 5)
    })
    it("the amount stays", async () => assert.strictEqual(await amountOf(shop), generated))
    it("no audit record is written", async () => assert.lengthOf(await auditOf(shop), 1))
  })

  describe("non-final, past the cutoff", () => {
    beforeAll(async () => {
      await shop.stop()
      reopen(shop)
      await shop.start(at("14:30:00"))
      await shop.delivered(6)
    })
    it("becomes final, with its amount", async () => assert.strictEqual(await amountOf(shop), generated))
    it("is audited", async () => assert.lengthOf(await auditOf(shop), 2))
    it("is pushed", () => assert.lengthOf(shop.bot.deliveries, 6))
  })

  it("any: a correction after the cutoff sets the amount", async () => {
    await shop.putJson("/api/admin/turnover", { date: today, amount: 4321.5, reason: "counted", actor: "mei" })
    assert.strictEqual(await amountOf(shop), 4321.5)
  })
  it("any: a correction after the cutoff is pushed", async () => {
    await shop.delivered(7)
  })
})

describe("3: the daily trigger", () => {
  let shop: Product
  beforeAll(async () => {
    shop = await product({ at: at("13:10:00") })
    await shop.putJson("/api/admin/turnover", { date: "2026-03-10", amount: 1, reason: "", actor: "mei" })
    await shop.delivered(1)
  })
  afterAll(() => shop.close())

  it("does nothing before the cutoff", async () => assert.isNull(await amountOf(shop)))
  it("runs at the cutoff hour and minute", async () => {
    shop.moveTo(at("13:17:59.500"))
    await shop.delivered(2)
    assert.isNumber(await amountOf(shop))
  })
  it("runs once a day", async () => {
    await eventually("13:18:03", async () => (await shop.ask("/api/metrics")).json.server_now >= at("13:18:03") ? true : undefined)
    assert.lengthOf(shop.bot.deliveries, 2)
  })
  it("4.12: after a reload it has the new cutoff", async () => {
    shop.write({ ...specified, cutoff_time: "15:30" })
    assert.deepInclude((await shop.reload()).json, { ok: true, cutoff_time: "15:30" })
    assert.deepInclude((await shop.ask("/api/metrics")).json, { cutoff_time: "15:30", cutoff_hour: 15 })
  })
  it("4.12: today's amount is null again before the new cutoff", async () => assert.isNull(await amountOf(shop)))
  it("4.12: the new cutoff triggers", async () => {
    shop.moveTo(at("15:29:59.500"))
    await shop.delivered(3)
    assert.isNumber(await amountOf(shop))
  })
  it("2.4: cutoff_hour is used when cutoff_time is not set, with minute 00", async () => {
    const { cutoff_time: _, ...others } = specified
    shop.write({ ...others, cutoff_hour: 17 })
    assert.deepInclude((await shop.reload()).json, { ok: true, cutoff_time: "17:00" })
  })
  it("2.4: cutoff_time comes before cutoff_hour", async () => {
    shop.write({ ...specified, cutoff_time: "18:07", cutoff_hour: 9 })
    assert.strictEqual((await shop.reload()).json.cutoff_time, "18:07")
  })
  it("4.12: a reload to a cutoff that has passed settles at once", async () => {
    const before = shop.bot.deliveries.length
    shop.write({ ...specified, cutoff_time: "13:18" })
    await shop.reload()
    await shop.delivered(before + 1)
    assert.isNumber(await amountOf(shop))
  })
  it("2.4: shop_name is read again", async () => {
    shop.write({ ...specified, shop_name: "Second shop" })
    await shop.reload()
    assert.strictEqual((await shop.ask("/api/metrics")).json.shop_name, "Second shop")
  })
})

describe("6.2: a message", () => {
  let shop: Product
  const secret = "the signing secret"
  beforeAll(async () => {
    shop = await product({ at: at("10:00:00"), config: { ...specified, chat_secret: secret } })
  })
  afterAll(() => shop.close())
  const push = () => shop.postJson("/api/admin/test_push", { date: today, amount: 1, reason: "trial" })
  const formats = () => shop.bot.deliveries.map(({ json }) => json?.["msg_type"])

  it("is a POST of JSON", async () => {
    await push()
    const [delivery] = shop.bot.deliveries
    assert.strictEqual(delivery?.method, "POST")
    assert.match(delivery?.headers["content-type"] ?? "", /^application\/json/)
  })
  it("goes to the configured address", () => assert.strictEqual(shop.bot.deliveries[0]?.url, "/hook"))
  it("is signed where a secret is configured", () => {
    const { sign, timestamp } = shop.bot.deliveries[0]?.json ?? {}
    assert.strictEqual(sign, createHmac("sha256", `${String(timestamp)}\n${secret}`).update("").digest("base64"))
  })
  it("is a card that was taken: nothing else is tried", () => assert.deepStrictEqual(formats(), ["interactive"]))
  it("is a post where the card is refused", async () => {
    shop.bot.deliveries.length = 0
    shop.bot.replies(({ json }) => json?.["msg_type"] === "interactive" ? { status: 400, body: "no" } : { status: 200, body: "" })
    assert.strictEqual((await push()).json.ok, true)
    assert.deepStrictEqual(formats(), ["interactive", "post"])
  })
  it("is a text where card and post are refused", async () => {
    shop.bot.deliveries.length = 0
    shop.bot.replies(({ json }) => json?.["msg_type"] === "text" ? { status: 200, body: "{}" } : { status: 200, body: "{\"code\":9499}" })
    assert.strictEqual((await push()).json.ok, true)
    assert.deepStrictEqual(formats(), ["interactive", "post", "text"])
  })
  it("goes through the same order for a correction", async () => {
    shop.bot.deliveries.length = 0
    shop.bot.replies(({ json }) => json?.["msg_type"] === "text" ? { status: 204, body: "" } : { status: 403, body: "no" })
    await shop.putJson("/api/admin/turnover", { date: "2026-03-10", amount: 5, reason: "", actor: "mei" })
    await shop.delivered(3)
    assert.deepStrictEqual(formats(), ["interactive", "post", "text"])
  })
  it.each(["", "ok", "{}", "{\"ok\":true}", "{\"code\":0}", "[]"])("is delivered with a 200 and %j", async (body) => {
    shop.bot.deliveries.length = 0
    shop.bot.replies(() => ({ status: 200, body }))
    assert.strictEqual((await push()).json.ok, true)
    assert.deepStrictEqual(formats(), ["interactive"])
  })
  it("that is refused in each format is an error", async () => {
    shop.bot.replies(() => ({ status: 400, body: "no" }))
    assert.isAtLeast((await push()).status, 400)
  })
  it("4.11: that is refused is in the log, with status and body", async () => {
    shop.bot.replies(() => ({ status: 418, body: "I am a teapot of the chat" }))
    await push()
    const { lines } = (await shop.admin("/api/admin/logs?lines=50")).json
    const log = (lines as ReadonlyArray<string>).join("\n")
    assert.include(log, "418")
    assert.include(log, "I am a teapot of the chat")
  })
})
