import { assert, describe, it } from "@effect/vitest"
import { isBlank, withoutDirections } from "../../src/Domain/VisibleText.ts"

describe("a text that shows nothing", () => {
  for (
    const text of [
      "",
      " ",
      "\u3000",
      "\u200B",
      "\u200D\u2060",
      "\u3164",
      "\u034F",
      "\u2800",
      "\uFEFF",
      "\u202E\u2069",
      "\u00AD",
      "\u{E0020}",
      "\uFE0F",
      "\t\n"
    ]
  ) {
    it(`is ${JSON.stringify(text)}`, () => assert.isTrue(isBlank(text)))
  }
  for (const text of [".", "零钱", "\u200Ba", "0", "👩‍👧", "ا", "\u{3347A}", "\uE000"])
    it(`is not ${JSON.stringify(text)}`, () => assert.isFalse(isBlank(text)))
})

describe("a text without directions", () => {
  it("has all of its letters", () => assert.strictEqual(withoutDirections("a\u202Eb\u2066c\u2069\u200Fd \u061Cא"), "abcd א"))
})
