import { FastCheck as fc } from "effect"
import { token } from "../Service.ts"
import type { FuzzRequest } from "./Wire.ts"

const runOf = (unit: fc.Arbitrary<string>, most: number) =>
  fc.tuple(unit, fc.integer({ min: 1, max: most })).map(([text, count]) => text.repeat(Math.max(1, Math.floor(count / text.length))))

const digits = (most: number) => runOf(fc.constantFrom("0", "9", "1", "01", "10", "000000001", "5000000000"), most)

/** A JSON number of up to 60 KB: long runs of zeros and nines in each of its parts. */
const number = fc.tuple(
  fc.constantFrom("", "-"),
  fc.tuple(digits(30_000), fc.constantFrom("", "1", "0001")).map(([run, end]) => `1${run}${end}`),
  fc.oneof(fc.constant(""), fc.tuple(digits(20_000), fc.constantFrom("", "1")).map(([run, end]) => `.${run}${end}`)),
  fc.oneof(fc.constant(""), fc.tuple(fc.constantFrom("e", "E-", "e+"), digits(10_000)).map(([mark, run]) => mark + run))
).map((parts) => parts.join(""))

const json = number.map((amount): FuzzRequest => ({
  method: "PUT",
  target: "/api/admin/turnover",
  headers: { "x-admin-token": token, "content-type": "application/json" },
  body: Buffer.from(`{"date":"2025-01-01","amount":${amount}}`)
}))

const cells = fc.constantFrom("0", "9", "1,234", ",000", ".0", "¥", " ", "\"\"", "1.5", "-")

const csv = fc.tuple(runOf(cells, 60_000), fc.constantFrom("", "x", ".1", "\"")).map(([run, end]): FuzzRequest => ({
  method: "POST",
  target: "/api/admin/import?dry_run=1",
  headers: { "x-admin-token": token, "content-type": "text/csv" },
  body: Buffer.from(`2025-01-01,"${run}${end}"`)
}))

/** The part of such a number that fits into a query, a path or a header. */
const elsewhere = fc.tuple(digits(8_000),
  fc.constantFrom("/api/revenue?days=", "/api/admin/notifications?before=", "/api/admin/logs?lines=", "/api/")).map(
    ([run, target]): FuzzRequest => ({
      method: "GET",
      target: target + run,
      headers: { "x-admin-token": token, "accept-encoding": `gzip;q=0.${run.slice(0, 4000)}x` },
      body: undefined
    })
  )

/** Numbers of tens of thousands of digits, in every place that accepts a number. */
export const longNumbers: fc.Arbitrary<FuzzRequest> = fc.oneof({ weight: 3, arbitrary: json }, { weight: 2, arbitrary: csv }, {
  weight: 1,
  arbitrary: elsewhere
})
