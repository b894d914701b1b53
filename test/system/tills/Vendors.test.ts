import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { breaksOff, sends, type TillAnswer, tillDouble, type TillRequest } from "../../lib/TillDouble.ts"
import { askTill, millis, moments, pageOf } from "./TillProgram.ts"

type Answer = (request: TillRequest, number: number) => TillAnswer

const receipt = (receipt_number: string, receipt_date: string, total_money: number, more: object = {}) => ({
  receipt_number,
  receipt_date,
  created_at: receipt_date,
  receipt_type: "SALE",
  total_money,
  cancelled_at: null,
  store_id: "S1",
  ...more
})

const receipts = [
  receipt("1-1", moments.before, 1_000),
  receipt("1-2", moments.first, 10.5),
  receipt("1-3", moments.noon, 99, { cancelled_at: moments.noon }),
  receipt("1-4", moments.noon, 3, { receipt_type: "REFUND" }),
  // Sold without a network, and sent after midnight.
  receipt("1-5", moments.last, 20.25, { created_at: moments.after }),
  receipt("1-6", moments.after, 1_000)
]

/** `GET /v1.0/receipts` as Loyverse documents it: by when it got a receipt, both ends included, with a cursor until the last page. */
const loyverse: Answer = ({ headers, path, query }) => {
  if (headers.authorization !== "Bearer loyverse-1" || path !== "/v1.0/receipts" || query.get("store_id") !== "S1") return sends("{}", 401)
  const [from, to] = [query.get("created_at_min") ?? "", query.get("created_at_max") ?? ""].map(millis) as [number, number]
  const found = receipts.filter(({ created_at }) => millis(created_at) >= from && millis(created_at) <= to)
  const { items, next } = pageOf(found, 3, query.get("cursor") ?? undefined)
  return { receipts: items, ...(next === undefined ? {} : { cursor: next }) }
}

const askLoyverse = (answer: Answer) =>
  Effect.flatMap(tillDouble(answer), ({ url }) =>
    askTill(["node", "tills/loyverse.mjs"], { LOYVERSE_TOKEN: "loyverse-1", LOYVERSE_STORE: "S1", LOYVERSE_URL: url }))

const order = (id: number, paidAt: string | null, total: string, status = "completed") => ({
  id,
  status,
  total,
  currency: "CNY",
  date_modified_gmt: (paidAt ?? moments.noon).slice(0, 19),
  date_paid_gmt: paidAt === null ? null : paidAt.slice(0, 19)
})

const lists: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>> = {
  orders: [
    // Placed days before.
    order(1, moments.first, "10.50", "processing"),
    order(2, moments.before, "1000.00"),
    order(3, moments.noon, "99.00", "cancelled"),
    order(4, null, "99.00", "on-hold"),
    // Changed days later.
    { ...order(5, moments.noon, "20.00", "refunded"), date_modified_gmt: "2026-11-24T00:00:00" },
    order(6, moments.after, "1000.00", "shipped")
  ],
  refunds: [{ id: 9, amount: "3.00", date_created_gmt: moments.noon.slice(0, 19) }]
}

/** The lists of WooCommerce: both bounds left out, and the number of pages and items announced in headers alone. */
const woocommerce: Answer = ({ headers, path, query }) => {
  if (headers.authorization !== `Basic ${Buffer.from("ck:cs-secret").toString("base64")}`) return sends("{}", 401)
  const found = (lists[path.replace("/wp-json/wc/v3/", "")] ?? []).filter(({ date_created_gmt: created, date_modified_gmt: modified }) =>
    query.get("dates_are_gmt") === "true" && (created === undefined
      ? String(modified) > (query.get("modified_after") ?? "~")
      : String(created) > (query.get("after") ?? "~") && String(created) < (query.get("before") ?? ""))
  )
  const page = Number(query.get("page"))
  return sends(JSON.stringify(found.slice(page * 2 - 2, page * 2)), 200, {
    "x-wp-total": String(found.length),
    "x-wp-totalpages": String(Math.ceil(found.length / 2))
  })
}

const askWoo = (answer: Answer, more: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(tillDouble(answer), ({ url }) =>
    askTill(["node", "tills/woocommerce.mjs"], { WOOCOMMERCE_SHOP: url, WOOCOMMERCE_KEY: "ck", WOOCOMMERCE_SECRET: "cs-secret", ...more }))

/** WooCommerce with one order more, of a status that a plugin has added. */
const withPlugin: Answer = (request, number) => {
  if (request.path !== "/wp-json/wc/v3/orders") return woocommerce(request, number)
  return sends(JSON.stringify([order(7, moments.noon, "40.00", "shipped")]), 200, { "x-wp-total": "1", "x-wp-totalpages": "1" })
}

const always = (answer: TillAnswer): Answer => () => answer

const onSecond = (answer: Answer, other: TillAnswer): Answer => (request, number) => number === 2 ? other : answer(request, number)

describe.concurrent("the programs of vendors", () => {
  it.scopedLive("count a day of Loyverse by the time of sale, less refunds, without cancelled receipts", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* askLoyverse(loyverse), "2775 of 3")
      assert.match(yield* askLoyverse(onSecond(loyverse, sends("{}", 503))), /^not_now: .*HTTP 503$/)
      assert.match(yield* askLoyverse(onSecond(loyverse, breaksOff)), /^not_now: .*does not answer: /)
      assert.match(yield* askLoyverse(onSecond(loyverse, {})), /^failed: .*receipts: expected a list, got nothing$/)
    }))

  it.scopedLive("count a day of WooCommerce by the time of payment with every announced page, less refunds", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* askWoo(woocommerce), "2750 of 3")
      assert.match(yield* askWoo(onSecond(woocommerce, sends("[]", 200, { "x-wp-total": "5", "x-wp-totalpages": "2" }))),
        /^not_now: .*expected all orders, got a part/)
      assert.match(yield* askWoo((request, number) => number === 1 ? sends("[]") : woocommerce(request, number)),
        /^failed: .*expected the header x-wp-totalpages/)
    }))

  it.scopedLive("count the statuses of plugins that are set, and name the setting where they are not", () =>
    Effect.gen(function*() {
      assert.match(yield* askWoo(withPlugin), /^failed: .*order 7 has the status shipped: set WOOCOMMERCE_STATUSES to those that count/)
      assert.strictEqual(yield* askWoo(withPlugin, { WOOCOMMERCE_STATUSES: "completed, wc-shipped" }), "3700 of 2")
      assert.match(yield* askWoo(withPlugin, { WOOCOMMERCE_STATUSES: "completed,processing" }), /amount from 0 .*-3\.00/)
    }))

  it.scopedLive("say what a vendor said, and what to do about it", () =>
    Effect.gen(function*() {
      const refused = { code: "woocommerce_rest_cannot_view", message: "Sorry, you cannot list resources.", data: { status: 401 } }
      assert.match(yield* askWoo(always(sends(JSON.stringify(refused), 401))),
        /HTTP 401: woocommerce_rest_cannot_view, Sorry, you cannot list resources\.; check the key; .*strips the header Authorization$/)
      assert.match(yield* askWoo(always(sends("", 301, { location: "https://www.shop.example/wp-json/wc/v3/orders?page=1" }))),
        /HTTP 301 to https:\/\/www\.shop\.example\/wp-json\/wc\/v3\/orders: write the address to which it leads$/)
      assert.match(yield* askWoo((request, number) =>
        request.path.endsWith("/refunds")
          ? sends(JSON.stringify({ code: "rest_no_route", message: "No route was found" }), 404)
          : woocommerce(request, number)
      ), /HTTP 404: rest_no_route, No route was found; expected WooCommerce 9\.0 or later/)
      assert.match(yield* askLoyverse(always(sends(JSON.stringify({ errors: [{ code: "UNAUTHORIZED", details: "token ended" }] }), 401))),
        /HTTP 401: UNAUTHORIZED, token ended$/)
    }))
})
