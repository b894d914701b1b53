import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { formsOf, scrubber } from "../../src/Logging/Secrets.ts"

const mark = "<redacted>"

/** Replaces one form after another, the longest first. */
const scrubOneByOne = (secrets: ReadonlyArray<string>, text: string): string =>
  secrets.flatMap(formsOf).sort((a, b) => b.length - a.length).reduce((scrubbed, form) => scrubbed.replaceAll(form, mark), text)

/** Secrets and the text around them have different letters, so occurrences overlap only if a test makes them. */
const secret = FastCheck.string({ minLength: 4, maxLength: 9, unit: FastCheck.constantFrom("a", "b", "+", "/", "\"", "\\", "店", " ") })
const words = FastCheck.string({ maxLength: 6, unit: FastCheck.constantFrom(".", ",", "x", "Y", "\n", "额") })

const texts = (secrets: ReadonlyArray<string>) => {
  const form = FastCheck.constantFrom(...secrets.flatMap(formsOf))
  return FastCheck.array(FastCheck.tuple(words, form), { maxLength: 6 }).map((parts) =>
    parts.map(([before, found]) => `${before}|${found}|`).join("")
  )
}

const secretsAndText = FastCheck.uniqueArray(secret, { minLength: 1, maxLength: 5 }).chain((secrets) =>
  FastCheck.tuple(FastCheck.constant(secrets), texts(secrets))
)

describe("scrubbing in one pass", () => {
  it("gives the same text as one replacement a form, where no two occurrences overlap", () =>
    FastCheck.assert(FastCheck.property(secretsAndText, ([secrets, text]) => {
      assert.strictEqual(scrubber(secrets)(text), scrubOneByOne(secrets, text))
    })))

  it("leaves no part of an occurrence, however many overlap", () => {
    const letters = FastCheck.string({ minLength: 4, maxLength: 7, unit: FastCheck.constantFrom("a", "b") })
    const text = FastCheck.string({ minLength: 40, maxLength: 60, unit: FastCheck.constantFrom("a", "b", ".") })
    FastCheck.assert(FastCheck.property(FastCheck.array(letters, { minLength: 1, maxLength: 4 }), text, (secrets, whole) => {
      const covered = Array.from(whole, () => false)
      for (const form of secrets.flatMap(formsOf)) {
        for (let at = whole.indexOf(form); at !== -1; at = whole.indexOf(form, at + 1)) covered.fill(true, at, at + form.length)
      }
      const rest = Array.from(whole).filter((_, at) => covered[at] !== true).join("")
      assert.strictEqual(scrubber(secrets)(whole).replaceAll(mark, ""), rest)
    }))
  })

  it("finds forms that begin with the same four characters, the longest first", () => {
    assert.strictEqual(scrubber(["abcd", "abcdef", "abcde"])("abcdefg abcdeg abcdg"), `${mark}g ${mark}g ${mark}g`)
  })
})
