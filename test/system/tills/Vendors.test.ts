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

const order = (id: number, at: string, total: string, status = "completed") => ({
  id,
  status,
  total,
  currency: "CNY",
  date_created_gmt: at.slice(0, 19)
})

const lists: Readonly<Record<string, ReadonlyArray<{ readonly date_created_gmt: string }>>> = {
  orders: [
    order(1, moments.before, "1000.00"),
    order(2, moments.first, "10.50", "processing"),
    order(3, moments.noon, "99.00", "cancelled"),
    order(4, moments.noon, "20.00", "refunded"),
    order(5, moments.after, "1000.00")
  ],
  refunds: [{ id: 9, amount: "3.00", date_created_gmt: moments.noon.slice(0, 19) } as never]
}

/** The lists of WooCommerce: both bounds left out, and the number of pages and items announced in headers alone. */
const woocommerce: Answer = ({ headers, path, query }) => {
  if (headers.authorization !== `Basic ${Buffer.from("ck:cs-secret").toString("base64")}`) return sends("{}", 401)
  const found = (lists[path.replace("/wp-json/wc/v3/", "")] ?? []).filter(({ date_created_gmt: at }) =>
    query.get("dates_are_gmt") === "true" && at > (query.get("after") ?? "") && at < (query.get("before") ?? "")
  )
  const page = Number(query.get("page"))
  return sends(JSON.stringify(found.slice(page * 2 - 2, page * 2)), 200, {
    "x-wp-total": String(found.length),
    "x-wp-totalpages": String(Math.ceil(found.length / 2))
  })
}

const askWoo = (answer: Answer) =>
  Effect.flatMap(tillDouble(answer), ({ url }) =>
    askTill(["node", "tills/woocommerce.mjs"], { WOOCOMMERCE_SHOP: url, WOOCOMMERCE_KEY: "ck", WOOCOMMERCE_SECRET: "cs-secret" }))

const onSecond = (answer: Answer, other: TillAnswer): Answer => (request, number) => number === 2 ? other : answer(request, number)

describe.concurrent("the programs of vendors", () => {
  it.scopedLive("count a day of Loyverse by the time of sale, less refunds, without cancelled receipts", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* askLoyverse(loyverse), "2775 of 3")
      assert.match(yield* askLoyverse(onSecond(loyverse, sends("{}", 503))), /^not_now: .*HTTP 503$/)
      assert.match(yield* askLoyverse(onSecond(loyverse, breaksOff)), /^not_now: .*does not answer: /)
      assert.match(yield* askLoyverse(onSecond(loyverse, {})), /^failed: .*receipts: expected a list, got nothing$/)
    }))

  it.scopedLive("count a day of WooCommerce with every announced page, less refunds", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* askWoo(woocommerce), "2750 of 3")
      assert.match(yield* askWoo(onSecond(woocommerce, sends("[]", 200, { "x-wp-total": "3", "x-wp-totalpages": "2" }))),
        /^not_now: .*expected all orders, got a part/)
      assert.match(yield* askWoo((request, number) => number === 1 ? sends("[]") : woocommerce(request, number)),
        /^failed: .*expected the header x-wp-totalpages/)
    }))
})
