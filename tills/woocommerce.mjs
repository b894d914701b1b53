// A day at WooCommerce: orders that were placed within the business day and are paid, with tax and shipping, less the refunds of that
// day. Environment: WOOCOMMERCE_SHOP (https://shop.example), WOOCOMMERCE_KEY and WOOCOMMERCE_SECRET (a key that reads).
import { ask, day, instant, list, major, NotNow, run, setting, tally, utc } from "./till.mjs"

const paid = ["completed", "processing", "refunded"]
const unpaid = ["auto-draft", "cancelled", "checkout-draft", "draft", "failed", "on-hold", "pending", "trash"]

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

  /** Every item of a list within the day. WooCommerce announces the number of pages, and of items, in headers. */
  const everyOf = async (kind, more) => {
    const seen = tally()
    const found = []
    for (let page = 1, last = 1; page <= last; page++) {
      const query = new URLSearchParams({
        // Both bounds are left out by WooCommerce. The exact ones are checked below.
        after: utc(start - 1000).slice(0, 19),
        before: utc(end).slice(0, 19),
        dates_are_gmt: "true",
        orderby: "date",
        order: "asc",
        per_page: "100",
        page: String(page),
        ...more
      })
      const { headers, json } = await ask(`${shop.origin}${shop.pathname.replace(/\/$/, "")}/wp-json/wc/v3/${kind}?${query}`, {
        headers: { authorization: `Basic ${pair}` }
      })
      last = total(headers, "x-wp-totalpages")
      for (const item of list(json, kind)) {
        seen.take(item.id, `${kind} ${item.id}`)
        found.push(item)
      }
      if (page >= last && seen.count() !== total(headers, "x-wp-total"))
        throw new NotNow(`expected all ${kind}, got a part: the list changed`)
    }
    return found.filter(({ date_created_gmt: at, id }) => {
      const millis = instant(`${at}Z`, `date_created_gmt of ${kind} ${id}`)
      return millis >= start && millis < end
    })
  }

  const sales = tally()
  for (const { currency: found, id, status, total: amount } of await everyOf("orders", { status: "any" })) {
    if (unpaid.includes(status)) continue
    if (!paid.includes(status)) throw new Error(`order ${id}: expected a status of WooCommerce, got ${status}`)
    if (found !== currency) throw new Error(`order ${id}: expected ${currency}, got ${found}`)
    sales.add(major(amount, `total of order ${id}`))
  }
  for (const { amount, id } of await everyOf("refunds", {})) sales.add(-major(amount, `amount of refund ${id}`))
  return sales.figure()
})
