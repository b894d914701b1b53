import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { readFileSync } from "node:fs"
import { weaknessOf } from "../../src/Config/AdminToken.ts"
import { signInWords } from "../../words/SignIn.ts"

const weakness = (token: string) => weaknessOf(Redacted.make(token))

/** The values that a text of the project sets the token to, as somebody copies them. */
const proposedBy = (text: string) => [...text.matchAll(/^ADMIN_TOKEN=(.+)$/gm)].map(([, value = ""]) => value)

describe("an admin token", () => {
  const cases: ReadonlyArray<readonly [token: string, weakness: string | undefined]> = [
    ["sesame", "ADMIN_TOKEN has 6 characters, expected at least 16"],
    ["aaaaaaaaaaaaaaaaaaaaaaaa", "ADMIN_TOKEN has 1 different characters, expected at least 8"],
    ["dGhpcyBpcyBhIHRva2Vu", undefined]
  ]
  for (const [token, expected] of cases) {
    it(`of ${token.length} characters is ${expected === undefined ? "accepted" : "called weak"}`, () =>
      assert.strictEqual(weakness(token), expected))
  }

  it("is called weak where it is an example of a page or of .env.example", () => {
    const proposed = [...Object.values(signInWords["gate.disabled.value"]), readFileSync(".env.example", "utf8")].flatMap(proposedBy)
    assert.lengthOf(proposed, 2)
    for (const token of proposed)
      assert.strictEqual(weakness(token), "ADMIN_TOKEN is an example that everyone can read, expected one of your own")
  })
})
