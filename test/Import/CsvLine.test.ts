import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { csvLine } from "../../src/Import/CsvLine.ts"

/** The fields of a line by RFC 4180, without blanks around them. */
const fieldsOf = (line: string) =>
  [...line.replace(/\r\n$/, "").matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)]
    .map(([, quoted, plain = ""]) => (quoted?.replaceAll("\"\"", "\"") ?? plain).trim())

describe("a line of CSV", () => {
  it("is read back as it was, whatever people have typed", () => {
    const typed = FastCheck.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.trim())
      .filter((text) => !/^\p{C}*[=+\-@＝＋－＠]/u.test(text) && !text.includes("\u00a0") && !text.includes("\u3000"))
    FastCheck.assert(
      FastCheck.property(FastCheck.array(typed, { minLength: 1, maxLength: 5 }), (fields) => {
        // The first field has content, because a record of empty fields does not count.
        const all = ["2026-11-20", ...fields]
        assert.deepStrictEqual(fieldsOf(csvLine(all)), all)
      })
    )
  })

  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\u200b=1", "＝1+1", "＠x", "\rx"]) {
    it(`makes no formula of ${JSON.stringify(text)}`, () => {
      const [, second = ""] = fieldsOf(csvLine(["2026-11-20", text]))
      assert.strictEqual(second, `'${text}`.trim())
    })
  }

  it("leaves dates, amounts and sources as they are", () =>
    assert.strictEqual(csvLine(["2026-11-20", "3629.76", "manual"]), "2026-11-20,3629.76,manual\r\n"))
})
