import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { compose, toText } from "../../src/Chat/Message.ts"
import { products } from "../../src/Chat/Products.ts"
import { Announcement } from "../../src/Domain/Announcement.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { addDays } from "../../src/Domain/LocalDate.ts"
import { monthOf, weekOf } from "../../src/Domain/Period.ts"
import { reportOf } from "../../src/Domain/Report.ts"
import { cents, date, turnover } from "../lib/Stored.ts"
import { shop } from "./Samples.ts"

const context = { ...shop, now: DateTime.unsafeMakeZoned("2026-12-01T09:00:00+08:00", { timeZone: "Asia/Shanghai" }) }

const days = Array.from({ length: 100 }, (_, index) =>
  turnover(addDays(date("2026-08-23"), index), {
    cents: cents(999_999_999_999 - index),
    source: index % 7 === 0 ? "generated" : "manual"
  }))

const last = date("2026-11-30")

const stored = Schema.decodeUnknownSync(Schema.parseJson(Announcement))

// Rules 6.40 and 7.25.
describe("the message of a report", () => {
  it("says the same after it was stored", () => {
    const report = reportOf(DayBook.make(days), weekOf(date("2026-11-18")), last)
    const announcement = stored(JSON.stringify({ kind: "report", report }))
    const text = toText(compose(announcement, context))
    assert.strictEqual(text, toText(compose({ kind: "report", report }, context)))
    assert.match(text, /^周报 ¥69,999,999,993\.\d\d · 11月16日–11月22日\n已清点 6\/7 天\n其中 1 天未清点 /)
  })

  it("has room in every product for a month of the largest amounts, with each of its days linked where all are missing", () => {
    const full = reportOf(DayBook.make(days), monthOf(last), last)
    const missing = reportOf(DayBook.make(days.slice(0, 5)), monthOf(date("2026-10-10")), last)
    for (const report of [full, missing]) {
      for (const language of ["zh-CN", "en"] as const) {
        const message = compose({ kind: "report", report }, { ...context, language, publicUrl: `https://shop.example/${"x".repeat(100)}` })
        for (const product of products) {
          for (const format of product.formats) {
            const body = JSON.stringify(product.message(message, format))
            assert.isAtMost(Buffer.byteLength(body), product.limits.requestBytes, `${product.title} ${format}`)
          }
        }
      }
    }
  })
})
