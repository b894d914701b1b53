import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import type { HttpSource } from "../../src/Config/AmountSource/Http.ts"
import { countPage, itemsOf, nextCursor } from "../../src/Source/Answer.ts"
import { JsonNumber, readJson } from "../../src/Source/Json.ts"
import { sourceOf } from "../lib/Asking.ts"

const rules = (members: object): HttpSource =>
  sourceOf({ kind: "http", url: "https://till.example/day", amount: "/total", ...members }) as HttpSource

/** The result of work in slices, and how many there were. */
const inSlices = <A>(work: Generator<undefined, A>) => {
  let slices = 1
  let step = work.next()
  for (; step.done !== true; slices++) step = work.next()
  return { slices, result: step.value }
}

const reading = (text: string) => inSlices(readJson(text)).result

const read = (text: string, source: HttpSource) =>
  Either.gen(function*() {
    const answer = reading(text)
    const json = answer._tag === "Json" ? answer.value : undefined
    const list = yield* itemsOf(json, source)
    const { cents, items } = yield* inSlices(countPage(json, list, source, 0)).result
    const cursor = yield* nextCursor(json, list, source, 1)
    return { cents, items, cursor: cursor instanceof JsonNumber ? `number ${cursor.text}` : cursor }
  })

/** The cents and items of an answer, or the fault's sentence. */
const counted = (text: string, members: object = {}) =>
  Either.match(read(text, rules(members)), {
    onLeft: ({ message }) => message,
    onRight: ({ cents, items }) => `${cents} of ${items}`
  })

describe("an answer", () => {
  const list = { items: "/list" }
  const rows: ReadonlyArray<readonly [name: string, answer: string, members: object, expected: string]> = [
    ["one amount", "{\"total\": 12.50}", {}, "1250 of 1"],
    ["an amount as a text", "{\"total\": \"12.50\"}", {}, "1250 of 1"],
    ["the whole answer", "12.5", { amount: "" }, "1250 of 1"],
    ["minor units", "{\"total\": 1250}", { unit: "minor" }, "1250 of 1"],
    ["more digits than a float has", "{\"total\": 1234567890.10000000000000000}", {}, "123456789010 of 1"],
    ["digits that a float would lose", "{\"total\": 12345678901234567.89}", {}, "1234567890123456789 of 1"],
    [
      "decimals that a float would lose",
      "{\"total\": 1.00000000000000000001}",
      {},
      "/total: expected an amount with at most two decimals, got 1.00000000000000000001"
    ],
    ["a decimal too many", "{\"total\": 1.005}", {}, "/total: expected an amount with at most two decimals, got 1.005"],
    ["minor units with decimals", "{\"total\": 12.5}", { unit: "minor" }, "/total: expected a whole number of the smallest unit, got 12.5"],
    ["no amount", "{}", {}, "/total: expected an amount, got nothing"],
    ["null", "{\"total\": null}", {}, "/total: expected an amount, got null"],
    ["a truth", "{\"total\": true}", {}, "/total: expected an amount, got true"],
    ["an object", "{\"total\": {\"value\": 5}}", {}, "/total: expected an amount, got an object"],
    ["a text with a separator", "{\"total\": \"1,234.50\"}", {}, "/total: expected an amount, got \"1,234.50\""],
    ["items", "{\"list\": [{\"total\": 0.1}, {\"total\": 0.2}, {\"total\": \"10\"}]}", list, "1030 of 3"],
    ["a list as the whole answer", "[{\"total\": 1}, {\"total\": 2}]", { items: "" }, "300 of 2"],
    ["a list of numbers", "[1, 2.5]", { items: "", amount: "" }, "350 of 2"],
    ["no items", "{\"list\": []}", list, "0 of 0"],
    ["no list", "{}", list, "/list: expected a list, got nothing"],
    ["something else for the list", "{\"list\": {\"total\": 1}}", list, "/list: expected a list, got an object"],
    ["something else for the answer", "{}", { items: "" }, "the answer: expected a list, got an object"],
    ["an item without an amount", "{\"list\": [{\"total\": 1}, {}]}", list, "/total in item 2: expected an amount, got nothing"],
    ["a negative item", "{\"list\": [{\"total\": 5}, {\"total\": -2}]}", list, "300 of 2"],
    ["a sum below 0", "{\"list\": [{\"total\": -2}]}", list, "-200 of 1"]
  ]
  it.each(rows)("with %s", (_, answer, members, expected) => assert.strictEqual(counted(answer, members), expected))

  const receipts =
    "{\"list\": [{\"total\": 10, \"kind\": \"SALE\", \"state\": 1}, {\"total\": 3, \"kind\": \"REFUND\", \"state\": 1.0}, {\"total\": 5, \"kind\": \"SALE\", \"state\": 2, \"gone\": \"2026\"}]}"
  const conditions: ReadonlyArray<readonly [name: string, members: object, expected: string]> = [
    ["negate", { negate: { "/kind": "REFUND" } }, "1200 of 3"],
    ["negate with a list", { negate: { "/kind": ["REFUND", "VOID"] } }, "1200 of 3"],
    ["only", { only: { "/kind": ["SALE"] } }, "1500 of 2"],
    ["only with a number, however it is written", { only: { "/state": [1] } }, "1300 of 2"],
    ["only with two pointers, both of which count", { only: { "/kind": "SALE", "/state": 1 } }, "1000 of 1"],
    ["skip", { skip: { "/kind": ["REFUND"] } }, "1500 of 2"],
    ["skip of what is there", { skip: { "/gone": "*" } }, "1300 of 2"],
    ["all of them", { negate: { "/kind": "REFUND" }, only: { "/state": 1 }, skip: { "/gone": "*" } }, "700 of 2"],
    ["negate by a pointer that an item lacks", { negate: { "/type": "REFUND" } }, "/type in item 1: expected a value, got nothing"],
    ["only by a pointer that an item lacks", { only: { "/gone": "2026" } }, "/gone in item 1: expected a value, got nothing"]
  ]
  it.each(conditions)("obeys %s", (_, members, expected) => assert.strictEqual(counted(receipts, { ...list, ...members }), expected))

  it("is a figure or a fault, whatever it is", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.json(), FastCheck.boolean(), (text, hasItems) =>
        assert.isTrue(["Left", "Right"].includes(read(text, rules({ ...(hasItems ? { items: "" } : {}), amount: "" }))._tag)))
    ))

  it("that is no JSON, or nests too deep, is none", () => {
    for (const text of ["", "{", "<html>", "NaN", "{\"a\":1}x", "[".repeat(200_000) + "]".repeat(200_000)])
      assert.strictEqual(reading(text)._tag, "NotJson")
  })

  it("is JSON where the engine's parser finds it, with the same values", () => {
    const engine = (text: string): unknown => {
      try {
        return JSON.parse(text, (_key: string, value: unknown) => typeof value === "number" ? `number ${value}` : value)
      } catch {
        return "no JSON"
      }
    }
    const ours = (text: string): unknown => {
      const found = reading(text)
      if (found._tag !== "Json") return found._tag === "NotJson" ? "no JSON" : "twice"
      const plain = (value: unknown): unknown => {
        if (value instanceof JsonNumber) return `number ${Number(value.text)}`
        if (Array.isArray(value)) return value.map(plain)
        return typeof value === "object" && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
          : value
      }
      return plain(found.value)
    }
    const pieces = [
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "\"",
      "\"a\"",
      "\"__proto__\"",
      "\"\\u0062\"",
      "1",
      "-",
      "1e2",
      "01",
      ".",
      "true",
      "null",
      "nul",
      " ",
      "\n",
      "\u00a0",
      "\\"
    ]
    const texts = FastCheck.oneof(
      FastCheck.json(),
      FastCheck.array(FastCheck.constantFrom(...pieces), { maxLength: 12 }).map((some) => some.join("")),
      FastCheck.tuple(FastCheck.json(), FastCheck.nat(), FastCheck.constantFrom("", ...pieces)).map(([text, at, piece]) =>
        `${text.slice(0, at % (text.length + 1))}${piece}${text.slice(at % (text.length + 1) + 1)}`
      )
    )
    FastCheck.assert(
      FastCheck.property(texts, (text) => {
        const found = ours(text)
        if (found !== "twice") assert.deepStrictEqual(found, engine(text), text)
      }),
      { numRuns: 3_000 }
    )
  })

  it("may have any number of escapes, and a text without an end", () => {
    const pairs = 5_000_000
    for (const pair of ["\\n", "\\\"", "\\\\"]) {
      const found = reading(`"${pair.repeat(pairs)}"`)
      assert.strictEqual(found._tag === "Json" ? String(found.value).length : found._tag, pairs)
      assert.strictEqual(reading(`"${pair.repeat(pairs)}`)._tag, "NotJson")
    }
    assert.strictEqual(reading("\"".repeat(2 * pairs + 1))._tag, "NotJson")
  })

  it("has at most a million values", () => {
    const values = (count: number) => reading(`[${Array.from({ length: count - 1 }, () => "{}").join(",")}]`)._tag
    assert.strictEqual(values(1_000_000), "Json")
    assert.strictEqual(values(1_000_001), "TooManyValues")
  })

  it("is read in slices, however small its values are", () => {
    for (const each of ["0", "{}", "[[]]", "{\"a\":1}"]) {
      const { result, slices } = inSlices(readJson(`[${`${each},`.repeat(50_000)}0]`))
      assert.strictEqual(result._tag, "Json")
      assert.isAtLeast(slices, 10)
    }
  })
})

describe("the next page", () => {
  const cursor = (answer: string, members: object) =>
    Either.match(read(answer, rules({ items: "/list", ...members })), { onLeft: ({ message }) => message, onRight: ({ cursor }) => cursor })

  const byCursor = { next: "/cursor", next_query: "cursor" }
  const byItem = { next_item: "/id", more: "/more", next_query: "starting_after" }
  const rows: ReadonlyArray<readonly [string, object, string | null]> = [
    ["{\"list\": [], \"cursor\": \"abc\"}", byCursor, "abc"],
    ["{\"list\": [], \"cursor\": 17}", byCursor, "number 17"],
    ["{\"list\": []}", byCursor, null],
    ["{\"list\": [], \"cursor\": null}", byCursor, null],
    ["{\"list\": [], \"cursor\": \"\"}", byCursor, null],
    ["{\"list\": [], \"cursor\": false}", byCursor, null],
    ["{\"list\": [], \"cursor\": true}", byCursor, "/cursor: expected a text or a number for the next page, got true"],
    ["{\"list\": [{\"id\": \"x\", \"total\": 1}], \"more\": true}", byItem, "x"],
    ["{\"list\": [{\"id\": \"x\", \"total\": 1}], \"more\": false}", byItem, null],
    ["{\"list\": [{\"id\": \"x\", \"total\": 1}]}", byItem, "/more: expected true or false, got nothing"],
    ["{\"list\": [], \"more\": true}", byItem, "/id: expected a text or a number in the last item, got nothing"],
    ["{\"list\": [{\"total\": 1}]}", { next_page: "page" }, "2"],
    ["{\"list\": []}", { next_page: "page" }, null],
    ["{\"list\": [{\"total\": 1}], \"more\": false}", { next_page: "page", more: "/more" }, null],
    ["{\"list\": [{\"total\": 1}], \"more\": true}", { next_page: "page", more: "/more" }, "2"]
  ]
  it.each(rows)("of %s by %j is %j", (answer, members, expected) => assert.strictEqual(cursor(answer, members), expected))
})
