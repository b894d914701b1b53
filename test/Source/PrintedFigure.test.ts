import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { readPrinted } from "../../src/Source/Printed.ts"

const rows: ReadonlyArray<readonly [printed: string, found: string]> = [
  ["{\"amount\":\"3629.76\",\"items\":161}\n", "362976 of 161"],
  ["{\"amount\":3629.76,\"items\":161}", "362976 of 161"],
  ["{ \"items\": 161, \"amount\": 3629.7600 }\r\n", "362976 of 161"],
  ["{\"amount\":\"0\",\"items\":0}\n", "0 of 0"],
  ["{\"amount\":12}\n", "1200 of 1"],
  ["{\"amount\":1.234e3}\n", "123400 of 1"],
  ["{\"amount\":\"5.00\",\"items\":1,\"till\":\"A \\\"1\\\"\",\"parts\":[{\"amount\":2.5},true,null]}\n", "500 of 1"],
  // A float has not this many digits.
  ["{\"amount\":9999999999.990000000000000}\n", "999999999999 of 1"],
  ["{\"amount\":3629.765}\n", "decimals: amount: expected an amount with at most two decimals, got \"3629.765\""],
  ["{\"amount\":\"¥12\"}\n", "amount: amount: expected an amount, got \"¥12\""],
  ["{\"amount\":\"1,234.00\"}\n", "amount: amount: expected an amount, got \"1,234.00\""],
  ["{\"amount\":\"1e3\"}\n", "amount: amount: expected an amount, got \"1e3\""],
  ["{\"amount\":-1}\n", "sum: expected a day's amount from 0 to 9999999999.99, got the sum -1.00"],
  ["{\"amount\":1,\"items\":1.5}\n", "items: items: expected a whole number, got \"1.5\""],
  ["{\"amount\":1,\"items\":\"3\"}\n", "items: items: expected a whole number, got \"3\""],
  ...[
    "",
    "3629.76\n",
    "{}\n",
    "{\"items\":3}\n",
    "{\"amount\":null}\n",
    "{\"amount\":NaN}\n",
    "{\"amount\":1,\"amount\":2}\n",
    "{\"amount\":{\"number\":\"1\"},\"amount\":1}\n",
    "{\"amount\":{\"total\":1}}\n",
    "{\"amount\":1,\n\"items\":2}\n",
    "{\"amount\":1,}\n",
    "{\"amount\":\"36",
    "{\"amount\":1}\n{\"amount\":2}\n",
    "fetched page 1\n{\"amount\":1}\n",
    "[1]\n",
    "{\"amount\":01}x\n"
  ].map((printed) =>
    [
      printed,
      `not_a_figure: expected one line such as {"amount":"3629.76","items":161}, got ${JSON.stringify(printed.replace(/\n$/, ""))}`
    ] as const
  )
]

// Rule 2.10.
describe("what a program has printed", () => {
  it.each(rows)("%j", (printed, found) =>
    assert.strictEqual(
      Either.match(readPrinted(printed), {
        onLeft: ({ code, message }) => `${code}: ${message}`,
        onRight: ({ amountCents, items }) => `${amountCents} of ${items}`
      }),
      found
    ))

  // Rule 2.15.
  it("is whole where the currency has no decimals", () => {
    assert.isTrue(Either.isRight(readPrinted("{\"amount\":\"1200.00\"}\n", "JPY")))
    assert.isTrue(Either.isLeft(readPrinted("{\"amount\":\"1200.50\"}\n", "JPY")))
  })
})
