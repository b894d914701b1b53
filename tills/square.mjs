// A day at Square: orders that were completed within the business day, with tax and tips. A return is an order of its own, with a
// negative amount. Environment: SQUARE_TOKEN, SQUARE_LOCATION (one id, or several with commas between).
import { decimalsOf } from "../dist/tables.mjs"
import { ask, day, instant, list, minor, pages, run, setting, tally, utc } from "./till.mjs"

const address = process.env.SQUARE_URL || "https://connect.squareup.com"

await run(async () => {
  const { currency, end, start } = day()
  const unit = { currency, decimals: decimalsOf(currency) }
  const headers = { authorization: `Bearer ${setting("SQUARE_TOKEN")}`, "square-version": "2025-10-16" }
  const locations = setting("SQUARE_LOCATION").split(",").map((id) => id.trim())
  const orders = tally()
  const query = {
    filter: {
      state_filter: { states: ["COMPLETED"] },
      // Square counts both ends, so the exact bounds are checked below.
      date_time_filter: { closed_at: { start_at: utc(start), end_at: utc(end) } }
    },
    sort: { sort_field: "CLOSED_AT", sort_order: "ASC" }
  }
  const page = async (cursor) => {
    const { json } = await ask(`${address}/v2/orders/search`, { headers, body: { location_ids: locations, limit: 500, query, cursor } })
    if (json.errors !== undefined) throw new Error(`Square answers ${JSON.stringify(json.errors).slice(0, 150)}`)
    // Square leaves out `orders` where there are none.
    return { items: list(json.orders ?? [], "orders"), next: json.cursor }
  }
  for await (const items of pages(page)) {
    for (const order of items) {
      const what = `order ${order.id}`
      orders.take(order.id, what)
      const closed = instant(order.closed_at, `closed_at of ${what}`)
      if (order.state !== "COMPLETED") throw new Error(`${what}: expected a completed order, got ${order.state}`)
      if (closed >= start && closed < end) orders.add(minor(order.net_amounts?.total_money, unit, `net_amounts of ${what}`))
    }
  }
  return orders.figure()
})
