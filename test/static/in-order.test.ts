import { assert, it } from "vitest"

const { makeOrder }: { makeOrder: () => () => () => boolean } = await import(
  new URL("../../static/scripts/shared/in-order.ts", import.meta.url).href
)

it("an answer is shown unless one to a later request has been shown", () => {
  const ask = makeOrder()
  const [first, second, third] = [ask(), ask(), ask()]
  assert.isTrue(first())
  assert.isTrue(third())
  assert.isFalse(second())
  const fourth = ask()
  // Nothing that came later has been shown since.
  assert.isTrue(third())
  assert.isTrue(fourth())
  assert.isTrue(ask()())
})
