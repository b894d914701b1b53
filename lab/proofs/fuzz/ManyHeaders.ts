import { FastCheck as fc } from "effect"
import { token } from "../Service.ts"

/** The most headers that a request may have. */
const most = 100

const figures = { lines: ["GET /api/metrics HTTP/1.1", "Host: shop", "Connection: close"], body: "" }
const file = {
  lines: [
    "POST /api/admin/import?dry_run=1 HTTP/1.1",
    "Host: shop",
    "Connection: close",
    `X-Admin-Token: ${token}`,
    "Content-Type: text/csv",
    "Content-Length: 12"
  ],
  body: "2025-01-01,1"
}

const statusWith = (hidden: string, request: typeof file): number => {
  if (hidden === "Host: other") return 400
  return hidden !== "" && request === file ? 415 : 200
}

export interface ManyHeaders {
  readonly bytes: Buffer
  readonly status: number
}

/** Requests with up to thousands of headers, one of which may have to be refused. Each has a single correct status. */
export const manyHeaders: fc.Arbitrary<ManyHeaders> = fc.record({
  request: fc.constantFrom(figures, file),
  count: fc.oneof(fc.integer({ min: 85, max: 105 }), fc.integer({ min: 900, max: 3900 })),
  at: fc.nat(3900),
  hidden: fc.constantFrom("", "Host: other", "Content-Encoding: gzip")
}).map(({ at, count, hidden, request }) => {
  const headers = Array.from({ length: count }, () => "a:")
  if (hidden !== "") headers.splice(at % (count + 1), 0, hidden)
  const lines = [...request.lines, ...headers]
  return {
    bytes: Buffer.from(`${lines.join("\r\n")}\r\n\r\n${request.body}`, "latin1"),
    status: lines.length - 1 > most ? 431 : statusWith(hidden, request)
  }
})
