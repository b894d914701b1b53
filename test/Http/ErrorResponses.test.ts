import { assert, describe, it } from "@effect/vitest"
import { asWrite, inDoubt, PostgresFailure, sqlError, unavailable } from "../../src/Database/Postgres/Failure.ts"
import { refusalOf } from "../../src/Http/ErrorResponses.ts"

const ended = unavailable("Connection terminated unexpectedly")

// Rule 3.13.
describe("The refusal of a change that the database could not store", () => {
  it.each([
    [
      "a wait that ended behind a lock",
      unavailable("canceling statement due to statement timeout", "57014"),
      "nothing is changed, try again"
    ],
    ["a deadline that passed", unavailable("the transaction's deadline has passed: it is rolled back"), "nothing is changed, try again"],
    ["a connection that ended before the COMMIT", inDoubt(ended), "nothing is changed, try again"],
    ["a connection that ended at the COMMIT", asWrite(inDoubt(ended)), "check whether the change is stored, then try again"],
    [
      "a disk that failed",
      new PostgresFailure({ kind: "unavailable", state: "58030", message: "could not write", inDoubt: false }),
      "check whether the change is stored, then try again"
    ]
  ])("after %s says whether it may be stored", (_, failure, sentence) => {
    assert.include(refusalOf(sqlError(failure))?.detail, sentence)
  })
})
