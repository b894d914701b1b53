import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { weaknessOf } from "../../src/Config/AdminToken.ts"
import { fromVariables } from "../../src/Config/Environment.ts"

const weakness = (token: string) => weaknessOf(Redacted.make(token))

/** The values for the token in a text of the project, in the form in which readers copy them. */
const proposedBy = (text: string) => [...text.matchAll(/^ADMIN_TOKEN=(.+)$/gm)].map(([, value = ""]) => value)

describe("an admin token", () => {
  const cases: ReadonlyArray<readonly [token: string, weakness: string | undefined]> = [
    ["sesame", "ADMIN_TOKEN has 6 characters, expected at least 12"],
    ["aaaaaaaaaaaaaaaaaaaaaaaa", "ADMIN_TOKEN has 1 different characters, expected at least 8"],
    ["dGhpcyBpcyBhIHRva2Vu", undefined]
  ]
  for (const [token, expected] of cases) {
    it(`of ${token.length} characters is ${expected === undefined ? "accepted" : "called weak"}`, () =>
      assert.strictEqual(weakness(token), expected))
  }

  it.effect("is refused where it is one that the sign-in page once proposed", () =>
    Effect.gen(function*() {
      for (const token of ["a-long-password-of-your-own", "自己的密码，只用英文字母和数字"]) {
        assert.strictEqual(weakness(token), "ADMIN_TOKEN is an example that everyone can read, expected one of your own")
        const { faults } = yield* Effect.flip(fromVariables({ ADMIN_TOKEN: token }))
        assert.deepStrictEqual(faults.map(({ field }) => field), ["ADMIN_TOKEN"])
        assert.include(faults[0]?.message, "and no example")
        assert.notInclude(JSON.stringify(faults), token)
      }
    }))

  it("is proposed by no file as a text to copy", () => {
    for (const file of [".env.example", "static/sign-in.html", "README.md"])
      assert.deepStrictEqual(proposedBy(readFileSync(file, "utf8").replaceAll(">", "\n")), [], file)
  })
})
