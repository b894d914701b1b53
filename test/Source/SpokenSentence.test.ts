import { assert, describe, it } from "@effect/vitest"
import { scrubber } from "../../src/Logging/Secrets.ts"
import { sentenceIn } from "../../src/Source/Printed.ts"

const scrub = scrubber(["top-secret-1"])

const rows: ReadonlyArray<readonly [written: string, sentence: string]> = [
  ["", ""],
  ["the till is closed\n", "the till is closed"],
  ["asking\nthe till is closed\r\n\n", "the till is closed"],
  ["Traceback (most recent call last):\n  File \"till.py\", line 1\nKeyError: 'total'\n", "KeyError: 'total'"],
  [
    "file:///till.mjs:3\nthrow new Error('no total')\n      ^\n\nError: no total\n    at file:///till.mjs:3:7\n\nNode.js v24.21.0\n",
    "Error: no total"
  ],
  ["\u001b[31mclosed\u001b[0m\u0007 \u202Eagain\u2028now\tsoon\n", "closed again now soon"],
  ["refused Bearer top-secret-1\n", "refused Bearer <redacted>"],
  ["refused top-\u001b[1msecret-1\n", "refused <redacted>"],
  ["<b>" + "长".repeat(300), `<b>${"长".repeat(196)}…`],
  [`${"x".repeat(190)} top-secret-1`, `${"x".repeat(190)} <redacte…`]
]

describe("the sentence of a program that failed", () => {
  it.each(rows)("%j", (written, sentence) => assert.strictEqual(sentenceIn(written, scrub), sentence))
})
