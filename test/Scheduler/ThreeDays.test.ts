import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer } from "effect"
import { compose, toText } from "../../src/Chat/Message.ts"
import { type Cents, yuan as inYuan } from "../../src/Domain/Amount.ts"
import { formatInstant } from "../../src/Domain/Calendar.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { wallDate } from "../../src/Domain/WallClock.ts"
import { Health } from "../../src/Health.ts"
import { Ledger } from "../../src/Ledger.ts"
import { AuditTrail } from "../../src/Ledger/AuditTrail.ts"
import * as Source from "../../src/Source.ts"
import { Programs } from "../../src/Source/Command.ts"
import { shanghai } from "../Domain/Arbitraries.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { announced, storedDays } from "../lib/Stored.ts"
import { members, testService } from "../lib/TestService.ts"

/** A receipt: its business day, when it was written, and its amount. A refund for a past day is written later. */
interface Receipt {
  readonly day: string
  readonly at: string
  readonly cents: number
  readonly type?: "REFUND"
}

const thursday = "2026-03-12"
const friday = "2026-03-13"
const saturday = "2026-03-14"

const sales = (day: string, ...sums: ReadonlyArray<readonly [time: string, cents: number]>): ReadonlyArray<Receipt> =>
  sums.map(([time, cents]) => ({ day, at: `${day}T${time}:00+08:00`, cents }))

const receipts: ReadonlyArray<Receipt> = [
  ...sales(thursday, ["10:12", 88_00], ["12:05", 1_260_50], ["12:48", 940_00], ["15:31", 36_00], ["18:20", 1_063_50]),
  ...sales(friday, ["11:40", 1_500_00], ["13:15", 820_00], ["19:02", 1_310_25], ["21:58", 45_75]),
  { day: friday, at: `${saturday}T09:40:00+08:00`, cents: 310_25, type: "REFUND" },
  ...sales(saturday, ["11:11", 2_480_00], ["19:45", 1_920_00])
]

const isDown = (now: number) => now >= Date.parse(`${friday}T22:00:00+08:00`) && now < Date.parse(`${friday}T22:20:00+08:00`)

/** A till's program, with the receipts so far. */
const till = (environment: Readonly<Record<string, string>>) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const written = receipts.filter(({ at, day }) => day === environment["TURNOVER_DATE"] && Date.parse(at) <= now)
    const cents = written.reduce((sum, receipt) => sum + (receipt.type === "REFUND" ? -receipt.cents : receipt.cents), 0)
    const isBefore = isDown(now) || written.length === 0
    const line = `${JSON.stringify({ amount: yuan(cents), items: written.length })}\n`
    return { _tag: "Ended" as const, code: isBefore ? 75 : 0, stdout: Buffer.from(line), stderr: "not now\n" }
  })

const source = {
  kind: "command",
  run: ["till"],
  ask_minutes: 60
}

const yuan = (cents: number) => (cents / 100).toFixed(2)

describe("three days of a shop whose till is asked", () => {
  it.scoped("have running amounts, and a cutoff while the till is down", () => {
    const clock = quickClock(Date.parse(`${thursday}T09:00:00+08:00`))
    const { bot, layer } = testService({
      at: "",
      clock,
      watch: "1 hour",
      config: { file: members({ cutoff_time: "22:00", amount_source: source }) },
      source: Layer.provide(Source.layer, Layer.succeed(Programs, { run: (_source, environment) => till(environment) }))
    })
    return Effect.gen(function*() {
      const { book } = yield* Ledger
      const until = (day: string, time: string) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => clock.pass(Date.parse(`${day}T${time}:00+08:00`) - now))
      const stands = (day: string) =>
        Effect.map(book, ({ byDate }) => {
          const found = byDate.get(day as LocalDate)
          return found === undefined ? "none" : `${yuan(found.cents)} ${found.soFar === undefined ? found.source : "so far"}`
        })
      const awaiting = Effect.map(Effect.flatMap(Health, ({ report }) => report),
        (found) => found.awaiting.map(({ date, reason }) => `${date} ${reason}`))
      const seen: Array<string> = []
      const look = (day: string, time: string) =>
        Effect.gen(function*() {
          yield* until(day, time)
          seen.push(`${day} ${time} ${yield* stands(day)}`)
        })

      yield* look(thursday, "09:59")
      yield* look(thursday, "11:01")
      yield* look(thursday, "13:01")
      yield* look(thursday, "21:01")
      yield* look(thursday, "22:01")
      yield* look(friday, "12:01")
      yield* look(friday, "22:10")
      assert.deepStrictEqual(yield* awaiting, ["2026-03-13 asked"])
      yield* look(friday, "22:22")
      assert.deepStrictEqual(yield* awaiting, [])
      yield* until(saturday, "10:31")
      // A refund of the day before changes nothing until a person enters it.
      assert.strictEqual(yield* stands(friday), "3676.00 feed")
      yield* look(saturday, "12:01")
      yield* look(saturday, "22:01")
      assert.deepStrictEqual(seen, [
        "2026-03-12 09:59 none",
        "2026-03-12 11:01 88.00 so far",
        "2026-03-12 13:01 2288.50 so far",
        "2026-03-12 21:01 3388.00 so far",
        "2026-03-12 22:01 3388.00 feed",
        "2026-03-13 12:01 1500.00 so far",
        "2026-03-13 22:10 3630.25 so far",
        "2026-03-13 22:22 3676.00 feed",
        "2026-03-14 12:01 2480.00 so far",
        "2026-03-14 22:01 4400.00 feed"
      ])
      assert.deepStrictEqual(announced(bot), ["daily 2026-03-12", "daily 2026-03-13", "daily 2026-03-14"])
      assert.isTrue((yield* storedDays).every(({ isFinal, source }) => isFinal && source === "feed"))

      const records = [
        ...yield* (yield* AuditTrail).ofDay(thursday as LocalDate),
        ...yield* (yield* AuditTrail).ofDay(friday as LocalDate),
        ...yield* (yield* AuditTrail).ofDay(saturday as LocalDate)
      ].toSorted((one, other) => one.id - other.id)
      assert.deepStrictEqual(
        records.map(({ action, after, date, reason }) => `${action} ${date} ${yuan(after ?? 0)} ${reason.replace(/ [0-9a-f]{64}/, "")}`),
        [
          "feed 2026-03-12 88.00 so far: sha256, 1 item",
          "feed 2026-03-12 3388.00 so far: sha256, 5 items",
          "feed 2026-03-12 3388.00 sha256, 5 items",
          "feed 2026-03-13 1500.00 so far: sha256, 1 item",
          "feed 2026-03-13 3630.25 so far: sha256, 3 items",
          "feed 2026-03-13 3676.00 sha256, 4 items",
          "feed 2026-03-14 2480.00 so far: sha256, 1 item",
          "feed 2026-03-14 4400.00 so far: sha256, 2 items",
          "feed 2026-03-14 4400.00 sha256, 2 items"
        ]
      )
      // With PRINT_DAYS=1, prints the group's messages and the audit.
      if (process.env["PRINT_DAYS"] === undefined) return
      const instantOf = (millis: number) => DateTime.unsafeMakeZoned(millis, { timeZone: shanghai })
      const context = { shopName: "示例门店", keyword: "", publicUrl: null, language: "zh-CN" as const, currency: inYuan }
      for (const { announcement, at, since } of bot.sent) {
        process.stdout.write(
          `\n--- ${formatInstant(instantOf(at))}\n${toText(compose(announcement, { ...context, now: instantOf(at) }, since))}\n`
        )
      }
      process.stdout.write("\n--- audit\n")
      for (const { action, actor, after, before, createdAt, date, id, reason } of records) {
        const sums = [before, after].map((cents: Cents | null) => cents === null ? "-" : yuan(cents)).join(" -> ")
        process.stdout.write(`${id} ${formatInstant(instantOf(createdAt))} ${date} ${action} ${sums} ${actor}: ${reason}\n`)
      }
      assert.strictEqual(wallDate(instantOf(yield* Clock.currentTimeMillis)), saturday)
    }).pipe(Effect.provide(layer))
  })
})
