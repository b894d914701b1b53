import { assert, describe, it } from "@effect/vitest"
import type { Cents } from "../../src/Domain/Amount.ts"
import {
  type Announced,
  type DayDecision,
  decide as decideOn,
  type FallbackPush,
  type Situation,
  type Trigger
} from "../../src/Domain/Settlement.ts"
import type { Turnover } from "../../src/Domain/Turnover.ts"
import { localDate } from "./Arbitraries.ts"

const triggers: ReadonlyArray<Trigger> = ["cutoff", "start", "reload", "hourly", "unanswered"]
const states: ReadonlyArray<Announced> = ["delivered", "pending", "none"]
const fallbackPushes: ReadonlyArray<FallbackPush> = ["auto", "always"]

const day = (isFinal: boolean): Turnover => ({
  date: localDate("2025-12-09"),
  cents: 362_976 as Cents,
  isFinal,
  source: "manual"
})

const days = { none: undefined, open: day(false), final: day(true) }

const nothingAnnounced = { figure: false, closed: false, awaited: false }

/** Decides about a day that is not closed, not cleared and not announced, unless the test says otherwise. */
const unmarked = {
  closed: false,
  cleared: false,
  daysAfter: false,
  becomesFinal: false,
  withoutFigure: "generate",
  isAsked: false,
  unanswered: false,
  announcedSinceCutoff: nothingAnnounced
} as const

const decide = (
  situation: Partial<Situation> & Omit<Situation, "ranBefore" | keyof typeof unmarked>
) => decideOn({ ranBefore: false, ...unmarked, ...situation })

/** The decision's tag. A decision about a day must be about the given one. */
const tagOf = (decision: DayDecision, given: Turnover | undefined): string => {
  if ("day" in decision) assert.strictEqual(decision.day, given)
  return decision._tag
}

// Rule 5.1.
describe("before the cutoff", () => {
  it("nothing is due, whatever the day and the trigger", () => {
    for (const trigger of triggers) {
      for (const given of Object.values(days)) {
        for (const announced of states) {
          for (const fallbackPush of fallbackPushes) {
            const decision = decide({ trigger, pastCutoff: false, day: given, announced, fallbackPush })
            assert.strictEqual(decision._tag, "BeforeCutoff")
          }
        }
      }
    }
  })
})

describe("past the cutoff", () => {
  it.each(triggers)("on %s a missing day is generated and an open one made final, however its message stands", (trigger) => {
    for (const announced of states) {
      for (const fallbackPush of fallbackPushes) {
        const onDay = (given: Turnover | undefined) =>
          tagOf(decide({ trigger, pastCutoff: true, day: given, announced, fallbackPush }), given)
        assert.strictEqual(onDay(days.none), "Generate")
        assert.strictEqual(onDay(days.open), "Finalize")
      }
    }
  })

  const final: ReadonlyArray<readonly [Trigger, FallbackPush, Announced, DayDecision["_tag"]]> = [
    ["cutoff", "auto", "delivered", "PushAgain"],
    ["cutoff", "auto", "pending", "PushAgain"],
    ["cutoff", "auto", "none", "PushAgain"],
    ["cutoff", "always", "delivered", "PushAgain"],
    ["cutoff", "always", "pending", "PushAgain"],
    ["cutoff", "always", "none", "PushAgain"],
    ["reload", "auto", "delivered", "PushAgain"],
    ["reload", "auto", "pending", "PushAgain"],
    ["reload", "auto", "none", "PushAgain"],
    ["reload", "always", "delivered", "PushAgain"],
    ["reload", "always", "pending", "PushAgain"],
    ["reload", "always", "none", "PushAgain"],
    ["start", "auto", "delivered", "Settled"],
    ["start", "auto", "pending", "Hasten"],
    ["start", "auto", "none", "PushAgain"],
    ["start", "always", "delivered", "PushAgain"],
    ["start", "always", "pending", "PushAgain"],
    ["start", "always", "none", "PushAgain"],
    ["hourly", "auto", "delivered", "Settled"],
    ["hourly", "auto", "pending", "Hasten"],
    ["hourly", "auto", "none", "PushAgain"],
    ["hourly", "always", "delivered", "PushAgain"],
    ["hourly", "always", "pending", "PushAgain"],
    ["hourly", "always", "none", "PushAgain"]
  ]
  // Rules 2.4 and 5.5.
  it.each(final)("on %s with fallback_push %s, a final day whose message has %s: %s",
    (trigger, fallbackPush, announced, tag) =>
      assert.strictEqual(tagOf(decide({ trigger, pastCutoff: true, day: days.final, announced, fallbackPush }), days.final), tag))

  // Rule 5.5.
  it("on a source that has not answered in time, a final day is not pushed again: an hourly check may be due at the same instant", () => {
    const decision = decide({ trigger: "unanswered", pastCutoff: true, day: days.final, announced: "delivered", fallbackPush: "always" })
    assert.strictEqual(decision._tag, "Settled")
  })

  const found = { pastCutoff: true, announced: "none", fallbackPush: "auto" } as const

  // Rule 5.11.
  it.each(triggers)("on %s a closed day gets no amount, and its message once", (trigger) => {
    const closed = (announced: boolean) =>
      decide({ ...found, trigger, day: undefined, closed: true, announcedSinceCutoff: { ...nothingAnnounced, closed: announced } })
    assert.deepStrictEqual<unknown>(closed(false), { _tag: "Closed", announce: true })
    assert.deepStrictEqual<unknown>(closed(true), { _tag: "Closed", announce: false })
    assert.strictEqual(decide({ ...found, trigger, day: days.final, closed: true })._tag, "PushAgain")
  })

  // Rule 5.12.
  it.each(triggers)("on %s a day that was cleared since its cutoff stays without an amount",
    (trigger) => assert.strictEqual(decide({ ...found, trigger, day: undefined, cleared: true })._tag, "LeftOpen"))

  // Rule 5.17.
  it.each(triggers)("on %s a day without a record awaits its figure if none is generated, which is announced once", (trigger) => {
    const waiting = (parts: Partial<Situation> = {}) => decide({ ...found, trigger, day: undefined, withoutFigure: "wait", ...parts })
    const announced = { announcedSinceCutoff: { ...nothingAnnounced, awaited: true } }
    assert.deepStrictEqual<unknown>(waiting(), { _tag: "AwaitFigure", announce: true })
    assert.deepStrictEqual<unknown>(waiting(announced), { _tag: "AwaitFigure", announce: false })
    assert.strictEqual(waiting({ pastCutoff: false })._tag, "BeforeCutoff")
    assert.strictEqual(waiting({ day: days.final })._tag, "PushAgain")
    assert.strictEqual(waiting({ closed: true })._tag, "Closed")
    assert.strictEqual(waiting({ cleared: true })._tag, "LeftOpen")
    assert.strictEqual(waiting({ daysAfter: true })._tag, "ClockInDoubt")
  })

  // Rule 5.20.
  it.each(triggers)("on %s a day whose source is asked waits for its answer, and no longer once the source has not answered in time",
    (trigger) => {
      const asked = (parts: Partial<Situation> = {}) =>
        decide({ ...found, trigger, day: undefined, isAsked: true, withoutFigure: "wait", ...parts })
      assert.strictEqual(asked()._tag, "AwaitAnswer")
      assert.strictEqual(asked({ withoutFigure: "generate" })._tag, "AwaitAnswer")
      assert.deepStrictEqual<unknown>(asked({ unanswered: true }), { _tag: "AwaitFigure", announce: true })
      const announced = { announcedSinceCutoff: { ...nothingAnnounced, awaited: true } }
      assert.deepStrictEqual<unknown>(asked({ unanswered: true, ...announced }), { _tag: "AwaitFigure", announce: false })
      assert.strictEqual(asked({ unanswered: true, withoutFigure: "generate" })._tag, "Generate")
      assert.strictEqual(asked({ pastCutoff: false })._tag, "BeforeCutoff")
      assert.strictEqual(asked({ closed: true })._tag, "Closed")
      assert.strictEqual(asked({ cleared: true })._tag, "LeftOpen")
      assert.strictEqual(asked({ daysAfter: true })._tag, "ClockInDoubt")
      assert.strictEqual(asked({ day: days.open })._tag, "Finalize")
      assert.notStrictEqual(asked({ day: days.final })._tag, "AwaitAnswer")
    })

  // Rule 5.13.
  it.each(triggers)("on %s what the same run has done elsewhere is not done again, but a day is settled", (trigger) => {
    const again = { ...found, trigger, ranBefore: true, fallbackPush: "always" } as const
    assert.deepStrictEqual<unknown>(decideOn({ ...unmarked, ...again, day: days.final }), { _tag: "Settled", day: days.final })
    assert.strictEqual(decideOn({ ...unmarked, ...again, day: days.open })._tag, "Finalize")
    assert.strictEqual(decideOn({ ...unmarked, ...again, day: undefined })._tag, "Generate")
  })

  // Rule 7.15.
  it("the settlement's first message of a day is the daily one, a later one repeats it", () => {
    const kind = (figure: boolean) =>
      decide({ ...found, trigger: "cutoff", day: days.final, announcedSinceCutoff: { ...nothingAnnounced, figure } })
    assert.deepStrictEqual<unknown>(kind(false), { _tag: "PushAgain", day: days.final, kind: "daily" })
    assert.deepStrictEqual<unknown>(kind(true), { _tag: "PushAgain", day: days.final, kind: "repeat" })
  })
})
