import { assert, describe, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { DateTime, Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { packageRoot } from "../../src/PackageRoot.ts"
import { temporaryFile, temporaryFolder } from "../Database/TestFile.ts"
import { asked, sourceOf } from "../lib/Asking.ts"
import { breaksOff, sends, type TillAnswer, tillDouble, type TillRequest } from "../lib/TillDouble.ts"

const document = readFileSync(join(packageRoot, "docs/sources.md"), "utf8")

/** The settings under a heading of the document, in the form in which a reader copies them. */
const settingsOf = (heading: string): Record<string, unknown> => {
  const [, section = ""] = document.split(new RegExp(`^#{2,3} ${heading}$`, "m"))
  const [, json = assert.fail(`no settings under ${heading}`)] = /```json\n([\s\S]*?)```/.exec(section) ?? []
  return JSON.parse(json)
}

const millis = (text: string) => DateTime.unsafeMake(text).epochMillis

/** The first and last moment of 2026-11-20 in Shanghai, and the moments just outside of it. */
const moments = {
  before: "2026-11-19T15:59:59.999Z",
  first: "2026-11-19T16:00:00.000Z",
  noon: "2026-11-20T04:00:00.000Z",
  last: "2026-11-20T15:59:59.999Z",
  after: "2026-11-20T16:00:00.000Z"
}

const unauthorized = sends("{\"error\": \"unauthorized\"}", 401)

interface Vendor {
  readonly heading: string
  /** The vendor's address in `url`, which the test replaces by the double's. */
  readonly origin: string
  readonly variables: Readonly<Record<string, string>>
  /** The vendor's response, or the refusal of a request that does not follow its documentation. */
  readonly answer: (request: TillRequest) => TillAnswer
  readonly expected: string
  /** How many requests a day needs. */
  readonly pages: number
}

const bearer = (token: string) => ({ headers }: TillRequest): boolean => headers.authorization === `Bearer ${token}`

/** A page of a list, by the page number in a cursor. */
const page = <A>(
  all: ReadonlyArray<A>,
  size: number,
  cursor: unknown
): { readonly items: ReadonlyArray<A>; readonly next: string | undefined } => {
  const from = Number(String(cursor ?? "at 0").slice("at ".length))
  return { items: all.slice(from, from + size), next: from + size < all.length ? `at ${from + size}` : undefined }
}

const squareOrders = [
  { closed_at: moments.before, state: "COMPLETED", net: 100_000 },
  { closed_at: moments.first, state: "COMPLETED", net: 1_050 },
  { closed_at: moments.noon, state: "OPEN", net: 5_000 },
  { closed_at: moments.noon, state: "COMPLETED", net: 2_000 },
  { closed_at: moments.noon, state: "COMPLETED", net: -300 },
  { closed_at: moments.last, state: "COMPLETED", net: 25 },
  { closed_at: moments.after, state: "COMPLETED", net: 100_000 }
]

const square: Vendor = {
  heading: "Square",
  origin: "https://connect.squareup.com",
  variables: { SQUARE_TOKEN: "square-token-1", SQUARE_LOCATION: "L0001" },
  answer: (request) => {
    const { json, method, path } = request
    if (!bearer("square-token-1")(request)) return unauthorized
    const query = json?.["query"] as {
      readonly filter: {
        readonly state_filter: { readonly states: ReadonlyArray<string> }
        readonly date_time_filter: { readonly closed_at: { readonly start_at: string; readonly end_at: string } }
      }
      readonly sort: { readonly sort_field: string }
    }
    const isRight = method === "POST" && path === "/v2/orders/search" && query.sort.sort_field === "CLOSED_AT" &&
      JSON.stringify(json?.["location_ids"]) === "[\"L0001\"]"
    if (!isRight) return sends("{\"errors\": []}", 400)
    const { end_at, start_at } = query.filter.date_time_filter.closed_at
    // Both ends are part of the period.
    const found = squareOrders.filter(({ closed_at, state }) =>
      query.filter.state_filter.states.includes(state) && millis(closed_at) >= millis(start_at) && millis(closed_at) <= millis(end_at)
    )
    const { items, next } = page(found, 2, json?.["cursor"])
    return {
      orders: items.map(({ net, ...order }) => ({ ...order, net_amounts: { total_money: { amount: net, currency: "CAD" } } })),
      ...(next === undefined ? {} : { cursor: next })
    }
  },
  expected: "2775 of 4",
  pages: 2
}

const stripeTransactions = [
  { id: "txn_1", created: moments.before, type: "charge", amount: 100_000 },
  { id: "txn_2", created: moments.first, type: "charge", amount: 1_050 },
  { id: "txn_3", created: moments.noon, type: "payout", amount: -9_000 },
  { id: "txn_4", created: moments.noon, type: "refund", amount: -300 },
  { id: "txn_5", created: moments.last, type: "payment", amount: 2_025 },
  { id: "txn_6", created: moments.after, type: "charge", amount: 100_000 }
].reverse()

const stripe: Vendor = {
  heading: "Stripe",
  origin: "https://api.stripe.com",
  variables: { STRIPE_KEY: "sk_test_stripe1" },
  answer: (request) => {
    if (!bearer("sk_test_stripe1")(request)) return unauthorized
    const { query } = request
    const seconds = (text: string) => Math.floor(millis(text) / 1000)
    const found = stripeTransactions.filter(({ created }) =>
      seconds(created) >= Number(query.get("created[gte]")) && seconds(created) < Number(query.get("created[lt]"))
    )
    const after = found.findIndex(({ id }) => id === query.get("starting_after")) + 1
    const data = found.slice(after, after + 2)
    return {
      object: "list",
      has_more: after + 2 < found.length,
      data: data.map((each) => ({ ...each, created: seconds(each.created), fee: 30, net: each.amount - 30 }))
    }
  },
  expected: "2775 of 3",
  pages: 2
}

const loyverseReceipts = [
  { created_at: moments.before, receipt_type: "SALE", total_money: 1_000, cancelled_at: null },
  { created_at: moments.first, receipt_type: "SALE", total_money: 10.5, cancelled_at: null },
  { created_at: moments.noon, receipt_type: "SALE", total_money: 99, cancelled_at: moments.noon },
  { created_at: moments.noon, receipt_type: "REFUND", total_money: 3, cancelled_at: null },
  { created_at: moments.last, receipt_type: "SALE", total_money: 20.25, cancelled_at: null },
  { created_at: moments.after, receipt_type: "SALE", total_money: 1_000, cancelled_at: null }
]

const loyverse: Vendor = {
  heading: "Loyverse",
  origin: "https://api.loyverse.com",
  variables: { LOYVERSE_TOKEN: "loyverse-token-1", LOYVERSE_STORE: "store 1" },
  answer: (request) => {
    const { query } = request
    if (!bearer("loyverse-token-1")(request)) return unauthorized
    if (query.get("store_id") !== "store 1" || query.get("limit") !== "250") return sends("{\"errors\": []}", 400)
    const found = loyverseReceipts.filter(({ created_at }) =>
      millis(created_at) >= millis(query.get("created_at_min") ?? "") && millis(created_at) <= millis(query.get("created_at_max") ?? "")
    )
    const { items, next } = page(found, 3, query.get("cursor") ?? undefined)
    return { receipts: items, ...(next === undefined ? {} : { cursor: next }) }
  },
  expected: "2775 of 3",
  pages: 2
}

const shopify: Vendor = {
  heading: "Shopify",
  origin: "https://$SHOPIFY_SHOP.myshopify.com",
  variables: { SHOPIFY_SHOP: "corner", SHOPIFY_TOKEN: "shopify-token-1" },
  answer: ({ headers, json }) => {
    if (headers["x-shopify-access-token"] !== "shopify-token-1") return unauthorized
    const asked = (json?.["variables"] as { readonly query: string }).query
    const isRead = /^FROM sales SHOW total_sales SINCE 2026-11-20 UNTIL 2026-11-20$/.test(asked) &&
      String(json?.["query"]).includes("shopifyqlQuery(query: $query) { tableData {")
    const table = { columns: [{ name: "total_sales", dataType: "MONEY" }], rows: [{ total_sales: "27.75" }] }
    return { data: { shopifyqlQuery: isRead ? { tableData: table, parseErrors: [] } : { tableData: null, parseErrors: ["unexpected"] } } }
  },
  expected: "2775 of 1",
  pages: 1
}

const odooOrders = [
  { date_order: "2026-11-19 15:59:59", state: "paid", amount_total: 1_000 },
  { date_order: "2026-11-19 16:00:00", state: "done", amount_total: 10.5 },
  { date_order: "2026-11-20 04:00:00", state: "draft", amount_total: 99 },
  { date_order: "2026-11-20 04:00:00", state: "paid", amount_total: -3 },
  { date_order: "2026-11-20 15:59:59", state: "invoiced", amount_total: 20.25 },
  { date_order: "2026-11-20 16:00:00", state: "paid", amount_total: 1_000 }
]

const odoo: Vendor = {
  heading: "Odoo",
  origin: "https://$ODOO_HOST",
  variables: { ODOO_HOST: "till.example", ODOO_KEY: "odoo-key-1", ODOO_DATABASE: "shop" },
  answer: ({ headers, json, path }) => {
    if (headers.authorization !== "bearer odoo-key-1" || headers["x-odoo-database"] !== "shop") return unauthorized
    const [from, to, state] = json?.["domain"] as ReadonlyArray<readonly [string, string, string & ReadonlyArray<string>]>
    if (path !== "/json/2/pos.order/search_read" || from === undefined || to === undefined || state === undefined) return sends("{}", 404)
    return odooOrders.filter((order) => order.date_order >= from[2] && order.date_order < to[2] && state[2].includes(order.state))
      .map(({ amount_total }, index) => ({ id: index, amount_total }))
  },
  expected: "2775 of 3",
  pages: 1
}

const vendors = [square, shopify, stripe, loyverse, odoo]

const settingsAt = (vendor: Vendor, address: string) => {
  const settings = settingsOf(vendor.heading)
  const url = String(settings["url"])
  assert.isTrue(url.startsWith(vendor.origin), url)
  return sourceOf({ ...settings, url: url.replace(vendor.origin, address) }, vendor.variables)
}

describe("the settings in the document", () => {
  it.scopedLive.each(vendors.map((vendor) => [vendor.heading, vendor] as const))("count a day of %s, with its pages and refunds",
    ([_, vendor]) =>
      Effect.gen(function*() {
        const till = yield* tillDouble(vendor.answer)
        assert.strictEqual(yield* asked(settingsAt(vendor, till.url)), vendor.expected)
        assert.strictEqual(till.requests.length, vendor.pages)
      }))

  it.scopedLive.each(vendors.map((vendor) => [vendor.heading, vendor] as const))("give no figure where the last page of %s fails",
    ([_, vendor]) =>
      Effect.gen(function*() {
        const failing = yield* tillDouble((request, number) => number === vendor.pages ? sends("{}", 503) : vendor.answer(request))
        assert.strictEqual(yield* asked(settingsAt(vendor, failing.url)), "status: expected an answer, got HTTP 503")
        const broken = yield* tillDouble((request, number) => number === vendor.pages ? breaksOff : vendor.answer(request))
        assert.include(yield* asked(settingsAt(vendor, broken.url)), "unreachable: ")
      }))

  it.scopedLive.each(vendors.map((vendor) => [vendor.heading, vendor] as const))("give no figure with a wrong key for %s",
    ([_, vendor]) =>
      Effect.gen(function*() {
        const till = yield* tillDouble(vendor.answer)
        const variables = Object.fromEntries(
          Object.entries(vendor.variables).map(([name, value]) => [name, /TOKEN|KEY/.test(name) ? "wrong-key-12" : value])
        )
        assert.strictEqual(yield* asked(settingsAt({ ...vendor, variables }, till.url)), "status: expected an answer, got HTTP 401")
      }))

  it.scopedLive("count receipts of a Chinese till, with a refund", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      // 单号,交易时间,应收,实收 and three receipts, in GB18030.
      const header = Buffer.from("b5a5bac52cbdbbd2d7cab1bce42cd3a6cad52ccab5cad50d0a", "hex")
      const rows =
        "A1,2026-11-20 00:00:00,11.00,10.50\r\nA2,2026-11-20 12:30:00,-3.00,-3.00\r\nA3,2026-11-20 23:59:59,\"1,020.25\",\"1,020.25\"\r\nA4,2026-11-21 00:00:00,9.00,9.00\r\n"
      writeFileSync(join(folder, "receipts.csv"), Buffer.concat([header, Buffer.from(rows)]))
      const settings = settingsOf("A Chinese till")
      assert.strictEqual(yield* asked(sourceOf({ ...settings, folder })), "102775 of 3")
      writeFileSync(join(folder, "receipts.csv"), Buffer.concat([header, Buffer.from(rows.slice(0, -4))]))
      assert.strictEqual(yield* asked(sourceOf({ ...settings, folder })),
        "unfinished_file: receipts.csv: expected a whole file, got one whose last line has no end")
    }))

  it.scopedLive("count a day of a till with SQLite, with a refund", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const db = new BetterSqlite(file)
      db.exec(`
        CREATE TABLE receipts (closed_at TEXT, status TEXT, total REAL);
        INSERT INTO receipts VALUES ('2026-11-19 15:59:59', 'paid', 1000), ('2026-11-19 16:00:00', 'paid', 10.5), ('2026-11-20 04:00:00', 'open', 99),
          ('2026-11-20 04:00:00', 'paid', -3), ('2026-11-20 15:59:59', 'paid', 20.25), ('2026-11-20 16:00:00', 'paid', 1000)`)
      db.close()
      const source = sourceOf(settingsOf("A till with SQLite"), { TILL_DATABASE: `file:${file}` })
      assert.strictEqual(yield* asked(source), "2775 of 1")
      const emptied = new BetterSqlite(file)
      emptied.exec("DELETE FROM receipts")
      emptied.close()
      assert.strictEqual(yield* asked(source), "one_value: expected one row with one value, got NULL")
    }))
})
