import { assert, describe, it } from "@effect/vitest"
import { sign } from "../../../src/Chat/Feishu.ts"

describe("Signature", () => {
  // Rule 7.9.
  it("agrees with three vectors that are known to be right", () => {
    assert.strictEqual(sign(1599360473, "demo"), "l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8=")
    assert.strictEqual(sign(1661860880, "xxx"), "QnWVTSBe6FmQDE0bG6X0mURbI+DnvVyu1h+j5dHOjrU=")
    assert.strictEqual(sign(1700000000, "mysecret"), "Jp33/xXhCipDEpjyHvEyc7mRSyXWHbNz6J8+C3qQKNo=")
  })
})
