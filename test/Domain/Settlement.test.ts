import { assert, describe, it } from "@effect/vitest"
import type { Cents } from "../../src/Domain/Amount.ts"
import { decide, type Decision, type Delivery, type FallbackPush, type Trigger } from "../../src/Domain/Settlement.ts"
import type { Turnover } from "../../src/Domain/Turnover.ts"
import { localDate } from "./Arbitraries.ts"

const triggers: ReadonlyArray<Trigger> = ["cutoff", "start", "reload", "hourly"]
const deliveries: ReadonlyArray<Delivery> = ["arrived", "waiting", "none"]
const fallbackPushes: ReadonlyArray<FallbackPush> = ["auto", "always"]

const day = (isFinal: boolean): Turnover => ({
  date: localDate("2025-12-09"),
  cents: 362_976 as Cents,
  isFinal,
  source: "manual"
})

const days = { none: undefined, open: day(false), final: day(true) }

/** The decision's tag; a decision about a day must be about the one that was given. */
const tagOf = (decision: Decision, given: Turnover | undefined): string => {
  if ("day" in decision) assert.strictEqual(decision.day, given)
  return decision._tag
}

// Rule 5.1.
describe("before the cutoff", () => {
  it("nothing is due, whatever the day and the trigger", () => {
    for (const trigger of triggers) {
      for (const given of Object.values(days)) {
        for (const delivery of deliveries) {
          for (const fallbackPush of fallbackPushes) {
            const decision = decide({ trigger, pastCutoff: false, day: given, delivery, fallbackPush })
            assert.strictEqual(decision._tag, "BeforeCutoff")
          }
        }
      }
    }
  })
})

describe("past the cutoff", () => {
  it.each(triggers)("on %s a missing day is generated and an open one made final, however its message stands", (trigger) => {
    for (const delivery of deliveries) {
      for (const fallbackPush of fallbackPushes) {
        const onDay = (given: Turnover | undefined) =>
          tagOf(decide({ trigger, pastCutoff: true, day: given, delivery, fallbackPush }), given)
        assert.strictEqual(onDay(days.none), "Generate")
        assert.strictEqual(onDay(days.open), "Finalize")
      }
    }
  })

  const final: ReadonlyArray<readonly [Trigger, FallbackPush, Delivery, Decision["_tag"]]> = [
    ["cutoff", "auto", "arrived", "PushAgain"],
    ["cutoff", "auto", "waiting", "PushAgain"],
    ["cutoff", "auto", "none", "PushAgain"],
    ["cutoff", "always", "arrived", "PushAgain"],
    ["cutoff", "always", "waiting", "PushAgain"],
    ["cutoff", "always", "none", "PushAgain"],
    ["reload", "auto", "arrived", "PushAgain"],
    ["reload", "auto", "waiting", "PushAgain"],
    ["reload", "auto", "none", "PushAgain"],
    ["reload", "always", "arrived", "PushAgain"],
    ["reload", "always", "waiting", "PushAgain"],
    ["reload", "always", "none", "PushAgain"],
    ["start", "auto", "arrived", "Settled"],
    ["start", "auto", "waiting", "Hasten"],
    ["start", "auto", "none", "PushAgain"],
    ["start", "always", "arrived", "PushAgain"],
    ["start", "always", "waiting", "PushAgain"],
    ["start", "always", "none", "PushAgain"],
    ["hourly", "auto", "arrived", "Settled"],
    ["hourly", "auto", "waiting", "Hasten"],
    ["hourly", "auto", "none", "PushAgain"],
    ["hourly", "always", "arrived", "PushAgain"],
    ["hourly", "always", "waiting", "PushAgain"],
    ["hourly", "always", "none", "PushAgain"]
  ]
  // Rules 2.4 and 5.5.
  it.each(final)("on %s with fallback_push %s, a final day whose message has %s: %s", (trigger, fallbackPush, delivery, tag) =>
    assert.strictEqual(tagOf(decide({ trigger, pastCutoff: true, day: days.final, delivery, fallbackPush }), days.final), tag))
})
