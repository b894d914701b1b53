// A day at WooCommerce: orders that were paid within the business day, with tax and shipping, less the refunds of that day.
// Environment: WOOCOMMERCE_SHOP (https://shop.example), WOOCOMMERCE_KEY and WOOCOMMERCE_SECRET (a key that reads), and, where a plugin
// adds statuses, WOOCOMMERCE_STATUSES: those that count, with commas between.
import { ask, day, instant, list, major, NotNow, run, setting, tally, utc } from "./till.mjs"

const paid = ["completed", "processing", "refunded"]
const unpaid = ["auto-draft", "cancelled", "checkout-draft", "draft", "failed", "on-hold", "pending", "trash"]

/** Whether the orders of a status count; undefined for a status that only a plugin knows. */
const countsOf = (chosen) => (status) => {
  if (chosen !== undefined) return chosen.split(",").some((each) => each.trim().replace(/^wc-/, "") === status)
  return paid.includes(status) ? true : unpaid.includes(status) ? false : undefined
}

const advice = {
  401: "check the key; if it is right, the server strips the header Authorization",
  403: "the key may not read orders",
  404: "expected WooCommerce 9.0 or later there, with permalinks"
}

/** The number in a header; without it there may be further pages that nobody knows of. */
const total = (headers, name) => {
  const text = headers.get(name) ?? ""
  if (!/^\d{1,7}$/.test(text)) throw new Error(`expected the header ${name} with the number of pages, got ${JSON.stringify(text)}`)
  return Number(text)
}

await run(async () => {
  const { currency, end, start } = day()
  const shop = new URL(setting("WOOCOMMERCE_SHOP"))
  if (shop.protocol !== "https:" && shop.hostname !== "127.0.0.1") throw new Error("WOOCOMMERCE_SHOP: expected an address with https")
  const pair = Buffer.from(`${setting("WOOCOMMERCE_KEY")}:${setting("WOOCOMMERCE_SECRET")}`).toString("base64")

  /** Every item of a list. WooCommerce announces the number of pages, and of items, in headers. */
  const everyOf = async (kind, more) => {
    const seen = tally()
    const found = []
    for (let page = 1, last = 1; page <= last; page++) {
      const query = new URLSearchParams({ dates_are_gmt: "true", order: "asc", per_page: "100", page: String(page), ...more })
      const { headers, json } = await ask(`${shop.origin}${shop.pathname.replace(/\/$/, "")}/wp-json/wc/v3/${kind}?${query}`, {
        headers: { authorization: `Basic ${pair}` },
        advice
      })
      last = total(headers, "x-wp-totalpages")
      for (const item of list(json, kind)) {
        seen.take(item.id, `${kind} ${item.id}`)
        found.push(item)
      }
      if (page >= last && seen.count() !== total(headers, "x-wp-total"))
        throw new NotNow(`expected all ${kind}, got a part: the list changed`)
    }
    return found
  }

  // Both bounds are left out by WooCommerce.
  const after = utc(start - 1000).slice(0, 19)
  const isOfDay = (at, what) => {
    const millis = instant(`${at}Z`, what)
    return millis >= start && millis < end
  }

  const sales = tally()
  const counts = countsOf(process.env.WOOCOMMERCE_STATUSES || undefined)
  // An order can be paid days after it was placed, and is modified then.
  const orders = await everyOf("orders", { status: "any", modified_after: after, orderby: "id" })
  for (const { currency: found, date_paid_gmt: at, id, status, total: amount } of orders) {
    if (at === undefined) throw new Error(`order ${id}: expected date_paid_gmt, got nothing`)
    if (at === null || !isOfDay(at, `date_paid_gmt of order ${id}`)) continue
    const isCounted = counts(status)
    if (isCounted === undefined) {
      throw new Error(`order ${id} has the status ${status}: set WOOCOMMERCE_STATUSES to those that count, ${paid.join()} and others`)
    }
    if (!isCounted) continue
    if (found !== currency) throw new Error(`order ${id}: expected ${currency}, got ${found}`)
    sales.add(major(amount, `total of order ${id}`))
  }
  const refunds = await everyOf("refunds", { after, before: utc(end).slice(0, 19), orderby: "date" })
  for (const { amount, date_created_gmt: at, id } of refunds)
    if (isOfDay(at, `date_created_gmt of refund ${id}`)) sales.add(-major(amount, `amount of refund ${id}`))
  return sales.figure()
})
