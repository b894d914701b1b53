import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readXlsx } from "hucre/xlsx"
import { httpService, jsonBody, raw, rawAdmin } from "../../lib/HttpService.ts"
import { members } from "../../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"
const range = "from=2025-12-01&to=2025-12-08"

const entered = Effect.gen(function*() {
  yield* rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-07", amount: 1234.5, note: "=1+1", actor: "\u674e" }))
  yield* rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-08", amount: 3629.76 }))
})

// Rule 6.52.
describe("the books of a range", () => {
  it.scoped("are a workbook with amounts and dates, in which a note stays a text", () =>
    Effect.gen(function*() {
      yield* entered
      const answer = yield* raw(`/api/days.xlsx?${range}&lang=en`)
      assert.strictEqual(answer.headers["content-disposition"], "attachment; filename=\"turnover-2025-12-01-2025-12-08.xlsx\"")
      const { sheets: [days, months] } = yield* Effect.promise(() => readXlsx(answer.bytes))
      assert.deepStrictEqual([days?.name, months?.name], ["Days", "Months"])
      const [header, first, second] = days?.rows ?? []
      assert.deepStrictEqual(header?.slice(0, 4), ["Date", "Turnover", "State", "Note"])
      assert.deepStrictEqual(first?.slice(1, 5), [1234.5, "entered", "=1+1", "\u674e"])
      assert.deepStrictEqual(second?.[0], new Date("2025-12-08T00:00:00Z"))
      assert.deepStrictEqual(months?.rows[1], ["2025-12", 4864.26, 2, null, 0, 0, 0])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("are CSV with the signs of the shop's locale", () =>
    Effect.gen(function*() {
      yield* entered
      const answer = yield* raw(`/api/days.csv?${range}&lang=zh`)
      const [, , row] = answer.text.split("\r\n")
      assert.match(row ?? "", /^2025-12-08;3629,76;\u5df2\u5f55;;/)
      assert.include(answer.text, ";1234,50;")
      assert.include(answer.text, ";'=1+1;")
      assert.isTrue(answer.text.startsWith("\uFEFF"))
      assert.strictEqual((yield* raw("/api/days.csv?from=2025-12-02&to=2025-12-01")).status, 400)
    }).pipe(Effect.provide(httpService({ at, config: { file: members({ currency: "EUR", locale: "de-DE" }) } }).layer)))
})
