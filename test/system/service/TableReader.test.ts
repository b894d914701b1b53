import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, TestClock } from "effect"
import { pathToFileURL } from "node:url"
import { built } from "../../../scripts/lib/test-bundle.mjs"
import type { LocalDate } from "../../../src/Domain/LocalDate.ts"
import { layer, readText } from "../../../src/Import/TableReader.ts"
import type { ReadOptions } from "../../../src/Tables/Outcome.ts"

const options: ReadOptions = {
  today: "2026-11-26" as LocalDate,
  currency: "CNY",
  zone: "Asia/Shanghai",
  locale: "zh-CN",
  dayStartsAt: 0,
  answers: {},
  known: new Map()
}

const onThread = layer(pathToFileURL(built("tables.mjs")))
const encoded = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => Effect.provide(readText(encoded(text), options, undefined), onThread)

/** Milliseconds that the processor has worked for this process, on whichever thread. */
const worked = () => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/**
 * The largest share of `work` between two turns of the event loop: all of it where the loop waits for the whole. Work is measured
 * instead of time, because on a busy machine the loop waits for the processor as well.
 */
const largestShare = <A>(work: Effect.Effect<A>) =>
  Effect.gen(function*() {
    const begun = worked()
    let [largest, last] = [0, begun]
    const look = () => {
      const now = worked()
      largest = Math.max(largest, now - last)
      last = now
    }
    const looking = setInterval(look, 1)
    const result = yield* work
    clearInterval(looking)
    look()
    return { result, share: largest / (last - begun) }
  })

const rows = (count: number, row: (at: number) => string) => Array.from({ length: count }, (_, at) => row(at)).join("")
const day = (at: number) => `20${String(10 + at % 16)}-${String(1 + at % 12).padStart(2, "0")}-${String(1 + at % 28).padStart(2, "0")}`

/** Tables of up to 5 MiB that take long to read, of as many different kinds as the reader has. */
const tables = {
  "receipts": `时间,单号,状态,实收\n${rows(90_000, (at) => `${day(at)} 1${at % 10}:00:00,R${at},已完成,${at % 900}.5\n`)}`,
  "wide rows": `日期,${rows(60, (at) => `列${at},`)}营业额\n${rows(12_000, (at) => `${day(at)},${"12.5,".repeat(60)}${at}\n`)}`,
  "short lines": rows(2_000_000, () => "x\n"),
  "commas": ",".repeat(4 * 1024 * 1024),
  "quotes": "\"\",\n".repeat(1024 * 1024),
  "faults": `date,amount\n${rows(90_000, (at) => `x${at},y\n`)}`
}

/** The built reader, which reads a file that begins with `hangs` without an end. */
const hanging = new URL(
  `data:text/javascript,${
    encodeURIComponent(`import { readLongText as read } from ${JSON.stringify(pathToFileURL(built("tables.mjs")))}
export const readLongText = (bytes, ...others) => { for (;;) if (bytes[0] !== 104) return read(bytes, ...others) }`)
  }`
)

describe("a long table of text", () => {
  it.live("is read on a thread as at once", () =>
    Effect.gen(function*() {
      const text = `日期,单数,营业额\n${rows(2000, (at) => `${day(at)},${at},${at % 28}\n`)}`
      const unlike = yield* readText(encoded(text), options, undefined)
      assert.deepStrictEqual(yield* read(text), unlike)
    }))

  for (const [name, text] of Object.entries(tables)) {
    it.live(`holds up nobody, and takes no more memory than it may: ${name}`, () =>
      Effect.gen(function*() {
        const before = process.memoryUsage().rss
        const { result, share } = yield* largestShare(read(text))
        assert.include(["read", "ask", "refused"], result.outcome)
        assert.isBelow(share, 0.5)
        assert.isBelow((process.memoryUsage().rss - before) / 1024 / 1024, 500)
      }))
  }

  it.effect("delays nobody else's while its reading does not end, which is refused after 10 s", () =>
    Effect.gen(function*() {
      const table = rows(2000, (at) => `${day(at)},${at},${at % 28}\n`)
      const slow = yield* Effect.fork(readText(encoded(`hangs\n${table}`), options, undefined))
      yield* Effect.yieldNow()
      const { outcome } = yield* readText(encoded(`日期,单数,营业额\n${table}`), options, undefined)
      assert.strictEqual(outcome, "ask")
      yield* TestClock.adjust("9 seconds")
      assert.isTrue(Option.isNone(yield* Fiber.poll(slow)))
      yield* TestClock.adjust("1 second")
      const { faults } = yield* Fiber.join(slow)
      assert.deepStrictEqual(faults.map(({ code }) => code), ["too_slow"])
    }).pipe(Effect.provide(layer(hanging))))
})
