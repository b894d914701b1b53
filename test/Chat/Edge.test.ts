import { assert, describe, it } from "@effect/vitest"
import { products } from "../../src/Chat/Products.ts"
import { checkVerdicts, judgedBy, type VerdictRow } from "../lib/ChatProducts.ts"

const page = "<!DOCTYPE html><html><title>Attention Required! | Cloudflare</title></html>"
const onTheWay = /^The network in front of the bot refused the request/

const fromTheEdge: ReadonlyArray<readonly [status: number, body: string | object]> = [
  [403, page],
  [403, `\ufeff\n  ${page}`],
  [403, "error code: 1010"],
  [403, "error code: 1015"],
  [403, "error code: 1020"],
  [403, { title: "Error 1020: Access denied", status: 403, error_code: 1020, cloudflare_error: true }]
]

/** Those that reply over HTTP. */
const overHttp = products.filter(({ name }) => name !== "email")

// Rule 7.23.
describe("a 403 of the network in front of the bot", () => {
  it.each(overHttp)("is tried again ($title)", (product) => {
    checkVerdicts(product, fromTheEdge.map(([status, body]): VerdictRow => [status, body, "transient", onTheWay]))
    const { retryAfterMillis } = judgedBy(product)(403, page, { "retry-after": "30" })
    assert.strictEqual(retryAfterMillis, 30_000)
  })

  const known = overHttp.filter(({ name }) => name !== "webhook")

  it.each(known)("is one of $title only if it could be, and so are other refusals", (product) =>
    checkVerdicts(product, [
      ...[400, 401, 404, 405, 407, 410].map((status): VerdictRow => [status, page, "transient", onTheWay]),
      [403, "", "permanent"],
      [302, page, "permanent"],
      [503, page, product.name === "feishu" ? "upset" : "transient"],
      [413, page, "format"]
    ]))

  it.each(known.filter(({ name }) => name !== "slack"))("is no text of $title, which replies in JSON",
    (product) => checkVerdicts(product, [[403, "RBAC: access denied", "transient", onTheWay]]))

  it.each(products.filter(({ name }) => name === "webhook"))("has a page at your own receiver, whose other refusals may be pages",
    (product) =>
      checkVerdicts(product, [[403, "", "permanent"], [403, "denied", "permanent"], [404, page, "permanent"], [410, page, "permanent"], [
        401,
        page,
        "permanent"
      ]]))
})
