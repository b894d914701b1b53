import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { compose, toText } from "../../src/Chat/Message.ts"
import { products } from "../../src/Chat/Products.ts"
import { holidayCalendar } from "../../src/Config/HolidayCalendar.ts"
import { Announcement } from "../../src/Domain/Announcement.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { noHolidays } from "../../src/Domain/Holidays.ts"
import { addDays, isoWeekday } from "../../src/Domain/LocalDate.ts"
import { periodOf } from "../../src/Domain/Period.ts"
import { reportOf } from "../../src/Domain/Report.ts"
import { unmarked } from "../../src/Domain/Turnover.ts"
import { cents, date, turnover } from "../lib/Stored.ts"
import { shop } from "./Samples.ts"

const context = { ...shop, now: DateTime.unsafeMakeZoned("2026-12-01T09:00:00+08:00", { timeZone: "Asia/Shanghai" }) }

const days = Array.from({ length: 100 }, (_, index) =>
  turnover(addDays(date("2026-08-23"), index), {
    cents: cents(999_999_999_999 - index),
    source: index % 7 === 0 ? "generated" : "manual"
  }))

const last = date("2026-11-30")

const plain = { goals: {}, holidays: noHolidays }

const stored = Schema.decodeUnknownSync(Schema.parseJson(Announcement))

// Rules 6.40 and 7.25.
describe("the message of a report", () => {
  it("says the same after it was stored", () => {
    const report = reportOf(DayBook.make(days), periodOf("week", date("2026-11-18")), last, plain)
    const announcement = stored(JSON.stringify({ kind: "report", report }))
    const text = toText(compose(announcement, context))
    assert.strictEqual(text, toText(compose({ kind: "report", report }, context)))
    assert.match(text, /^周报 ¥59,999,999,994\.\d\d · 11月16日–11月22日\n已录 6\/7 天\n另有估算约 ¥/)
  })

  it("has room in every product for a month of the largest amounts, with each of its days linked where all are missing", () => {
    const full = reportOf(DayBook.make(days), periodOf("month", last), last, plain)
    const missing = reportOf(DayBook.make(days.slice(0, 5)), periodOf("month", date("2026-10-10")), last, plain)
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

  it("compares a month with like days of the month before, as the day's own message does", () => {
    // 100 a day, 200 at weekends: September has 8 days of a weekend, August 10.
    const amounts = Array.from({ length: 61 }, (_, index) => {
      const day = addDays(date("2026-08-01"), index)
      return turnover(day, { cents: cents([6, 7].includes(isoWeekday(day)) ? 20_000 : 10_000) })
    })
    const report = reportOf(DayBook.make(amounts), periodOf("month", date("2026-09-30")), last, plain)
    const text = toText(compose(stored(JSON.stringify({ kind: "report", report })), context)).split("\n")
    assert.deepStrictEqual(text.slice(5, 6), ["和前一个月同样的日子一样"])
  })

  it("says of a week in which the shop was closed that it was, not that 0 of 0 days were counted", () => {
    const shut = Array.from({ length: 7 }, (_, index) => ({ ...unmarked(addDays(date("2026-11-16"), index)), closed: true }))
    const report = reportOf(DayBook.make(days.slice(0, 2), shut), periodOf("week", date("2026-11-18")), last, plain)
    const text = (language: "zh-CN" | "en") => toText(compose({ kind: "report", report }, { ...context, language })).split("\n")[1]
    assert.deepStrictEqual([text("zh-CN"), text("en")], ["店休 7 天", "Shop closed 7 days"])
  })

  it("calls fewer than three days no mean", () => {
    const report = reportOf(DayBook.make(days.slice(0, 2)), periodOf("week", date("2026-08-24")), last, plain)
    assert.include(toText(compose({ kind: "report", report }, context)), "录入不到 3 天，不算日均")
  })

  it("says the goal, the comparison, what is unusual, holidays and notes", () => {
    const amounts = (index: number) => index === 63 ? 880_000 : 300_000 + index % 7 * 10_000
    const history = Array.from({ length: 65 },
      (_, index) =>
        turnover(addDays(date("2026-08-06"), index), { cents: cents(amounts(index)), source: index === 61 ? "generated" : "manual" }))
    const note = { date: date("2026-10-08"), closed: false, note: "*下雨*", clearedAt: null, markedBy: null }
    const settings = { goals: { default: cents(9_300_000) }, holidays: holidayCalendar({ holidays: "CN", holidaysFile: null }) }
    const report = reportOf(DayBook.make(history, [note]), periodOf("week", date("2026-10-08")), date("2026-10-09"), settings)
    const text = (language: "zh-CN" | "en") =>
      toText(compose(stored(JSON.stringify({ kind: "report", report })), { ...context, language, publicUrl: "https://shop.example" }))
        .split("\n")
    assert.deepStrictEqual(text("zh-CN").slice(4), [
      "目标 ¥20,441.58：已有 ¥18,900，还差 ¥1,541.58",
      "日均 ¥4,725.00（4 天）",
      "最高 10月8日 周四 ¥8,800",
      "最低 10月9日 周五 ¥3,100",
      "比前一周同样 4 天多 ¥5,800",
      "10月8日 周四 ¥8,800，请核对：比平常周四多 193%（平常 ¥3,000）",
      "10月5日 周一 国庆 ████ ¥3,400",
      "10月6日 周二 国庆 ░░░░ ¥3,500 估算",
      "10月7日 周三 国庆 ████ ¥3,600",
      "10月8日 周四 ██████████ ¥8,800 · *下雨*",
      "10月9日 周五 ████ ¥3,100",
      "打开报表：https://shop.example/report/2026-W41",
      "示例门店"
    ])
    const english = text("en")
    for (
      const line of [
        "Week 41, 5–11 Oct: ¥18,900.00",
        "Goal ¥20,441.58: ¥18,900 so far, ¥1,541.58 to go",
        "¥5,800 more than the same 4 days the week before",
        "Thu 8 Oct ¥8,800. Please check: 193% more than the usual ¥3,000 of a Thursday",
        "Mon 5 Oct National Day ████ ¥3,400"
      ]
    ) assert.include(english, line)
  })
})
