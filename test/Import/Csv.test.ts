import { assert, describe, it } from "vitest"
import { csvOf } from "../../src/Import/Csv.ts"
import { cents, date, turnover } from "../lib/Stored.ts"

const counted = turnover(date("2026-11-18"), { cents: cents(341_225) })
const estimated = turnover(date("2026-11-19"), { cents: cents(347_652), source: "generated" })

// Rule 6.9.
describe("the days that turnover export prints", () => {
  it("have their source as soon as one was generated, so that no estimate passes for a counted amount", () => {
    assert.strictEqual(csvOf([counted]), "date,amount\r\n2026-11-18,3412.25\r\n")
    assert.strictEqual(csvOf([counted, estimated]),
      `date,amount,source\r\n2026-11-18,3412.25,${counted.source}\r\n2026-11-19,3476.52,generated\r\n`)
    assert.strictEqual(csvOf([]), "date,amount\r\n")
  })
})
