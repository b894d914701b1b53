import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Answer, type Product, product, specified, token } from "./Product.ts"

/** The keys of an object, at least these. */
const hasKeys = (value: object, ...keys: ReadonlyArray<string>) => assert.includeMembers(Object.keys(value), [...keys])

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+08:00$/

/* A Wednesday before the cutoff, from an empty database; each test goes on where the one before ended. */
describe("a day before its cutoff", () => {
  let shop: Product
  let empty: Answer
  beforeAll(async () => {
    shop = await product({ at: "2026-03-11T10:00:00+08:00" })
    empty = await shop.ask("/api/metrics")
  })
  afterAll(() => shop.close())

  const metrics = async () => (await shop.ask("/api/metrics")).json
  const audits = async () => (await shop.ask("/api/audit?days=30")).json as ReadonlyArray<Record<string, unknown>>

  it("1: responses are JSON", () => assert.match(empty.headers.get("content-type") ?? "", /^application\/json/))
  it("4.1: shop_name is that of the configuration", () => assert.strictEqual(empty.json.shop_name, "Corner shop"))
  it("4.1: server_now is an instant with the shop's offset", () => assert.match(empty.json.server_now, instant))
  it("4.1: server_now is the clock's", () => assert.match(empty.json.server_now, /^2026-03-11T10:0/))
  it("4.1: cutoff_time is HH:MM", () => assert.strictEqual(empty.json.cutoff_time, "13:18"))
  it("4.1: cutoff_hour is its hour, an integer", () => assert.strictEqual(empty.json.cutoff_hour, 13))
  it("4.1: today has date and weekday", () => assert.deepInclude(empty.json.today, { date: "2026-03-11", weekday: "周三" }))
  it("4.1: today.amount is null before the cutoff", () => assert.isNull(empty.json.today.amount))
  it("4.1: yesterday is {date, amount}", () => assert.deepInclude(empty.json.yesterday, { date: "2026-03-10", amount: null }))
  it("4.1: day_before is {date, amount}", () => assert.deepInclude(empty.json.day_before, { date: "2026-03-09", amount: null }))
  it("4.1: this_week is Monday to today", () =>
    assert.deepInclude(empty.json.this_week, { start: "2026-03-09", end: "2026-03-11", total: 0 }))
  it("4.1: last_week is Monday to Sunday", () =>
    assert.deepInclude(empty.json.last_week, { start: "2026-03-02", end: "2026-03-08", total: 0 }))
  it("4.1: this_month is the 1st to today", () =>
    assert.deepInclude(empty.json.this_month, { start: "2026-03-01", end: "2026-03-11", total: 0 }))
  it("4.3: revenue of an empty shop is empty", async () => assert.deepStrictEqual((await shop.ask("/api/revenue")).json, []))
  it("4.4: the audit of an empty shop is empty", async () => assert.deepStrictEqual(await audits(), []))
  it("4.6: the export of an empty shop is its header", async () =>
    assert.strictEqual((await shop.ask("/api/export")).text.trim(), "date,amount"))

  describe("4.2: series7", () => {
    const series = async (query = "") => (await shop.ask(`/api/series7${query}`)).json as ReadonlyArray<Record<string, unknown>>
    it("has 7 points by default", async () => assert.lengthOf(await series(), 7))
    it("has as many as asked for", async () => assert.lengthOf(await series("?days=30"), 30))
    it("takes 7", async () => assert.lengthOf(await series("?days=7"), 7))
    it("takes 90", async () => assert.lengthOf(await series("?days=90"), 90))
    it("does not take 6", async () => assert.strictEqual((await shop.ask("/api/series7?days=6")).status, 400))
    it("does not take 91", async () => assert.strictEqual((await shop.ask("/api/series7?days=91")).status, 400))
    it("does not take a text", async () => assert.strictEqual((await shop.ask("/api/series7?days=many")).status, 400))
    it("ends yesterday before the cutoff", async () => assert.strictEqual((await series()).at(-1)?.["date"], "2026-03-10"))
    it("is oldest first, one point a day", async () =>
      assert.deepStrictEqual((await series()).map(({ date }) => date), [4, 5, 6, 7, 8, 9, 10].map((day) =>
        `2026-03-${String(day).padStart(2, "0")}`
      )))
    it("estimates what is not final, and says so", async () =>
      assert.isTrue((await series()).every(({ amount, estimated }) => estimated === true && typeof amount === "number")))
    it("estimates within the interval of a weekday", async () => {
      const amounts = (await series()).filter(({ date }) => date !== "2026-03-07" && date !== "2026-03-08").map(({ amount }) =>
        Number(amount)
      )
      assert.isTrue(amounts.every((amount) => amount >= 2800 && amount <= 3600), String(amounts))
    })
    it("estimates within the interval of a weekend", async () => {
      const amounts = (await series()).filter(({ date }) => date === "2026-03-07" || date === "2026-03-08").map(({ amount }) =>
        Number(amount)
      )
      assert.isTrue(amounts.every((amount) => amount >= 4000 && amount <= 5200), String(amounts))
    })
    it("estimates up to two decimals", async () =>
      assert.isTrue((await series("?days=90")).every(({ amount }) => /^\d+(\.\d{1,2})?$/.test(String(amount)))))
  })

  describe("4.8: a correction", () => {
    let answer: Answer
    let record: Record<string, unknown>
    beforeAll(async () => {
      answer = await shop.putJson("/api/admin/turnover", { date: "2026-03-10", amount: 3629.76, reason: "recount", actor: "mei" })
      record = (await audits())[0] ?? {}
    })
    it("is answered ok", () => assert.strictEqual(answer.status, 200))
    it("says {ok: true}", () => assert.strictEqual(answer.json.ok, true))
    it("sets the amount", async () => assert.strictEqual((await metrics()).yesterday.amount, 3629.76))
    it("makes the day final", async () =>
      assert.deepInclude((await shop.ask("/api/revenue")).json[0], { date: "2026-03-10", amount: 3629.76, is_final: true }))
    it("is audited", () => assert.strictEqual(record["date"], "2026-03-10"))
    it("2.2: its record has the reason and the actor", () => assert.deepInclude(record, { reason: "recount", actor: "mei" }))
    it("6.2: is pushed", async () => assert.include((await shop.delivered(1))[0]?.body ?? "", "3,629.76"))
    it("6.2: is pushed once", async () => assert.lengthOf(shop.bot.deliveries, 1))
    it("is in the week's total", async () => assert.strictEqual((await metrics()).this_week.total, 3629.76))
    it("is in the month's total", async () => assert.strictEqual((await metrics()).this_month.total, 3629.76))
    it("4.2: is in the series, not estimated", async () =>
      assert.deepInclude((await shop.ask("/api/series7")).json.at(-1), { date: "2026-03-10", amount: 3629.76, estimated: false }))
    it("4.6: is in the export", async () =>
      assert.match((await shop.ask("/api/export")).text, /^date,amount\r?\n2026-03-10,3629\.76\r?\n?$/))
    it("of a final day sets another amount", async () => {
      await shop.putJson("/api/admin/turnover", { date: "2026-03-10", amount: 3700, reason: "again", actor: "mei" })
      assert.strictEqual((await metrics()).yesterday.amount, 3700)
    })
    it("of a final day is audited and pushed", async () => {
      await shop.delivered(2)
      assert.lengthOf(await audits(), 2)
    })
    it("needs no reason and no actor", async () =>
      assert.strictEqual((await shop.putJson("/api/admin/turnover", { date: "2026-03-09", amount: 10 })).json.ok, true))
    it("of an amount as a whole number is taken", async () => assert.strictEqual((await metrics()).day_before.amount, 10))
    it("7: of an invalid date is refused", async () =>
      assert.isAtLeast((await shop.putJson("/api/admin/turnover", { date: "2026-02-30", amount: 10 })).status, 400))
    it("7: of an amount that is a text is refused", async () =>
      assert.isAtLeast((await shop.putJson("/api/admin/turnover", { date: "2026-03-09", amount: "ten" })).status, 400))
    it("7: of a negative amount is refused", async () =>
      assert.isAtLeast((await shop.putJson("/api/admin/turnover", { date: "2026-03-09", amount: -1 })).status, 400))
    it("7: that was refused changes nothing", async () => assert.strictEqual((await metrics()).day_before.amount, 10))
  })

  describe("4.1: today's figure before the cutoff", () => {
    beforeAll(() => shop.putJson("/api/admin/turnover", { date: "2026-03-11", amount: 100.5, reason: "early", actor: "mei" }))
    it("is not shown as today's amount", async () => assert.isNull((await metrics()).today.amount))
    it("is in the week's total, because it is final", async () => assert.strictEqual((await metrics()).this_week.total, 3810.5))
    it("is in the month's total", async () => assert.strictEqual((await metrics()).this_month.total, 3810.5))
    it("4.2: is not in the series", async () => assert.strictEqual((await shop.ask("/api/series7")).json.at(-1).date, "2026-03-10"))
    it("4.3: is in the revenue, which has finalized data", async () =>
      assert.include((await shop.ask("/api/revenue")).json.map(({ date }: { date: string }) => date), "2026-03-11"))
    it("4.6: is in the export", async () => assert.include((await shop.ask("/api/export")).text, "2026-03-11,100.50"))
  })

  describe("4.10: an import", () => {
    let answer: Answer
    let pushed: number
    let audited: number
    beforeAll(async () => {
      await shop.delivered(4)
      pushed = shop.bot.deliveries.length
      audited = (await audits()).length
      answer = await shop.import("date,amount\n2026-03-02,1000.00\n2026-03-08,250.25\n2026-02-11,75\n")
    })
    it("is answered {ok: true, imported}", () => assert.deepInclude(answer.json, { ok: true, imported: 3 }))
    it("makes each row a final record", async () => {
      const found = (await shop.ask("/api/revenue?days=60")).json as ReadonlyArray<{ date: string; amount: number; is_final: boolean }>
      const rows = found.filter(({ date }) => ["2026-03-02", "2026-03-08", "2026-02-11"].includes(date))
      assert.deepStrictEqual(rows.map(({ amount, is_final }) => [amount, is_final]), [[75, true], [1000, true], [250.25, true]])
    })
    it("audits each row", async () => assert.lengthOf(await audits(), audited + 3))
    it("6.2: attempts a notification per row", async () => assert.lengthOf(await shop.delivered(pushed + 3, pushed), 3))
    it("4.1: is in last week's total", async () => assert.strictEqual((await metrics()).last_week.total, 1250.25))
    it("of the same rows counts them again", async () =>
      assert.deepInclude((await shop.import("date,amount\n2026-03-02,1000.00\n2026-03-08,250.25\n2026-02-11,75\n")).json, { imported: 3 }))
    it("3: of the same rows audits each", async () => assert.lengthOf(await audits(), audited + 6))
    it("3: of the same rows attempts a notification per row", async () => {
      await shop.delivered(pushed + 6)
    })
    it("of a final day replaces its amount", async () => {
      await shop.import("2026-03-02,1100\n")
      assert.strictEqual((await metrics()).last_week.total, 1350.25)
    })
    it("needs no header row", async () => assert.strictEqual((await shop.import("2026-03-03,5\n")).json.imported, 1))
    it("takes lines that end with CRLF", async () =>
      assert.strictEqual((await shop.import("date,amount\r\n2026-03-04,5\r\n")).json.imported, 1))
    it("7: of malformed rows is refused", async () => assert.isAtLeast((await shop.import("date,amount\n2026-03-05,x\n")).status, 400))
    it("7: that was refused stores nothing", async () => assert.notInclude((await shop.ask("/api/export")).text, "2026-03-05"))
    it("needs the content type of CSV", async () =>
      assert.isAtLeast(
        (await shop.admin("/api/admin/import", { method: "POST", body: "2026-03-05,1\n", headers: { "content-type": "text/html" } }))
          .status,
        400
      ))
  })

  describe("4.3: revenue", () => {
    const dates = async (query: string) =>
      ((await shop.ask(`/api/revenue${query}`)).json as ReadonlyArray<{ date: string }>).map(({ date }) => date)
    it("is of the last 30 days by default", async () => assert.deepInclude(await dates(""), "2026-02-11"))
    it("is of as many days as asked for", async () =>
      assert.deepStrictEqual(await dates("?days=3"), ["2026-03-09", "2026-03-10", "2026-03-11"]))
    it("of one day is that of today", async () => assert.deepStrictEqual(await dates("?days=1"), ["2026-03-11"]))
  })

  it("4.4: the audit is of the last 30 days by default", async () =>
    assert.deepStrictEqual((await shop.ask("/api/audit")).json, await audits()))
  it("4.4: the audit takes days", async () => assert.isNotEmpty((await shop.ask("/api/audit?days=1")).json))

  describe("4.6: the export", () => {
    it("is CSV", async () => assert.match((await shop.ask("/api/export")).headers.get("content-type") ?? "", /^text\/csv/))
    it("has the columns date and amount, and a row a final day", async () => {
      const [header, ...rows] = (await shop.ask("/api/export")).text.trim().split(/\r?\n/)
      assert.strictEqual(header, "date,amount")
      assert.isTrue(rows.every((row) => /^\d{4}-\d\d-\d\d,\d+(\.\d{1,2})?$/.test(row)))
    })
    it("can be imported", async () => {
      const { text } = await shop.ask("/api/export")
      assert.strictEqual((await shop.import(text)).json.imported, text.trim().split(/\r?\n/).length - 1)
    })
  })

  describe("4.5: health", () => {
    let health: Answer
    beforeAll(async () => {
      health = await shop.ask("/api/health")
    })
    it("is answered", () => assert.strictEqual(health.status, 200))
    it("reports the database", () => hasKeys(health.json, "database"))
    it("reports the scheduler", () => hasKeys(health.json, "scheduler"))
    it("reports the time zone", () => assert.include(health.text, "Asia/Shanghai"))
  })

  describe("4.7: the pages", () => {
    it("/ is the dashboard, HTML", async () => assert.match((await shop.ask("/")).headers.get("content-type") ?? "", /^text\/html/))
    it("/admin is the admin page, HTML", async () =>
      assert.match((await shop.ask("/admin")).headers.get("content-type") ?? "", /^text\/html/))
    it("5: need no token", async () =>
      assert.deepStrictEqual([(await shop.ask("/")).status, (await shop.ask("/admin")).status], [200, 200]))
  })

  describe("4.9: a test push", () => {
    let before: number
    beforeAll(async () => {
      await shop.delivered(21)
      before = shop.bot.deliveries.length
    })
    it("is answered with what was pushed", async () =>
      assert.deepStrictEqual(
        (({ ok, pushed: { amount, date, reason } }) => ({ ok, pushed: { date, amount, reason } }))(
          (await shop.postJson("/api/admin/test_push", { date: "2026-03-01", amount: 12.34, reason: "trial" })).json
        ),
        { ok: true, pushed: { date: "2026-03-01", amount: 12.34, reason: "trial" } }
      ))
    it("sends one message", () => assert.lengthOf(shop.bot.deliveries.slice(before), 1))
    it("sends the card first", () => assert.strictEqual(shop.bot.deliveries.at(-1)?.json?.["msg_type"], "interactive"))
    it("sends its amount", () => assert.include(shop.bot.deliveries.at(-1)?.body ?? "", "12.34"))
    it("stores nothing", async () => assert.notInclude((await shop.ask("/api/export")).text, "2026-03-01"))
    it("needs no body", async () => {
      const { ok, pushed } = (await shop.admin("/api/admin/test_push", { method: "POST" })).json
      assert.strictEqual(ok, true)
      hasKeys(pushed, "date", "amount", "reason")
    })
    it("takes a body with some of the fields", async () =>
      assert.strictEqual((await shop.postJson("/api/admin/test_push", { reason: "only that" })).json.pushed.reason, "only that"))
  })

  describe("4.11: the log", () => {
    const linesOf = async (query: string) => (await shop.admin(`/api/admin/logs${query}`)).json.lines as ReadonlyArray<string>
    it("is {lines: [string]}", async () => assert.isTrue((await linesOf("")).every((line) => typeof line === "string")))
    it("has as many lines as asked for", async () => assert.lengthOf(await linesOf("?lines=3"), 3))
    it("has the most recent ones, the newest last", async () => {
      const [three, one] = [await linesOf("?lines=3"), await linesOf("?lines=1")]
      assert.lengthOf(one, 1)
      assert.isAbove((await linesOf("?lines=5000")).length, three.length)
    })
    it("has the status of pushes", async () => assert.match((await linesOf("?lines=500")).join("\n"), /"?status"?[=:]\s*200/))
    it("has an excerpt of the bot's body", async () => assert.include((await linesOf("?lines=500")).join("\n"), "noted by the plain bot"))
    it("has no secret", async () => assert.notInclude((await linesOf("?lines=5000")).join("\n"), token))
  })

  describe("5: without a token", () => {
    const calls = [
      ["PUT", "/api/admin/turnover"],
      ["POST", "/api/admin/test_push"],
      ["POST", "/api/admin/import"],
      ["GET", "/api/admin/logs"],
      ["POST", "/api/admin/reload_cutoff"]
    ] as const
    it.each(calls)("%s %s is refused", async (method, path) => assert.oneOf((await shop.ask(path, { method })).status, [401, 403]))
    it.each(calls)("%s %s with a wrong one is refused",
      async (method, path) => assert.oneOf((await shop.ask(path, { method, headers: { "x-admin-token": "wrong" } })).status, [401, 403]))
    it("the right one still works after twenty wrong ones of one stale screen", async () => {
      for (let time = 0; time < 20; time++) await shop.ask("/api/admin/logs", { headers: { "x-admin-token": "stale" } })
      assert.strictEqual((await shop.admin("/api/admin/logs")).status, 200)
    })
    it.each(["/api/metrics", "/api/series7", "/api/revenue", "/api/audit", "/api/health", "/api/export"])("%s is open",
      async (path) => assert.strictEqual((await shop.ask(path)).status, 200))
  })

  it("4.12: a reload answers {ok: true, cutoff_time}", async () =>
    assert.deepInclude((await shop.reload()).json, { ok: true, cutoff_time: "13:18" }))
  it("4.12: a reload before the cutoff leaves today alone", async () => assert.isNull((await metrics()).today.amount))
  it("2.4: the configuration of this suite has only the specified keys", () =>
    assert.sameMembers(["chat_webhook_url", ...Object.keys(specified)], [
      "chat_webhook_url",
      "chat_secret",
      "shop_name",
      "weekday_range",
      "weekend_range",
      "cutoff_time"
    ]))
})
