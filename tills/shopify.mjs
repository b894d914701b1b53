// A day at Shopify, from its own report: sales less returns, with taxes and shipping. The report knows calendar days of the shop's zone
// at Shopify. Environment: SHOPIFY_SHOP (the name before .myshopify.com), SHOPIFY_CLIENT_ID and SHOPIFY_SECRET of an app with the scope
// read_reports; or SHOPIFY_TOKEN of one from before 2026, whose token does not end.
import { ask, day, list, major, NotNow, run, setting } from "./till.mjs"

const version = "2025-10"

const question = `query Day($query: String!) {
  shop { currencyCode ianaTimezone }
  shopifyqlQuery(query: $query) { tableData { columns { name dataType } rows } parseErrors }
}`

/** The date and time that clocks of a zone show. */
const shown = (millis, timeZone) => {
  const { day, hour, minute, month, second, year } = Object.fromEntries(
    new Intl.DateTimeFormat("en", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit"
    })
      .formatToParts(millis).map(({ type, value }) => [type, value])
  )
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/** A token of 24 hours (client credentials grant). Each question takes a new one: nothing of a till is kept. */
const tokenFor = async (address) => {
  if (process.env.SHOPIFY_TOKEN) return process.env.SHOPIFY_TOKEN
  const body = { grant_type: "client_credentials", client_id: setting("SHOPIFY_CLIENT_ID"), client_secret: setting("SHOPIFY_SECRET") }
  const { json } = await ask(`${address}/admin/oauth/access_token`, {
    body,
    advice: { 400: "check the id and the secret, and that the app is installed in this shop" }
  })
  if (typeof json.access_token !== "string") throw new Error("expected access_token from Shopify, got nothing")
  if (!String(json.scope).split(",").includes("read_reports"))
    throw new Error(`expected an app with the scope read_reports, got ${json.scope}`)
  return json.access_token
}

await run(async () => {
  const { currency, date, end, start } = day()
  const address = process.env.SHOPIFY_URL || `https://${setting("SHOPIFY_SHOP")}.myshopify.com`
  const { json } = await ask(`${address}/admin/api/${version}/graphql.json`, {
    headers: { "x-shopify-access-token": await tokenFor(address) },
    body: { query: question, variables: { query: `FROM sales SHOW orders, total_sales SINCE ${date} UNTIL ${date}` } }
  })
  if (json.errors !== undefined) {
    const throttled = JSON.stringify(json.errors).includes("THROTTLED")
    throw new (throttled ? NotNow : Error)(`Shopify answers ${JSON.stringify(json.errors).slice(0, 150)}`)
  }
  const { shop, shopifyqlQuery: report } = json.data ?? {}
  if (shop?.currencyCode !== currency) throw new Error(`expected a shop with ${currency}, got ${shop?.currencyCode}`)
  // A business day that ends after midnight, or another zone, is a part of two days of the report.
  if (
    !shown(start, shop.ianaTimezone).startsWith(`${date} 00:00:00`) || !shown(end - 1000, shop.ianaTimezone).startsWith(`${date} 23:59:59`)
  ) {
    throw new Error(`the report has whole days of ${shop.ianaTimezone}: the shop's day has to be one, from midnight to midnight`)
  }
  if (report?.parseErrors?.length > 0)
    throw new Error(`Shopify does not read the question: ${JSON.stringify(report.parseErrors).slice(0, 120)}`)
  const rows = list(report?.tableData?.rows, "rows of the report")
  if (rows.length !== 1) throw new Error(`expected one row of the report, got ${rows.length}`)
  const [{ orders, total_sales }] = rows
  if (!/^\d+$/.test(orders ?? "")) throw new Error(`orders: expected a whole number, got ${JSON.stringify(orders) ?? "nothing"}`)
  const sum = major(total_sales, "total_sales")
  // Returns alone are a figure too.
  return { sum, items: sum === 0n ? Number(orders) : Math.max(1, Number(orders)) }
})
