import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sends, type TillAnswer, tillDouble, type TillRequest } from "../../lib/TillDouble.ts"
import { askTill, type Shop } from "./TillProgram.ts"

const row = { orders: "12", total_sales: "27.75" }

/** The answer of Shopify's GraphQL to the question for 2026-11-20. */
const shopify = (rows: ReadonlyArray<object> | null = [row], more: object = {}) => ({ headers, json }: TillRequest): TillAnswer => {
  if (headers["x-shopify-access-token"] !== "shopify-1") return sends("{}", 401)
  const { query } = json?.["variables"] as { readonly query: string }
  const isRead = query === "FROM sales SHOW orders, total_sales SINCE 2026-11-20 UNTIL 2026-11-20"
  return {
    data: {
      shop: { currencyCode: "CNY", ianaTimezone: "Asia/Shanghai" },
      shopifyqlQuery: { tableData: isRead && rows !== null ? { columns: [], rows } : null, parseErrors: isRead ? [] : ["unexpected"] }
    },
    ...more
  }
}

const ask = (answer: (request: TillRequest) => TillAnswer, shop: Partial<Shop> = {}) =>
  Effect.flatMap(tillDouble(answer), ({ url }) =>
    askTill(["node", "tills/shopify.mjs"], { SHOPIFY_SHOP: "corner", SHOPIFY_TOKEN: "shopify-1", SHOPIFY_URL: url }, shop))

describe("tills/shopify.mjs", () => {
  it.scopedLive("reads one row of the report of a whole day, and nothing else", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* ask(shopify()), "2775 of 12")
      assert.match(yield* ask(shopify([])), /^failed: .*expected one row of the report, got 0$/)
      assert.match(yield* ask(shopify(null)), /^failed: .*rows of the report: expected a list/)
      assert.match(yield* ask(shopify([{ orders: "1", total_sales: null }])), /^failed: .*total_sales: expected an amount, got null$/)
      assert.match(yield* ask(shopify([row], { errors: [{ extensions: { code: "THROTTLED" } }] })), /^not_now: .*THROTTLED/)
      assert.match(yield* ask(shopify(), { currency: "USD" }), /^failed: .*expected a shop with USD, got CNY$/)
      assert.match(yield* ask(shopify(), { dayStart: { hour: 4, minute: 0 } }), /^failed: .*from midnight to midnight$/)
      assert.match(yield* ask(shopify(), { zone: "Asia/Tokyo" }), /^failed: .*whole days of Asia\/Shanghai/)
    }))
})
