// A day at Loyverse: receipts by their time of sale, less refunds, without cancelled ones.
// Environment: LOYVERSE_TOKEN, LOYVERSE_STORE (the id of the store).
import { ask, day, instant, list, major, pages, run, setting, tally, utc } from "./till.mjs"

const address = process.env.LOYVERSE_URL || "https://api.loyverse.com"

/** A till without a network sends its receipts later: `receipt_date` is the sale, `created_at` is when Loyverse got it. */
const latest = 24 * 60 * 60 * 1000

await run(async () => {
  const { end, start } = day()
  const headers = { authorization: `Bearer ${setting("LOYVERSE_TOKEN")}` }
  const store = setting("LOYVERSE_STORE")
  const receipts = tally()
  const page = async (cursor) => {
    const query = new URLSearchParams({ store_id: store, created_at_min: utc(start), created_at_max: utc(end + latest), limit: "250" })
    if (cursor !== undefined) query.set("cursor", cursor)
    const { json } = await ask(`${address}/v1.0/receipts?${query}`, { headers })
    return { items: list(json.receipts, "receipts"), next: json.cursor }
  }
  for await (const items of pages(page)) {
    for (const receipt of items) {
      const what = `receipt ${receipt.receipt_number}`
      receipts.take(receipt.receipt_number, what)
      const sold = instant(receipt.receipt_date, `receipt_date of ${what}`)
      if (receipt.store_id !== store) throw new Error(`${what} is of another store`)
      if (receipt.cancelled_at === undefined) throw new Error(`${what}: expected cancelled_at, got nothing`)
      if (receipt.cancelled_at !== null || sold < start || sold >= end) continue
      const amount = major(receipt.total_money, `total_money of ${what}`)
      // Loyverse does not document the sign of a refund's amount, so both are read as money that goes out.
      if (receipt.receipt_type === "REFUND") receipts.add(amount < 0n ? amount : -amount)
      else if (receipt.receipt_type === "SALE") receipts.add(amount)
      else throw new Error(`${what}: expected the type SALE or REFUND, got ${receipt.receipt_type}`)
    }
  }
  return receipts.figure()
})
