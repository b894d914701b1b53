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

const lasting = { SHOPIFY_TOKEN: "shopify-1" }

const ask = (
  answer: (request: TillRequest) => TillAnswer,
  shop: Partial<Shop> = {},
  credential: Readonly<Record<string, string>> = lasting
) =>
  Effect.flatMap(tillDouble(answer), ({ url }) =>
    askTill(["node", "tills/shopify.mjs"], { SHOPIFY_SHOP: "corner", SHOPIFY_URL: url, ...credential }, shop))

/** Shopify's client credentials grant, before its report. */
const granting = (scope: string) => (request: TillRequest): TillAnswer => {
  if (request.path !== "/admin/oauth/access_token") return shopify()(request)
  const { client_id, client_secret, grant_type } = request.json ?? {}
  return request.method === "POST" && grant_type === "client_credentials" && client_id === "app-1" && client_secret === "shpss-secret"
    ? { access_token: "shopify-1", scope, expires_in: 86_399 }
    : sends(JSON.stringify({ error: "invalid_client", error_description: "client authentication failed" }), 400)
}

describe("tills/shopify.mjs", () => {
  it.scopedLive("takes a token of 24 hours for the id and the secret of an app", () =>
    Effect.gen(function*() {
      const app = { SHOPIFY_CLIENT_ID: "app-1", SHOPIFY_SECRET: "shpss-secret" }
      assert.strictEqual(yield* ask(granting("read_reports,read_orders"), {}, app), "2775 of 12")
      assert.match(yield* ask(granting("read_orders"), {}, app), /^failed: .*expected an app with the scope read_reports, got read_orders$/)
      assert.match(yield* ask(granting("read_reports"), {}, { ...app, SHOPIFY_SECRET: "shpss-other" }),
        /^failed: .*HTTP 400: invalid_client, client authentication failed; check the id and the secret/)
      assert.match(yield* ask(granting("read_reports"), {}, {}), /^failed: .*SHOPIFY_CLIENT_ID is not set/)
    }))

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
