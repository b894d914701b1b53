import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { breaksOff, sends, type TillAnswer, tillDouble, type TillRequest } from "../../lib/TillDouble.ts"
import { askTill, millis, moments, pageOf, type Shop } from "./TillProgram.ts"

interface Order {
  readonly id: string
  readonly state: string
  readonly closed_at: string
  readonly net: number
}

const order = (id: string, closed_at: string, net: number, state = "COMPLETED"): Order => ({ id, closed_at, net, state })

/** 10.50 and 20.00, a return of 3.00, and 0.25 at the last moment. */
const orders = [
  order("A", moments.before, 100_000),
  order("B", moments.first, 1_050),
  order("C", moments.noon, 5_000, "OPEN"),
  order("D", moments.noon, 700, "CANCELED"),
  order("E", moments.noon, 2_000),
  order("F", moments.noon, -300),
  order("G", moments.last, 25),
  order("H", moments.after, 100_000)
]

/** `POST /v2/orders/search` as Square documents it: both ends belong to the period, and an empty list is left out. */
const square = (found: ReadonlyArray<Order>, currency = "CNY") => ({ headers, json, method, path }: TillRequest): TillAnswer => {
  if (headers.authorization !== "Bearer square-token-1") return sends("{\"errors\":[{\"code\":\"UNAUTHORIZED\"}]}", 401)
  const query = json?.["query"] as {
    readonly filter: {
      readonly state_filter: { readonly states: ReadonlyArray<string> }
      readonly date_time_filter: { readonly closed_at: { readonly start_at: string; readonly end_at: string } }
    }
    readonly sort: { readonly sort_field: string }
  }
  // Square refuses a filter by a time that the list is not sorted by.
  if (method !== "POST" || path !== "/v2/orders/search" || query.sort.sort_field !== "CLOSED_AT") return sends("{\"errors\":[]}", 400)
  if (JSON.stringify(json?.["location_ids"]) !== "[\"L1\",\"L2\"]") return sends("{\"errors\":[]}", 404)
  const { end_at, start_at } = query.filter.date_time_filter.closed_at
  const inPeriod = found.filter(({ closed_at, state }) =>
    query.filter.state_filter.states.includes(state) && millis(closed_at) >= millis(start_at) && millis(closed_at) <= millis(end_at)
  )
  const { items, next } = pageOf(inPeriod, 2, json?.["cursor"])
  return {
    ...(items.length === 0
      ? {}
      : { orders: items.map(({ net, ...each }) => ({ ...each, net_amounts: { total_money: { amount: net, currency } } })) }),
    ...(next === undefined ? {} : { cursor: next })
  }
}

const ask = (answer: (request: TillRequest, number: number) => TillAnswer, shop: Partial<Shop> = {}, token = "square-token-1") =>
  Effect.gen(function*() {
    const till = yield* tillDouble(answer)
    const variables = { SQUARE_TOKEN: token, SQUARE_LOCATION: "L1, L2", SQUARE_URL: till.url }
    return {
      found: yield* askTill(["node", "tills/square.mjs"], variables, shop),
      host: new URL(till.url).host,
      pages: till.requests.length
    }
  })

describe.concurrent("tills/square.mjs", () => {
  it.scopedLive("counts a day with its pages and returns, without open and cancelled orders", () =>
    Effect.gen(function*() {
      const { found, pages } = yield* ask(square(orders))
      assert.deepStrictEqual([found, pages], ["2775 of 4", 3])
    }))

  it.scopedLive("counts a day that ends at 04:00, in another zone, by when an order was closed", () =>
    Effect.gen(function*() {
      const evening = [
        order("A", "2026-11-20T02:59:59Z", 100_000),
        order("B", "2026-11-20T03:00:00Z", 1_000),
        order("C", "2026-11-21T02:59:59Z", 500),
        order("D", "2026-11-21T03:00:00Z", 100_000)
      ]
      const berlin = { zone: "Europe/Berlin", currency: "EUR", dayStart: { hour: 4, minute: 0 } }
      assert.strictEqual((yield* ask(square(evening, "EUR"), berlin)).found, "1500 of 2")
    }))

  it.scopedLive("reads the smallest unit by ISO 4217's list, of which Intl has another one for the forint", () =>
    Effect.forEach([["JPY", "125000 of 1"], ["HUF", "1250 of 1"]] as const, ([currency, expected]) =>
      Effect.map(ask(square([order("A", moments.noon, 1_250)], currency), { currency }), ({ found }) =>
        assert.strictEqual(found, expected))))

  it.scopedLive("takes no part for the whole", () =>
    Effect.gen(function*() {
      const answer = square(orders)
      const first = answer
      const onSecond = (other: TillAnswer) => (request: TillRequest, number: number) => number === 2 ? other : first(request)
      const rows: ReadonlyArray<readonly [answer: (request: TillRequest, number: number) => TillAnswer, expected: RegExp]> = [
        [onSecond(sends("{}", 503)), /^not_now: not now: 127\.0\.0\.1:\d+ answers HTTP 503$/],
        [onSecond(sends("{}", 429)), /^not_now: not now: .* answers HTTP 429$/],
        [onSecond(sends("{\"orders\":[]}", 206)), /^failed: the program ended with 1: .* answers HTTP 206$/],
        [onSecond(breaksOff), /^not_now: not now: .* does not answer: /],
        [onSecond(sends("{\"orders\":[{\"id\":\"E\"")), /^failed: .* answers something else than JSON$/],
        [onSecond({ errors: [{ code: "INTERNAL" }] }), /^failed: .*Square answers \[\{"code":"INTERNAL"\}\]$/],
        [onSecond({ orders: [{ ...orders[6] }] }), /^failed: .*net_amounts of order G: expected an amount in CNY, got nothing$/],
        [onSecond({ orders: [], cursor: "at 2" }), /^failed: .*the same next page came twice$/],
        // An order that closed while the pages were read moves the others.
        [
          onSecond({
            orders: [{ ...orders[1], net_amounts: { total_money: { amount: 1, currency: "CNY" } } }]
          }),
          /^not_now: not now: order B came twice: the list changed while it was read$/
        ],
        [square(orders, "USD"), /^failed: .*expected an amount in CNY, got \{"amount":"1050","currency":"USD"\}$/],
        [square([]), /^not_now: not now: there is no sale of 2026-11-20; enter 0 if that is right$/],
        [square([order("A", moments.noon, -300)]), /^sum: expected a day's amount from 0 .* got the sum -3\.00$/]
      ]
      for (const [till, expected] of rows) assert.match((yield* ask(till)).found, expected)
    }))

  it.scopedLive("names a refusal without the token", () =>
    Effect.gen(function*() {
      const { found, host } = yield* ask(square(orders), {}, "square-token-2")
      assert.strictEqual(found.replace(host, "HOST"), "failed: the program ended with 1: HOST answers HTTP 401: UNAUTHORIZED")
    }))
})
