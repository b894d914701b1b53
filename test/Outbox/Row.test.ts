import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { addDays } from "../../src/Domain/LocalDate.ts"
import { closedDay } from "../../src/Domain/Messages.ts"
import { unmarked } from "../../src/Domain/Turnover.ts"
import { decodeEntries, toRow } from "../../src/Outbox/Row.ts"
import { date } from "../lib/Stored.ts"

const first = date("2026-03-14")
const closedOn = (day: number) => closedDay(unmarked(addDays(first, day)))

const rowOf = (id: number, announcement: string) => ({
  ...toRow(closedOn(0), "main", 0),
  id,
  announcement,
  first_attempt_at: null,
  delivered_at: null,
  delivered_format: null,
  failure: null,
  claim: null
})

it.effect("a message is decoded once, however often it is read, and each text for itself", () =>
  Effect.gen(function*() {
    // More than are remembered.
    const texts = Array.from({ length: 200 }, (_, day) => JSON.stringify(closedOn(day)))
    const rows = texts.map((text, id) => rowOf(id + 1, text))
    const found = yield* decodeEntries(rows)
    assert.deepStrictEqual(found.map(({ announcement }) => announcement), texts.map((text) => JSON.parse(text)))
    const [once] = yield* decodeEntries(rows.slice(0, 1))
    const [again] = yield* decodeEntries(rows.slice(0, 1))
    assert.deepStrictEqual(again?.announcement, closedOn(0))
    assert.strictEqual(again?.announcement, once?.announcement)
  }))

it.effect("a message that this version cannot read stays so", () =>
  Effect.gen(function*() {
    for (const _ of [1, 2]) {
      const [entry] = yield* decodeEntries([rowOf(1, "{\"kind\":\"from a newer version\"}")])
      assert.strictEqual(entry?.announcement, null)
    }
  }))
