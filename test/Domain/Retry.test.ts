import { assert, describe, it } from "@effect/vitest"
import {
  afterAttempt,
  atOnce,
  type Delivery,
  type MessageOutcome,
  notTried,
  type Progress,
  type Verdict
} from "../../src/Domain/Attempt.ts"
import { delivery } from "../Chat/Samples.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const t0 = 1_000_000_000_000

const after = (progress: Progress, verdict: Verdict, parts: Partial<Delivery> = {}, now = t0, jitter = 0.5): MessageOutcome =>
  afterAttempt(progress, delivery(verdict, parts), now, now, jitter)

/** The outcomes for a message that gets these replies one after another, each at the instant at which it is due. */
const walk = (...verdicts: ReadonlyArray<Verdict>): ReadonlyArray<MessageOutcome> => {
  const steps: Array<MessageOutcome> = []
  let progress = notTried
  let now = t0
  for (const verdict of verdicts) {
    const next = after(progress, verdict, {}, now)
    steps.push(next)
    progress = next.progress
    if (next.state === "pending") now = Math.max(now, next.nextAttemptAt)
  }
  return steps
}

const outline = (steps: ReadonlyArray<MessageOutcome>) =>
  steps.map((next) => next.state === "pending" ? `${next.progress.nextFormat}${next.nextAttemptAt === atOnce ? "" : " later"}` : next.state)

// Rules 7.6 and 7.7.
describe("Retry", () => {
  const table: ReadonlyArray<readonly [string, ReadonlyArray<Verdict>, ReadonlyArray<string>]> = [
    ["is over when the card is delivered", ["delivered"], ["delivered"]],
    ["tries the next format at once after a refusal", ["format", "format", "delivered"], ["post", "text", "delivered"]],
    ["fails at once when all three are refused", ["format", "format", "format"], ["post", "text", "failed"]],
    ["tries the next format at once when the bot is upset", ["upset", "upset"], ["post", "text"]],
    ["starts the chain again later when one of three was upset", ["upset", "format", "format"], ["post", "text", "card later"]],
    ["starts the chain again later when the last was upset", ["format", "format", "upset"], ["post", "text", "card later"]],
    [
      "does not carry over an earlier chain's upset",
      ["upset", "upset", "upset", "format", "format", "format"],
      ["post", "text", "card later", "post", "text", "failed"]
    ],
    ["stays with the format after a transient reply", ["format", "transient", "transient"], ["post", "post later", "post later"]],
    ["never tries another format after an unknown reply", ["unknown", "unknown"], ["card later", "card later"]],
    [
      "remembers an upset over a wait in between",
      ["upset", "transient", "format", "format"],
      ["post", "post later", "text", "card later"]
    ],
    ["ends at a permanent refusal without another format", ["permanent"], ["failed"]]
  ]
  for (const [name, verdicts, expected] of table) {
    it(name, () => assert.deepStrictEqual(outline(walk(...verdicts)), expected))
  }

  it("explains with a failure what to fix", () => {
    const permanent = after(notTried, "permanent", { detail: "set chat_secret" })
    assert.strictEqual(permanent.state === "failed" && permanent.reason, "set chat_secret")
    const refused = after({ ...notTried, nextFormat: "text" }, "format", { detail: "code 9499" })
    assert.include(refused.state === "failed" ? refused.reason : "", "No format was accepted. code 9499")
  })

  it("doubles the back-off from 2 s to 15 min, with full jitter", () => {
    const waits = (jitter: number) =>
      [0, 1, 2, 8, 9, 10, 1_000].map((backoff) => {
        const next = after({ ...notTried, backoff }, "transient", {}, t0, jitter)
        assert.strictEqual(next.progress.backoff, backoff + 1)
        return next.state === "pending" ? next.nextAttemptAt - t0 : NaN
      })
    const longest = [2, 4, 8, 512, 900, 900, 900].map((seconds) => seconds * second)
    assert.deepStrictEqual(waits(1), longest)
    assert.deepStrictEqual(waits(0.5), longest.map((wait) => wait / 2))
    assert.deepStrictEqual(waits(0), longest.map(() => 0))
  })

  it("waits as long as the bot asked for, an hour at most", () => {
    const wait = (retryAfterMillis: number, jitter: number) => {
      const next = after(notTried, "transient", { retryAfterMillis }, t0, jitter)
      return next.state === "pending" ? next.nextAttemptAt - t0 : NaN
    }
    assert.strictEqual(wait(90 * second, 0), 90 * second)
    assert.strictEqual(wait(1, 0.99), 1_980)
    assert.strictEqual(wait(48 * hour, 0), hour)
  })

  it("gives up 24 h after the first attempt, with a last attempt then", () => {
    const progress = { ...notTried, backoff: 20, firstAttemptAt: t0 }
    const late = after(progress, "unknown", {}, t0 + 24 * hour - minute, 0.99)
    assert.strictEqual(late.state === "pending" && late.nextAttemptAt, t0 + 24 * hour)
    const asked = after(progress, "transient", { retryAfterMillis: 10 * minute }, t0 + 24 * hour - minute, 0.99)
    assert.strictEqual(asked.state === "pending" && asked.nextAttemptAt, t0 + 24 * hour + 9 * minute)
    const over = after(progress, "unknown", {}, t0 + 24 * hour)
    assert.match(over.state === "failed" ? over.reason : "", /^Given up 24 h after the first attempt/)
    assert.strictEqual(after({ ...progress, nextFormat: "text" }, "upset", {}, t0 + 25 * hour).state, "failed")
    assert.strictEqual(after(progress, "delivered", {}, t0 + 25 * hour).state, "delivered")
  })

  it("gives up only after 20 waits, so that a clock that jumps ahead ends no message after a few seconds", () => {
    const jumped = (backoff: number) => after({ ...notTried, backoff, firstAttemptAt: t0 }, "transient", {}, t0 + 25 * hour, 0.5)
    const next = jumped(1)
    assert.strictEqual(next.state === "pending" && next.nextAttemptAt, t0 + 25 * hour + 2 * second)
    assert.deepStrictEqual([19, 20].map((backoff) => jumped(backoff).state), ["pending", "failed"])
  })

  it("restarts the 24 h if the clock was set back before the first attempt", () => {
    const next = after({ ...notTried, firstAttemptAt: t0 + 48 * hour }, "transient", {}, t0)
    assert.strictEqual(next.progress.firstAttemptAt, t0)
  })
})
