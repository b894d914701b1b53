import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Either, Fiber, Layer, Option, type Scope } from "effect"
import { ShopClock } from "../../src/Clock.ts"
import { Database } from "../../src/Database.ts"
import { calendarOf, momentOf } from "../../src/Domain/Calendar.ts"
import type { DayDecision, Trigger } from "../../src/Domain/Settlement.ts"
import { Events, layer as ownEvents } from "../../src/Events.ts"
import { layer as anotherLedger, Ledger } from "../../src/Ledger.ts"
import { AuditTrail } from "../../src/Ledger/AuditTrail.ts"
import { LedgerStore } from "../../src/Ledger/Store.ts"
import { Outbox } from "../../src/Outbox.ts"
import { layer as ownBell } from "../../src/Outbox/Bell.ts"
import { commanding } from "../lib/Commands.ts"
import { describeDatabases, type EachDatabase } from "../lib/Databases.ts"
import { cents, date, figureOf, storedAudit, storeDay, storedDays, storedMessages, storeMessage, turnover } from "../lib/Stored.ts"
import { members, testService } from "../lib/TestService.ts"

const today = "2026-03-14"
const yesterday = date("2026-03-13")

type Needs =
  | Layer.Layer.Context<typeof anotherLedger>
  | Ledger
  | AuditTrail
  | LedgerStore
  | Outbox
  | SqlClient.SqlClient
  | Database
  | ShopClock

/** The service at noon on a Saturday. Its cutoff at 22:00 comes after everything that the tests do. */
const scenarios =
  (database: EachDatabase) =>
  (name: string, body: Effect.Effect<void, unknown, Needs | Scope.Scope>, before?: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) =>
    it.scoped(name, () =>
      Effect.gen(function*() {
        const { layer } = testService({
          at: `${today}T12:00:10+08:00`,
          config: { file: members({ cutoff_time: "22:00" }) },
          database: yield* database.url,
          ...(before === undefined ? {} : { before })
        })
        yield* Effect.provide(body, layer)
      }))

const momentAt = (time: string) =>
  Effect.map(ShopClock, ({ zone }) =>
    momentOf(DateTime.unsafeMakeZoned(`${today}T${time}+08:00`, { timeZone: zone }), calendarOf(zone, { hour: 22, minute: 0 })))

const settle = (trigger: Trigger, { id = null, time = "22:00:01" }: { readonly id?: string | null; readonly time?: string } = {}) =>
  Effect.flatMap(Effect.all([Ledger, momentAt(time)]), ([ledger, moment]) => commanding(ledger).settle(trigger, moment, id))

const imported = (days: ReadonlyArray<readonly [string, number]>, sha256?: string) => ({
  rows: days.map(([day, amount]) => ({ date: date(day), cents: cents(amount) })),
  actor: "admin",
  ...(sha256 === undefined ? {} : { sha256 })
})

const correction = (day: string, amount: number, key?: string) => ({
  date: date(day),
  cents: cents(amount),
  reason: "零钱 \"till\" ’; --",
  actor: "mei",
  ...(key === undefined ? {} : { key })
})

const chainHolds = Effect.gen(function*() {
  const { firstBrokenId, mismatch } = yield* (yield* AuditTrail).examine
  assert.deepStrictEqual([firstBrokenId, mismatch], [null, null])
})

const openDay = turnover(today, { isFinal: false, source: "import" })
const finalDay = turnover(today)
const waiting = DateTime.unsafeMake(`${today}T14:30:00+08:00`).epochMillis

const found = {
  none: Effect.void,
  open: storeDay(openDay),
  arrived: Effect.zipRight(storeDay(finalDay), storeMessage(finalDay, "delivered")),
  waiting: Effect.zipRight(storeDay(finalDay), storeMessage(finalDay, "pending", waiting)),
  failed: Effect.zipRight(storeDay(finalDay), storeMessage(finalDay, "failed")),
  unsaid: storeDay(finalDay)
}

const transitions: ReadonlyArray<readonly [Trigger, keyof typeof found, DayDecision["_tag"], string | null, number]> = [
  ["cutoff", "none", "Generate", "generate", 1],
  ["cutoff", "open", "Finalize", "finalize", 1],
  ["cutoff", "arrived", "PushAgain", null, 2],
  ["cutoff", "failed", "PushAgain", null, 2],
  ["cutoff", "unsaid", "PushAgain", null, 1],
  ["cutoff", "waiting", "PushAgain", null, 2],
  ["hourly", "none", "Generate", "generate", 1],
  ["hourly", "open", "Finalize", "finalize", 1],
  ["hourly", "arrived", "Settled", null, 1],
  ["hourly", "failed", "PushAgain", null, 2],
  ["hourly", "unsaid", "PushAgain", null, 1],
  ["hourly", "waiting", "Hasten", null, 1]
]

describeDatabases("The ledger", (database) => {
  const scenario = scenarios(database)

  for (const [trigger, what, decision, audited, messages] of transitions) {
    scenario(
      `settles at ${trigger} what is ${what}: ${decision}`,
      Effect.gen(function*() {
        assert.strictEqual((yield* settle(trigger))._tag, decision)
        assert.deepStrictEqual(yield* storedAudit, audited === null ? [] : [`${audited} ${today}`])
        assert.strictEqual(yield* storedMessages, messages)
        const [day] = yield* storedDays
        assert.isTrue(day?.isFinal)
        assert.deepStrictEqual((yield* (yield* Ledger).book).days.map(figureOf), yield* storedDays)
      }),
      found[what]
    )
  }

  scenario("settles a day once, however many requests come at once", Effect.gen(function*() {
    const decisions = yield* Effect.forEach(["cutoff", "hourly", "start", "hourly"] as const, (trigger) => settle(trigger), {
      concurrency: "unbounded"
    })
    assert.strictEqual(decisions.filter(({ _tag }) => _tag === "Generate").length, 1)
    assert.deepStrictEqual(yield* storedAudit, [`generate ${today}`])
    yield* chainHolds
  }))

  // Rule 5.13.
  scenario("sends a day's message once for a run that several processes have, and again for the next one", Effect.gen(function*() {
    const results = (ids: ReadonlyArray<string>) =>
      Effect.forEach(ids, (id) => Effect.map(settle("cutoff", { id }), ({ _tag }) => _tag), { concurrency: "unbounded" })
    assert.deepStrictEqual(yield* results(["cutoff 22:00", "cutoff 22:00", "cutoff 22:00"]), ["Generate", "Settled", "Settled"])
    assert.deepStrictEqual(yield* results(["reload 1", "reload 1", "reload 2"]), ["PushAgain", "Settled", "PushAgain"])
    assert.strictEqual(yield* storedMessages, 3)
  }))

  scenario("forgets runs after a week, and those of a clock that was ahead", Effect.gen(function*() {
    const store = yield* LedgerStore
    const known = Effect.forEach(["old", "new", "ahead"], (id) => store.hasRun(id))
    const day = 86_400_000
    yield* store.rememberRun("ahead", waiting + day)
    yield* store.rememberRun("old", waiting - 9 * day)
    assert.deepStrictEqual(yield* known, [true, false, false])
    yield* store.rememberRun("new", waiting)
    assert.deepStrictEqual(yield* known, [false, true, false])
  }))

  scenario("stores half a surrogate pair as U+FFFD in the audit, and beside the day what can be stored", Effect.gen(function*() {
    yield* commanding(yield* Ledger).correct({ ...correction(yesterday, 5), reason: "\ud83d till", actor: "mei \udc00" })
    const [newest] = yield* (yield* AuditTrail).ofDay(yesterday)
    assert.deepInclude(newest, { reason: "\ufffd till", actor: "mei \ufffd" })
    yield* chainHolds
  }))

  scenario("makes a corrected day final, audits and announces it, with its texts as they were typed", Effect.gen(function*() {
    const ledger = yield* Ledger
    yield* commanding(ledger).correct(correction(yesterday, 5))
    yield* commanding(ledger).correct(correction(yesterday, 999_999_999_999))
    assert.deepStrictEqual(yield* storedDays, [turnover(yesterday, { cents: cents(999_999_999_999) })])
    assert.deepStrictEqual((yield* ledger.book).byDate.get(yesterday)?.changed, { at: 1773460810000, by: "mei" })
    const [newest] = yield* (yield* AuditTrail).ofDay(yesterday)
    assert.deepInclude(newest, { before: cents(5), after: cents(999_999_999_999), reason: "零钱 \"till\" ’; --", actor: "mei" })
    const kinds = (yield* (yield* Outbox).ofDay(yesterday)).map(({ announcement }) => announcement?.kind)
    assert.deepStrictEqual(kinds, ["corrected", "entered"])
    yield* chainHolds
  }))

  scenario("withdraws a day, closes and opens it, and notes something", Effect.gen(function*() {
    const ledger = yield* Ledger
    yield* commanding(ledger).correct(correction(yesterday, 5))
    yield* commanding(ledger).withdraw({ date: yesterday, reason: "wrong day", actor: "mei" })
    assert.deepStrictEqual(yield* storedDays, [])
    yield* commanding(ledger).mark({ date: yesterday, closed: true, note: "台风", actor: "mei" })
    assert.deepInclude(yield* (yield* LedgerStore).mark(yesterday), { closed: true, note: "台风" })
    yield* commanding(ledger).correct(correction(yesterday, 6))
    assert.deepInclude(yield* (yield* LedgerStore).mark(yesterday), { closed: false })
    assert.deepStrictEqual((yield* storedAudit).map((record) => record.split(" ")[0]), ["correct", "withdraw", "close", "open", "correct"])
    assert.strictEqual((yield* Effect.either(commanding(ledger).withdraw({ date: date("2020-01-01"), reason: "", actor: "mei" })))._tag,
      "Left")
    yield* chainHolds
  }))

  scenario("gives a repeated request its first result", Effect.gen(function*() {
    const ledger = yield* Ledger
    const first = yield* commanding(ledger).correct(correction(yesterday, 5, "k-1"))
    assert.deepStrictEqual(yield* commanding(ledger).correct(correction(yesterday, 5, "k-1")), first)
    const reused = yield* Effect.either(commanding(ledger).correct(correction(yesterday, 6, "k-1")))
    assert.strictEqual(Option.getOrThrow(Either.getLeft(reused))._tag, "KeyReused")
    assert.deepStrictEqual(yield* storedAudit, [`correct ${yesterday}`])
  }))

  scenario("imports thousands of days at once, and announces what has changed only", Effect.gen(function*() {
    const ledger = yield* Ledger
    const start = DateTime.unsafeMake("2016-01-01")
    const days = Array.from({ length: 3_000 }, (_, index): [string, number] => [
      DateTime.formatIsoDateUtc(DateTime.add(start, { days: index })),
      index
    ])
    const summary = yield* commanding(ledger).importDays(imported(days, "a".repeat(64)))
    assert.deepInclude(summary, { imported: 3_000 })
    assert.isTrue(yield* ledger.wasImported("a".repeat(64)))
    assert.isFalse(yield* ledger.wasImported("b".repeat(64)))
    assert.deepInclude(yield* commanding(ledger).importDays({ ...imported(days), equal: "skip" }), { imported: 3_000, unchanged: 3_000 })
    assert.deepStrictEqual([(yield* storedDays).length, yield* storedMessages], [3_000, 3_000])
    assert.deepStrictEqual((yield* ledger.book).days.map(figureOf), yield* storedDays)
    yield* chainHolds
  }))

  // Rule 6.15.
  scenario("imports a file once that several processes start on, and leaves what was corrected since", Effect.gen(function*() {
    const ledger = yield* Ledger
    const file = imported([[yesterday, 5]], "a".repeat(64))
    assert.deepInclude(yield* commanding(ledger).importDays(file), { imported: 1, new: 1 })
    yield* commanding(ledger).correct(correction(yesterday, 6))
    assert.deepInclude(yield* commanding(ledger).importDays(file), { imported: 0, changed: 0 })
    assert.deepStrictEqual((yield* storedDays).map(({ cents }) => cents), [cents(6)])
    assert.strictEqual(yield* storedMessages, 2)
  }))

  // Rule 7.17.
  scenario("reminds of a day once, however many requests come at once, and not of a day that has a record", Effect.gen(function*() {
    const ledger = yield* Ledger
    const noon = yield* momentAt("12:00:10")
    const reminded = yield* Effect.forEach([1, 2, 3], () => commanding(ledger).remind(noon), { concurrency: "unbounded" })
    assert.deepStrictEqual(reminded.toSorted(), [false, false, true])
    assert.strictEqual(yield* storedMessages, 1)
    const [entry] = yield* (yield* Outbox).ofDay(date(today))
    yield* (yield* Outbox).drop(entry?.id ?? 0)
    yield* commanding(ledger).correct(correction(today, 5))
    assert.isFalse(yield* commanding(ledger).remind(noon))
  }))

  scenario("keeps nothing of a transaction that fails", Effect.gen(function*() {
    const store = yield* LedgerStore
    const outbox = yield* Outbox
    const exit = yield* Effect.exit(store.transaction(Effect.zipRight(
      store.saveDays([turnover(yesterday)]),
      Effect.zipRight(outbox.enqueue([{ kind: "closed", date: yesterday, note: "", actor: "mei" } as never], 0), Effect.fail("no"))
    )))
    assert.strictEqual(exit._tag, "Failure")
    assert.deepStrictEqual([yield* storedDays, yield* storedMessages], [[], 0])
  }))

  scenario("keeps the seed of its first start", Effect.gen(function*() {
    const store = yield* LedgerStore
    const seed = yield* store.seed
    assert.match(seed, /^[0-9a-f]{64}$/)
    assert.strictEqual(yield* store.seed, seed)
  }))

  // Rule 1.11.
  scenario("has its own change in the next response and in the event, also after a command has written beside it", Effect.gen(function*() {
    const ledger = yield* Ledger
    const events = yield* (yield* Events).subscribe
    const command = Layer.fresh(Layer.provide(anotherLedger, Layer.merge(ownEvents, ownBell)))
    yield* Effect.provide(
      Effect.flatMap(Ledger, (beside) => commanding(beside).correct(correction("2026-03-12", 5))),
      command
    )
    // Those of the start.
    yield* events.takeAll
    const atEvent = yield* Effect.fork(Effect.zipRight(events.take, ledger.book))
    yield* commanding(ledger).correct(correction(yesterday, 6))
    const stored = yield* storedDays
    assert.deepStrictEqual((yield* ledger.book).days.map(figureOf), stored)
    assert.deepStrictEqual((yield* Fiber.join(atEvent)).days.map(figureOf), stored)
    assert.strictEqual(stored.length, 2)
  }))

  scenario("does not mistake its own commits for another program's", Effect.gen(function*() {
    const { dataVersion } = yield* Database
    const before = yield* dataVersion
    yield* commanding(yield* Ledger).correct(correction(yesterday, 5))
    assert.deepStrictEqual(yield* dataVersion, before)
  }))
})
