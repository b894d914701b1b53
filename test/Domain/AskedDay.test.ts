import { assert, it } from "@effect/vitest"
import { Either } from "effect"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { askedDay } from "../../src/Domain/Refusal.ts"

const [before, today, after] = ["2025-12-08", "2025-12-09", "2025-12-10"] as ReadonlyArray<string> as [LocalDate, LocalDate, LocalDate]

it("answers for the day that a person names, or the usual one, and for none that has not come", () => {
  assert.deepStrictEqual(
    [askedDay(undefined, today), askedDay(undefined, today, before), askedDay(before, today), askedDay(today, today, before)],
    [Either.right(today), Either.right(before), Either.right(before), Either.right(today)]
  )
  const refused = askedDay(after, today)
  assert.deepInclude(Either.isLeft(refused) ? refused.left : undefined, { _tag: "DateInFuture", date: after, today })
})
