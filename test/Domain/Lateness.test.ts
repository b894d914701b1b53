import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { calendarOf } from "../../src/Domain/Calendar.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { heldUpMillis, isUnsent, overdueDay } from "../../src/Domain/Lateness.ts"
import { turnover } from "../lib/Stored.ts"
import { shanghai } from "./Arbitraries.ts"

const minute = 60_000
const now = (local: string) => DateTime.unsafeMakeZoned(`${local}:00+08:00`, { timeZone: "Asia/Shanghai" })

interface Case {
  readonly what: string
  readonly now: string
  readonly cutoff?: readonly [hour: number, minute: number]
  readonly days?: ReadonlyArray<ReturnType<typeof turnover>>
  readonly overdue: readonly [date: string, minutes: number] | undefined
}

const cases: ReadonlyArray<Case> = [
  { what: "before the cutoff", now: "2026-03-14T22:59", overdue: undefined },
  { what: "within the minutes of grace", now: "2026-03-14T23:09", overdue: undefined },
  { what: "when they are over", now: "2026-03-14T23:10", overdue: ["2026-03-14", 10] },
  { what: "when the day is final", now: "2026-03-14T23:30", days: [turnover("2026-03-14")], overdue: undefined },
  {
    what: "when the day is there and not final",
    now: "2026-03-14T23:30",
    days: [turnover("2026-03-14", { isFinal: false })],
    overdue: ["2026-03-14", 30]
  },
  { what: "after midnight, of the day before", now: "2026-03-15T00:20", days: [turnover("2026-03-13")], overdue: ["2026-03-14", 80] },
  {
    what: "after midnight, where the grace ends there",
    now: "2026-03-15T00:04",
    cutoff: [23, 55],
    days: [turnover("2026-03-13")],
    overdue: undefined
  },
  { what: "then", now: "2026-03-15T00:05", cutoff: [23, 55], days: [turnover("2026-03-13")], overdue: ["2026-03-14", 10] },
  { what: "before the first record", now: "2026-03-14T12:00", days: [turnover("2026-03-14", { isFinal: false })], overdue: undefined },
  { what: "of a shop that has no record at all", now: "2026-03-14T12:00", overdue: undefined }
]

describe("the overdue day", () => {
  for (const { cutoff: [hour, minutes] = [23, 0], days = [], now: at, overdue, what } of cases) {
    it(`${what}: ${overdue === undefined ? "none" : overdue.join(" by ")}`, () => {
      const found = overdueDay(DayBook.make(days), now(at), calendarOf(shanghai, { hour, minute: minutes }), 10 * minute)
      assert.deepStrictEqual(found && [found.date as string, found.millis / minute], overdue && [...overdue])
    })
  }
})

// Rule 6.8.
describe("Messages are held up", () => {
  const at = 100 * minute
  for (
    const [what, oldest, delivered, held] of [
      ["not while none waits", null, at - 90 * minute, 0],
      ["not within a minute", at - minute, null, 0],
      ["once one has waited longer", at - 2 * minute, null, 2 * minute],
      ["not while others are delivered before it, as after an import", at - 20 * minute, at - minute, 0],
      ["since another one was delivered", at - 20 * minute, at - 5 * minute, 5 * minute],
      ["whatever was delivered by a clock that was ahead", at - 2 * minute, at + minute, 2 * minute],
      ["not by a message that such a clock has stored", at + minute, null, 0]
    ] as const
  ) it(what, () => assert.strictEqual(heldUpMillis(oldest, delivered, at), held))
})

describe("a chat lacks messages", () => {
  const at = now("2026-03-14T23:00").epochMillis
  const line = { failed: 0, lastDeliveredAt: null, oldestPendingAt: null }
  for (
    const [what, more, lacks] of [
      ["not while nothing waits", {}, false],
      ["once it has refused one", { failed: 1 }, true],
      ["not before five minutes of waiting", { oldestPendingAt: at - 5 * minute + 1 }, false],
      ["after five minutes of waiting", { oldestPendingAt: at - 5 * minute }, true],
      ["not while it takes others", { oldestPendingAt: at - 50 * minute, lastDeliveredAt: at - minute }, false]
    ] as const
  ) it(what, () => assert.strictEqual(isUnsent({ ...line, ...more }, at), lacks))
})
