import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock as SystemClock, DateTime, Duration, Effect, Exit, Layer, Random } from "effect"
import * as Clock from "../../../src/Clock.ts"
import * as ClockWatch from "../../../src/Clock/ClockWatch.ts"
import * as Config from "../../../src/Config.ts"
import { fromVariables, layerOf } from "../../../src/Config/Environment.ts"
import { Database } from "../../../src/Database.ts"
import { calendarOf, momentOf } from "../../../src/Domain/Calendar.ts"
import { type Command, named, theService, theSource, type Who } from "../../../src/Domain/Command.ts"
import { monthOf } from "../../../src/Domain/LocalDate.ts"
import { periodBefore, periodOf } from "../../../src/Domain/Period.ts"
import * as Events from "../../../src/Events.ts"
import * as Ledger from "../../../src/Ledger.ts"
import * as AuditTrail from "../../../src/Ledger/AuditTrail.ts"
import * as LedgerStore from "../../../src/Ledger/Store.ts"
import * as Secrets from "../../../src/Logging/Secrets.ts"
import * as Outbox from "../../../src/Outbox.ts"
import * as OutboxBell from "../../../src/Outbox/Bell.ts"
import * as People from "../../../src/People.ts"
import * as Rights from "../../../src/People/Rights.ts"
import * as PeopleStore from "../../../src/People/Store.ts"
import { temporaryFile } from "../../Database/TestFile.ts"
import { filesInMemory } from "../../lib/FilesInMemory.ts"
import { cents, date } from "../../lib/Stored.ts"
import { members } from "../../lib/TestService.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"

/** What happens next: a command, or the clock is set. */
type Step =
  | { readonly at: string }
  | { readonly command: Command | ((newest: number) => Command); readonly who: Who }

const mei = named("mei")
const till = named("till")

const at = (local: string): Step => ({ at: `2026-03-${local}+08:00` })
const by = (who: Who) => (command: Command | ((newest: number) => Command)): Step => ({ command, who })
const [asMei, asTill, asService, asSource] = [by(mei), by(till), by(theService), by(theSource)]

const day = (of: number) => date(`2026-03-${String(of).padStart(2, "0")}`)

const correct = (of: number, amount: number, more: Partial<Command & { _tag: "Correct" }> = {}) =>
  asMei({ _tag: "Correct", date: day(of), cents: cents(amount), reason: "till", ...more })
const withdraw = (of: number) => asMei({ _tag: "Withdraw", date: day(of), reason: "twice" })
const mark = (of: number, closed?: boolean, note?: string) => asMei({ _tag: "Mark", date: day(of), closed, note })
const undo = asMei((newest) => ({ _tag: "Undo", id: newest, reason: "typo" }))
const feed = (of: number, amount: number, final = false) => asTill({ _tag: "Feed", date: day(of), cents: cents(amount), final })
const importOf = (rows: ReadonlyArray<readonly [number, number]>, more: Partial<Command & { _tag: "Import" }> = {}) =>
  asMei({ _tag: "Import", sha256: null, rows: rows.map(([of, amount]) => ({ date: day(of), cents: cents(amount) })), ...more })
const offer = (of: number, amount: number, asked: (Command & { _tag: "Offer" })["asked"]) =>
  asSource({ _tag: "Offer", date: day(of), cents: cents(amount), items: 3, sha256: String(amount).padStart(64, "0"), asked })

const calendar = calendarOf(DateTime.zoneUnsafeMakeNamed("Asia/Shanghai"), { hour: 23, minute: 0 })
const momentAt = (local: string) => momentOf(DateTime.unsafeMakeZoned(`2026-03-${local}+08:00`, { timeZone: calendar.zone }), calendar)
const settle = (local: string, id: string | null = null) => asService({ _tag: "Settle", trigger: "cutoff", moment: momentAt(local), id })

const lastWeek = periodBefore(periodOf("week", day(12)))

/** Every command, and the meetings of two postings about one day. */
const listed: ReadonlyArray<Step> = [
  at("10T09:00:00"),
  asService({ _tag: "StartDays" }),
  correct(9, 100_000),
  correct(9, 120_000, { key: "one" }),
  correct(9, 120_000, { key: "one" }),
  correct(9, 130_000, { key: "one" }),
  correct(9, 1, { expected: null }),
  correct(11, 5),
  undo,
  undo,
  mark(8, true, "装修 🔧"),
  mark(8, undefined, "装修完"),
  undo,
  mark(8, false),
  undo,
  correct(8, 88_800),
  undo,
  withdraw(9),
  withdraw(9),
  undo,
  importOf([[1, 10_000], [2, 20_000], [3, 0], [8, 700]]),
  importOf([[1, 10_000], [2, 20_001]], { notify: "digest", sha256: "b".repeat(64) }),
  importOf([[1, 10_000], [2, 20_002]], { notify: "digest", sha256: "b".repeat(64) }),
  importOf([[1, 4], [2, 5]], { since: 2 }),
  feed(10, 50_000),
  feed(10, 60_000),
  feed(10, 60_000),
  at("10T12:00:00"),
  // A person's amount, an import and a final push that end a running amount which the audit has not seen.
  correct(10, 61_000),
  undo,
  feed(10, 62_000),
  feed(10, 63_000),
  importOf([[10, 64_000]]),
  undo,
  feed(10, 65_000),
  feed(10, 66_000),
  feed(10, 67_000, true),
  feed(10, 68_000, true),
  undo,
  mark(10, true, "停电"),
  undo,
  feed(10, 70_000),
  feed(10, 71_000),
  asService({ _tag: "Remind", moment: momentAt("10T22:00:00") }),
  at("10T23:00:00"),
  settle("10T23:00:00", "cutoff 10"),
  settle("10T23:00:00", "cutoff 10"),
  undo,
  settle("10T23:30:00"),
  at("11T09:00:00"),
  settle("11T09:00:00"),
  offer(11, 30_000, "so_far"),
  offer(11, 31_000, "so_far"),
  withdraw(11),
  offer(11, 32_000, "so_far"),
  asService({ _tag: "Remind", moment: momentAt("11T22:00:00") }),
  asService({ _tag: "Remind", moment: momentAt("11T22:00:00") }),
  at("11T23:00:00"),
  offer(11, 33_000, "figure"),
  settle("11T23:00:00", "cutoff 11"),
  at("12T10:00:00"),
  offer(11, 33_500, "figure"),
  asMei({ _tag: "SetGoal", month: monthOf(day(12)), goal: cents(9_000_000) }),
  undo,
  asMei({ _tag: "SetGoal", month: monthOf(day(12)), goal: null }),
  asService({ _tag: "Report", due: { period: lastWeek, at: Date.parse("2026-03-12T01:00:00Z") } }),
  asService({ _tag: "Report", due: { period: lastWeek, at: Date.parse("2026-03-12T01:00:00Z") } }),
  mark(12, true, ""),
  correct(12, 1),
  undo,
  undo,
  at("13T23:10:00"),
  settle("13T23:10:00", "cutoff 13")
]

/** Commands in random order, about few days, so that they meet. */
const generated = (seed: string, length: number): Effect.Effect<ReadonlyArray<Step>> =>
  Effect.gen(function*() {
    const steps: Array<Step> = []
    let minutes = 9 * 60
    let today = 10
    for (let left = length; left > 0; left--) {
      minutes += yield* Random.nextIntBetween(0, 90)
      if (minutes >= 24 * 60) [minutes, today] = [minutes - 24 * 60, today + 1]
      const local = `${String(today).padStart(2, "0")}T${String(Math.floor(minutes / 60)).padStart(2, "0")}:${
        String(minutes % 60).padStart(2, "0")
      }:00`
      const of = Math.max(1, today - (yield* Random.nextIntBetween(0, 3)))
      const amount = 100 * (yield* Random.nextIntBetween(0, 9))
      const coin = yield* Random.nextBoolean
      const choices = [
        correct(of, amount),
        correct(of, amount, { key: `key ${amount}` }),
        withdraw(of),
        mark(of, coin, coin ? "休" : undefined),
        mark(of, undefined, `note ${amount}`),
        undo,
        undo,
        feed(today, amount),
        feed(today, amount + 1),
        feed(of, amount, true),
        importOf([[of, amount], [Math.max(1, of - 1), amount + 5]]),
        offer(of, amount, coin ? "so_far" : "figure"),
        settle(local),
        settle(local, `cutoff ${today}`),
        asService({ _tag: "Remind", moment: momentAt(local) }),
        asMei({ _tag: "SetGoal", month: monthOf(day(of)), goal: coin ? cents(amount) : null })
      ]
      const chosen = choices[yield* Random.nextIntBetween(0, choices.length)]
      if (chosen !== undefined) steps.push(at(local), chosen)
    }
    return steps
  }).pipe(Effect.withRandom(Random.make(seed)))

const people = Layer.provideMerge(People.layer, Layer.provideMerge(Rights.layer, PeopleStore.layer))

/** A clock that stands still until it is set. Its timers are real, because a server's are. */
const standingClock = () => {
  let millis = 0
  const clock: SystemClock.Clock = {
    [SystemClock.ClockTypeId]: SystemClock.ClockTypeId,
    unsafeCurrentTimeMillis: () => millis,
    unsafeCurrentTimeNanos: () => BigInt(millis) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => millis),
    currentTimeNanos: Effect.sync(() => BigInt(millis) * 1_000_000n),
    sleep: (duration) =>
      Effect.async((resume) => {
        const timer = setTimeout(() => resume(Effect.void), Duration.toMillis(duration))
        return Effect.sync(() => clearTimeout(timer))
      })
  }
  return { clock, set: (at: string) => Effect.sync(() => void (millis = Date.parse(at))) }
}

/** An installation draws its own seed for generated amounts; here, both need the same. */
const sameSeed = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient,
    (sql) => sql`INSERT INTO installation ${sql.insert({ key: "generator_seed", value: "0".repeat(64) })}`)
)

/** The writer and all that it stores in, on a clock of the test, with nothing that acts on its own. */
const writer = (url: string) =>
  Ledger.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Events.layer, OutboxBell.layer, LedgerStore.layer, AuditTrail.layer, Outbox.layer, people)),
    Layer.provideMerge(sameSeed),
    Layer.provideMerge(Database.layer(url)),
    Layer.provideMerge(Layer.mergeAll(Config.layer, Clock.layer, ClockWatch.layer)),
    Layer.provideMerge(Layer.mergeAll(
      layerOf(fromVariables({ ADMIN_TOKEN: "test-token-0123456789" })),
      filesInMemory((path) => path === "config.json" ? JSON.stringify(members()) : undefined),
      Secrets.layer
    )),
    Layer.orDie
  )

/** Every table of the shop. The others belong to one engine. */
const tables = [
  "installation",
  "turnover",
  "notification",
  "notification_attempt",
  "notification_count",
  "imported_file",
  "audit",
  "token",
  "session",
  "invitation",
  "day_mark",
  "answered_request",
  "due_run",
  "last_change",
  "entry_change",
  "goal"
]

/** The rows of a table, as a value that is equal for equal contents; the engines order columns and rows differently. */
const contents = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`SELECT * FROM ${sql(table)}`, (rows) =>
      rows.map((row) =>
        JSON.stringify(Object.entries(row).sort(([one], [other]) => one < other ? -1 : 1))
      ).sort()))

const answerOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isSuccess(exit) ? { answer: exit.value } : { refused: Cause.squash(exit.cause) }

/** What each step answers, and what is stored after it. */
const outcomes = (url: string, steps: ReadonlyArray<Step>) => {
  const { clock, set } = standingClock()
  return Effect.gen(function*() {
    const { carryOut } = yield* Ledger.Ledger
    const sql = yield* SqlClient.SqlClient
    const before = new Map<string, unknown>()
    const found: Array<unknown> = []
    for (const step of steps) {
      if ("at" in step) {
        yield* set(step.at)
        continue
      }
      const [newest] = yield* sql<{ id: number }>`SELECT max(id) AS id FROM audit`
      const command = typeof step.command === "function" ? step.command(newest?.id ?? 0) : step.command
      const answer = answerOf(yield* Effect.exit(carryOut(command, step.who)))
      const stored = yield* Effect.forEach(tables, (table) => Effect.map(contents(table), (rows) => [table, rows] as const))
      const changed = stored.filter(([table, rows]) => JSON.stringify(before.get(table)) !== JSON.stringify(rows))
      for (const [table, rows] of changed) before.set(table, rows)
      found.push(JSON.parse(JSON.stringify({ command, answer, changed: Object.fromEntries(changed) })))
    }
    return found
  }).pipe(Effect.provide(writer(url)), Effect.withClock(clock))
}

const bothAnswer = (steps: ReadonlyArray<Step>) =>
  Effect.gen(function*() {
    const onFile = yield* outcomes(`sqlite://${yield* temporaryFile}`, steps)
    const onServer = yield* outcomes(urlOf(yield* temporaryDatabase), steps)
    const differing = onFile.flatMap((expected, index) => JSON.stringify(onServer[index]) === JSON.stringify(expected) ? [] : [index])
    const [first = -1] = differing
    assert.deepStrictEqual(onServer[first], onFile[first], `of ${onFile.length} commands, these differ: ${differing.join(", ")}`)
    return onFile
  })

const seeds = (process.env["SEEDS"] ?? "1,2,3").split(",")

// One list, so that a statement with another meaning on one engine is found by what it does, not by what somebody thought of.
describe("A file and a server answer and store the same", () => {
  it.scoped("for every command", () =>
    Effect.gen(function*() {
      const found = yield* bothAnswer(listed)
      // Every command takes effect at least once, and none fails.
      const done = found as ReadonlyArray<{ readonly command: Command; readonly answer: object }>
      assert.deepStrictEqual(
        [...new Set(done.filter(({ answer }) => "answer" in answer).map(({ command }) => command._tag))].sort(),
        ["Correct", "Feed", "Import", "Mark", "Offer", "Remind", "Report", "SetGoal", "Settle", "StartDays", "Undo", "Withdraw"]
      )
      assert.deepStrictEqual(done.flatMap(({ answer }) => "refused" in answer && !hasTag(answer.refused) ? [answer.refused] : []), [])
    }))

  for (const seed of seeds) {
    it.scoped(`for commands in random order, seed ${seed}`, () => Effect.flatMap(generated(seed, 120), bothAnswer))
  }
})

const hasTag = (refused: unknown): boolean => typeof refused === "object" && refused !== null && "_tag" in refused
