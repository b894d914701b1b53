import { assert, describe, it } from "@effect/vitest"
import { Cause, DateTime, Effect, FastCheck, Logger, Redacted, TestClock } from "effect"
import { jsonLogger, type LineOptions, longestLine, prettyLogger } from "../../src/Logging/LogLine.ts"

const zone = DateTime.zoneUnsafeMakeNamed("Asia/Shanghai")
const plainOptions: LineOptions = { zone, scrub: (text) => text }
const secretOptions: LineOptions = { zone, scrub: (text) => text.replaceAll("s3cret", "<redacted>").replaceAll("4711", "<redacted>") }

type Format = typeof jsonLogger

/** The one line that `effect` logs at 2025-12-09T13:14:40.123 in Shanghai. */
const logged = (
  effect: Effect.Effect<unknown>,
  options: LineOptions = plainOptions,
  format: Format = jsonLogger
): Effect.Effect<string> => {
  const lines: Array<string> = []
  const recording = Logger.map(format(options), (line) => lines.push(line))
  return TestClock.setTime("2025-12-09T05:14:40.123Z").pipe(
    Effect.zipRight(effect),
    Effect.provide(Logger.replace(Logger.defaultLogger, recording)),
    Effect.map(() => lines.join("\n"))
  )
}

const parsed = (effect: Effect.Effect<unknown>, options?: LineOptions) =>
  Effect.map(logged(effect, options), (line): Record<string, unknown> => JSON.parse(line))

const head = { time: "2025-12-09T13:14:40.123+08:00", level: "INFO" }

describe("a log line", () => {
  it.effect("has time, level, message, annotations by name, and spans in that order", () =>
    Effect.gen(function*() {
      const line = yield* Effect.log("settled").pipe(
        Effect.delay("5 millis"),
        Effect.withLogSpan("settle"),
        Effect.annotateLogs({ service: "Ledger", days: 2 }),
        (effect) => Effect.zipRight(Effect.fork(effect), TestClock.adjust("5 millis")),
        logged
      )
      assert.strictEqual(
        line,
        `{"time":"2025-12-09T13:14:40.128+08:00","level":"INFO","message":"settled","days":2,"service":"Ledger","spans":{"settle":5}}`
      )
    }))

  it.effect("has the shop's time in the summers that were an hour ahead", () =>
    Effect.gen(function*() {
      const line = yield* logged(Effect.zipRight(TestClock.setTime("1988-07-01T00:00:00Z"), Effect.log("x")))
      assert.include(line, "\"time\":\"1988-07-01T09:00:00.000+09:00\"")
    }))

  it.effect("joins several messages and shows values as JSON", () =>
    Effect.gen(function*() {
      const line = yield* parsed(Effect.log("pushed", { code: 0, list: [1, null, true] }, 5n, undefined, new TypeError("no")))
      assert.deepStrictEqual(line, { ...head, message: "pushed {\"code\":0,\"list\":[1,null,true]} 5 undefined TypeError: no" })
    }))

  it.effect("has the cause", () =>
    Effect.gen(function*() {
      const line = yield* parsed(Effect.logError("failed", Cause.die(new Error("disk gone"))))
      assert.strictEqual(line.level, "ERROR")
      assert.strictEqual(line.message, "failed")
      assert.match(String(line.cause), /^Error: disk gone\n/)
    }))

  it.effect("keeps its own members from annotations of the same name", () =>
    Effect.gen(function*() {
      const line = yield* parsed(Effect.annotateLogs(Effect.log("true"), { message: "false", time: "never", __proto__x: 1 }))
      assert.deepStrictEqual(line, { ...head, message: "true", message_: "false", time_: "never", __proto__x: 1 })
    }))

  it.effect("does not show redacted values, however deep", () =>
    Effect.gen(function*() {
      const token = Redacted.make("token-1")
      const line = yield* logged(Effect.annotateLogs(Effect.log(token, { a: [token] }, new Map([["k", token]])), { token }))
      assert.notInclude(line, "token-1")
      assert.include(line, "\"token\":\"<redacted>\"")
    }))

  it.effect("scrubs texts, names, numbers and causes, and stays JSON", () =>
    Effect.gen(function*() {
      const line = yield* parsed(
        Effect.annotateLogs(Effect.logError("a s3cret", Cause.fail("b s3cret")), { s3cret: { s3cret: ["s3cret", 47110] }, amount: 12 }),
        secretOptions
      )
      assert.notMatch(JSON.stringify(line), /s3cret|4711/)
      assert.deepStrictEqual(line["<redacted>"], { "<redacted>": ["<redacted>", "<redacted>0"] })
      assert.strictEqual(line.amount, 12)
    }))

  it.effect("leaves no part of a secret where a text is cut", () =>
    Effect.gen(function*() {
      for (let length = 3985; length <= 4000; length++) {
        const line = yield* logged(Effect.log(`${"x".repeat(length)}s3cret`), secretOptions)
        assert.notInclude(line, "s3c")
      }
    }))

  it.effect("survives what cannot be printed", () =>
    Effect.gen(function*() {
      const cycle: Record<string, unknown> = {}
      cycle["self"] = cycle
      assert.include((yield* parsed(Effect.log(cycle))).message, "…")
      const hostile = {
        toJSON: () => {
          throw new Error("no")
        }
      }
      assert.deepStrictEqual(yield* parsed(Effect.log(hostile)), { ...head, message: "{}" })
    }))

  it.effect("has no character that begins a line or controls a terminal", () =>
    Effect.gen(function*() {
      const evil = "a\r\nb\u001b[31mc\u0085\u009b\u007f\u2028\u2029\u202e\u0000d"
      const line = yield* logged(Effect.annotateLogs(Effect.log(evil), { [evil]: evil }))
      assert.notMatch(line, /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/)
      assert.strictEqual(JSON.parse(line).message, evil)
    }))

  it.effect("is one line of JSON of at most 8 KiB, whatever was logged", () =>
    Effect.gen(function*() {
      const deep = yield* parsed(
        Effect.annotateLogs(Effect.log("x".repeat(1_000_000)), { a: "\u0000".repeat(50_000), b: "店".repeat(50_000) })
      )
      assert.isAtLeast(String(deep.message).length, 40)
      const values = FastCheck.sample(
        FastCheck.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
        100
      )
      for (const value of [...values, Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => "\u0001".repeat(100)))]) {
        const line = yield* logged(Effect.annotateLogs(Effect.log(value, value), { value }))
        assert.isAtMost(Buffer.byteLength(line), longestLine)
        assert.isObject(JSON.parse(line))
        assert.notInclude(line, "\n")
      }
    }))
})

describe("at a terminal, a log line", () => {
  it.effect("is short and coloured, with its cause indented below", () =>
    Effect.gen(function*() {
      const line = yield* logged(
        Effect.annotateLogs(Effect.logWarning("slow", Cause.fail("one\ntwo")), { service: "Notifier" }),
        plainOptions,
        prettyLogger
      )
      assert.match(line, /^13:14:40\.123 \u001b\[33mWARN \u001b\[0m slow \u001b\[90mservice=Notifier\u001b\[0m\n {4}Error: one\n {4}two/)
    }))

  it.effect("is scrubbed, and logged text cannot control the terminal", () =>
    Effect.gen(function*() {
      const line = yield* logged(Effect.annotateLogs(Effect.log("s3cret\u001b[2J\nINFO forged"), { s3cret: "\u009b2J" }), secretOptions,
        prettyLogger)
      assert.notMatch(line, /s3cret|\u001b\[2J|\u009b|\n/)
    }))
})
