import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import type { Announcement } from "../../src/Domain/Announcement.ts"
import { named } from "../../src/Domain/Command.ts"
import { testing } from "../../src/Domain/Messages.ts"
import { Ledger } from "../../src/Ledger.ts"
import { Notifier } from "../../src/Notifier.ts"
import { type Fault, networkOf } from "../lib/doubles/Network.ts"
import { productsTonight, type ProductTonight } from "../lib/doubles/ProductsTonight.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { date, storeDay, turnover } from "../lib/Stored.ts"
import { members, testService } from "../lib/TestService.ts"

const friday = date("2026-11-20")

const endings = ["delivered", "format", "permanent", "transient", "unknown"] as const
type Ending = (typeof endings)[number]

const minutes = (millis: number): string => millis < 60_000 ? "again" : `${Math.floor(millis / 60_000)} min later`

const enter = (cents: number, reason: string) =>
  Effect.flatMap(Ledger, (ledger) => ledger.carryOut({ _tag: "Correct", date: friday, cents: cents as Cents, reason }, named("小王")))

/** Reminder, entry, correction, report, settlement and a test message. The product fails once, when the entry is announced. */
const evening = (product: ProductTonight, ending: Ending) => {
  let next: Fault | null = null
  const { arrived, chat } = networkOf([product], () => {
    const fault = next
    next = null
    return fault
  })
  const settings = { remind_minutes: 60, reports: { weekly: "FRI 22:40" }, public_url: "https://shop.example", ...product.settings }
  const clock = quickClock(DateTime.unsafeMake(`${friday}T21:59:00+08:00`).epochMillis)
  const service = testService({
    at: "",
    clock,
    config: { file: members({ amount_source: { kind: "none" }, ...settings }) },
    chat,
    watch: "1 hour",
    before: storeDay(turnover("2026-11-11"))
  })
  return Effect.gen(function*() {
    const ledger = yield* Ledger
    const notifier = yield* Notifier
    yield* clock.pass("5 minutes")
    next = ending === "delivered" ? null : ending
    yield* enter(330_000, "")
    yield* clock.pass("15 minutes")
    yield* enter(338_800, "补记外卖")
    yield* clock.pass("45 minutes")
    const stored = (yield* ledger.book).byDate.get(friday)
    const test = yield* notifier.testPush(testing({ date: friday, cents: undefined, reason: "测试推送", actor: "admin" }, stored))
    const messages = (yield* notifier.list({ limit: 10 })).toReversed()
    return { arrived, messages, test }
  }).pipe(Effect.provide(service.layer))
}

type Evening = Effect.Effect.Success<ReturnType<typeof evening>>

/** What happened to the message about the entry, according to the list of messages. */
const told = ({ messages }: Evening): string => {
  const attempts = messages[1]?.attempts ?? []
  return attempts.map(({ at, format, verdict }, index) => {
    const before = attempts[index - 1]
    return `${before?.format === format ? `${minutes(at - before.at)} ` : ""}${format} ${verdict}`
  }).join(", ")
}

const kinds: ReadonlyArray<Announcement["kind"]> = ["reminder", "entered", "corrected", "report", "daily"]

/** The attempts for the message about the entry: delivered at once, and after a refused format, a permanent, a transient and an unknown reply. */
const attempts: Readonly<Record<string, ReadonlyArray<string>>> = {
  "Feishu": [
    "card delivered",
    "card format, post delivered",
    "card permanent",
    "card transient, again card delivered",
    "card unknown, again card delivered"
  ],
  "Lark": [
    "card delivered",
    "card format, post delivered",
    "card permanent",
    "card transient, again card delivered",
    "card unknown, again card delivered"
  ],
  "DingTalk": [
    "card delivered",
    "card format, post delivered",
    "card permanent",
    "card transient, 10 min later card delivered",
    "card unknown, again card delivered"
  ],
  "WeCom": [
    "card delivered",
    "card format, post delivered",
    "card permanent",
    "card transient, again card delivered",
    "card unknown, again card delivered"
  ],
  "Slack": [
    "card delivered",
    "card format, text delivered",
    "card permanent",
    "card transient, 2 min later card delivered",
    "card unknown, again card delivered"
  ],
  "Discord": [
    "card delivered",
    "card format, post delivered",
    "card permanent",
    "card transient, 2 min later card delivered",
    "card unknown, again card delivered"
  ],
  "Telegram": [
    "card delivered",
    "card format, text delivered",
    "card permanent",
    "card transient, 2 min later card delivered",
    "card unknown, again card delivered"
  ],
  "Teams": [
    "card accepted",
    "card format, text accepted",
    "card permanent",
    "card transient, 2 min later card accepted",
    "card unknown, again card accepted"
  ],
  "Google Chat": [
    "card delivered",
    "card format, text delivered",
    "card permanent",
    "card transient, 2 min later card delivered",
    "card unknown, again card delivered"
  ],
  "Standard Webhooks": [
    "text delivered",
    "text permanent",
    "text permanent",
    "text transient, 2 min later text delivered",
    "text unknown, again text delivered"
  ]
}

// Rules 7.5, 7.6, 7.7, 7.8, 7.11, 7.23 and 7.25.
describe("an evening", () => {
  for (const product of productsTonight) {
    it.scoped(`reaches the group in ${product.title}, whichever way it fails once`, () =>
      Effect.gen(function*() {
        const cells: Array<string> = []
        for (const ending of endings) {
          const tonight = yield* evening(product, ending)
          const { arrived, messages, test } = tonight
          const what = `${product.title}, ${ending}`
          assert.deepStrictEqual(messages.map(({ announcement }) => announcement?.kind), [...kinds], what)
          // At most one message fails, and only if a person has to act. All others arrive in order.
          const failed = messages.filter(({ state }) => state === "failed").map(({ announcement }) => announcement?.kind)
          const isLost = ending === "permanent" || (ending === "format" && product.title === "Standard Webhooks")
          assert.deepStrictEqual(failed, isLost ? ["entered"] : [], what)
          assert.isEmpty(messages.filter(({ state }) => state === "pending"), what)
          assert.strictEqual(arrived.length, 6 - (isLost ? 1 : 0) + (ending === "unknown" ? 1 : 0), what)
          assert.deepStrictEqual(arrived.map(({ at }) => at), arrived.map(({ at }) => at).toSorted((one, other) => one - other), what)
          const end = test.at(-1)?.verdict
          assert.strictEqual(end, product.title === "Teams" ? "accepted" : "delivered", what)
          cells.push(told(tonight))
        }
        assert.deepStrictEqual(cells, attempts[product.title])
      }))
  }
})
