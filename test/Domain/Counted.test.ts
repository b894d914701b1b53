import { assert, it } from "@effect/vitest"
import { counted } from "../../src/Domain/Text.ts"

it("counts nouns in English", () => {
  assert.deepStrictEqual(
    [counted(0, "day"), counted(1, "day"), counted(2, "day"), counted(1, "process"), counted(2, "process")],
    ["0 days", "1 day", "2 days", "1 process", "2 processes"]
  )
})
