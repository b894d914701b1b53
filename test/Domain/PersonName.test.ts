import { assert, describe, it } from "@effect/vitest"
import { looksLike, personName } from "../../src/Domain/Person.ts"

// Rule 8.15.
describe("a person's name", () => {
  const names: ReadonlyArray<readonly [text: string, stored: string]> = [
    ["李店长", "李店长"],
    ["小王 2", "小王 2"],
    ["Mei-Ling O'Neil", "Mei-Ling O'Neil"],
    ["till 1 (front)", "till 1 (front)"],
    ["李（早班）", "李(早班)"],
    ["Ｍｅｉ", "Mei"],
    ["田中さん・Tokyo", "田中さん・Tokyo"],
    ["김민수 Kim", "김민수 Kim"],
    ["Søren Łukasz ß", "Søren Łukasz ß"],
    ["Zoe\u0308", "Zoë"],
    ["Анна", "Анна"],
    ["Ελένη", "Ελένη"],
    ["मीरा", "मीरा"],
    ["مريم", "مريم"],
    ["administrator", "administrator"],
    ["feeder", "feeder"]
  ]
  for (const [text, stored] of names) it(`may be ${text}`, () => assert.strictEqual(personName(text), stored))

  const refused: Readonly<Record<string, ReadonlyArray<string>>> = {
    "is not one of the service's own, however it is written": [
      "admin",
      "ADMIN",
      "ａｄｍｉｎ",
      "𝐚𝐝𝐦𝐢𝐧",
      "ádmin",
      "ad-min",
      "admin.",
      "settlement",
      "auto import",
      "command_line",
      "Feed",
      "ⓕⓔⓔⓓ"
    ],
    "does not mix scripts": ["\u0430dmin", "s\u0435ttlement", "Me\u0456", "Ж\u03BF", "李\u0435e", "\uA4EE\uA4D3\uA4DF"],
    "does not end like an actor beside whom another name was typed": [
      "李店长 (typed: 王)",
      "李店长（typed：王）",
      "mei ( TYPED: x)",
      "mei (t\u00FDped: x)"
    ],
    "can be seen": [
      "",
      " ",
      "\u3164",
      "\u034F",
      "mei\u200B",
      "mei\u3164",
      "mei\u034F",
      "\u2800",
      "\u00AD",
      "\u115F",
      "m\u180Bei",
      "\u0301"
    ],
    "has no sign that turns, breaks or hides text": [
      "mei\u202E",
      "\u2066mei",
      "mei\u2028",
      "mei\n",
      "mei\0",
      "mei\u061C",
      "mei\uFE0F",
      "mei\u{E0041}"
    ],
    "has no sign that imitates another": ["mei \u2768x\u2769", "mei\u2236", "mei\u2044x", "🙂"],
    "has no blank around it and at most 40 characters": [" mei", "mei ", "mei\u3000", "李".repeat(41), "ﷺ".repeat(3)]
  }
  for (const [rule, texts] of Object.entries(refused)) {
    for (const text of texts) it(`${rule}: ${JSON.stringify(text)}`, () => assert.isUndefined(personName(text)))
  }
})

// Rule 8.15.
describe("a name could be mistaken for another one", () => {
  const alike = [
    ["Mei", "mei"],
    ["Mei", "MEI."],
    ["Mei-Ling", "Mei Ling"],
    ["Zoe", "Zoë"],
    ["小王", "小王."],
    ["\u0166", "\u0166"]
  ] as const
  for (const [name, other] of alike) {
    it(`as ${JSON.stringify(other)} for ${name}`, () => {
      assert.isTrue(looksLike(name, other))
      assert.isTrue(looksLike(other, name))
    })
  }

  const apart = [
    ["Mei", "May"],
    ["李店长", "王店长"],
    ["小王 1", "小王 2"],
    ["staff 1", "staff 11"],
    ["मीरा", "मोरा"],
    ["たかし", "たがし"],
    ["김민수", "김민주"],
    ["Вова", "Нона"],
    ["\u014B", "\u0167"]
  ] as const
  for (const [name, other] of apart) it(`but not ${other} for ${name}`, () => assert.isFalse(looksLike(name, other)))
})
