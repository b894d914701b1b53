import { Clock, Context, Data, type Duration, Effect, Layer, Option, Request, Schedule } from "effect"
import { forEachSlice } from "./Concurrency/EventLoop.ts"
import * as Actor from "./Concurrency/Actor.ts"
import { ShopClock } from "./Clock.ts"
import { Config } from "./Config.ts"
import type { ShopConfig } from "./Config/ShopConfig.ts"
import { Database } from "./Database.ts"
import type { Cents } from "./Domain/Amount.ts"
import { dateOf, type Moment } from "./Domain/Calendar.ts"
import * as DayBook from "./Domain/DayBook.ts"
import { generateAmount, type GeneratorSettings } from "./Domain/Generator.ts"
import { type ImportRow, type ImportSummary, planImport, summarize } from "./Domain/ImportPlan.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import * as Posting from "./Domain/Posting.ts"
import { decide, type Decision, type Trigger } from "./Domain/Settlement.ts"
import { Events, ServerEvent } from "./Events.ts"
import { LedgerStore } from "./Ledger/Store.ts"
import { Outbox } from "./Outbox.ts"
import { OutboxBell } from "./Outbox/Bell.ts"
import { traced } from "./Tracing.ts"

/** The day to be corrected has not come yet, and has no record that a clock ahead of time has left. */
export class DateInFuture extends Data.TaggedError("DateInFuture")<{
  readonly date: LocalDate
  readonly today: LocalDate
}> {}

export interface Correction {
  readonly date: LocalDate
  readonly cents: Cents
  readonly reason: string
  readonly actor: string
}

export interface Import {
  readonly rows: ReadonlyArray<ImportRow>
  readonly actor: string
  /** SHA-256 of the file, where the same file must not be imported twice. */
  readonly sha256: Option.Option<string>
}

class Settle extends Request.TaggedClass("Settle")<Decision, never, {
  readonly trigger: Trigger
  readonly moment: Moment
}> {}
class Correct extends Request.TaggedClass("Correct")<void, DateInFuture, Correction> {}
class ImportDays extends Request.TaggedClass("ImportDays")<ImportSummary, never, Import> {}
class Reload extends Request.TaggedClass("Reload")<void, never, {}> {}

type Message = Settle | Correct | ImportDays | Reload

/**
 * The single writer of the shop's days. Every change is one transaction of record, audit and outgoing message; then
 * the book is replaced, then the change is announced, so that nothing is told that is not stored.
 */
export class Ledger extends Context.Tag("Ledger")<Ledger, {
  /** Every day as last committed; costs no SQL and never waits for a write. */
  readonly book: Effect.Effect<DayBook.DayBook>
  /** The same for code that is not an effect. */
  readonly snapshot: () => DayBook.DayBook
  /** What amounts are generated, and days estimated, by. */
  readonly generator: (settings: ShopConfig) => GeneratorSettings
  /** Runs the daily job as of `moment`: settles its day if its cutoff is past, and every open day before it. */
  readonly settle: (trigger: Trigger, moment: Moment) => Effect.Effect<Decision>
  readonly correct: (correction: Correction) => Effect.Effect<void, DateInFuture>
  /** Imports all rows or none; each date at most once. */
  readonly importDays: (days: Import) => Effect.Effect<ImportSummary>
  readonly wasImported: (sha256: string) => Effect.Effect<boolean>
}>() {}

/** Poll interval for writes of other processes. */
export class ForeignWritePoll extends Context.Reference<ForeignWritePoll>()("ForeignWritePoll", {
  defaultValue: (): Duration.DurationInput => "1 second"
}) {}

const generatorSettings = (seed: string, config: ShopConfig): GeneratorSettings => ({
  seed,
  weekday: config.weekdayRange,
  weekend: config.weekendRange
})

/** Hashed and written within a few milliseconds, before yielding to the event loop. */
const postingsAtOnce = 200

const make = Effect.gen(function*() {
  const store = yield* LedgerStore
  const outbox = yield* Outbox
  const bell = yield* OutboxBell
  const events = yield* Events
  const config = yield* Config
  const database = yield* Database
  const clock = yield* ShopClock

  const seed = yield* store.seed
  let knownVersion = yield* database.dataVersion
  let book = yield* store.book

  const announceChange = events.publish(ServerEvent.ForceRefresh())

  /** Writes postings and their messages; to be run inside a transaction. */
  const post = Effect.fnUntraced(function*(postings: ReadonlyArray<Posting.Posting>, importNotify: ShopConfig["importNotify"]) {
    if (postings.length === 0) return postings
    const now = yield* Clock.currentTimeMillis
    yield* store.saveDays(postings.map(({ day }) => day))
    let head = yield* store.chainHead
    yield* forEachSlice(postings, postingsAtOnce, (slice) => {
      const records = Posting.auditRecords(head, slice, now)
      head = records.at(-1) ?? head
      return store.appendAudit(records)
    })
    yield* outbox.enqueue(Posting.announcements(postings, importNotify), now)
    return postings
  })

  /** Takes what a transaction has committed into memory, then tells of it. */
  const committed = (postings: ReadonlyArray<Posting.Posting>) =>
    Effect.suspend(() => {
      if (postings.length === 0) return Effect.void
      book = DayBook.withDays(book, postings.map(({ day }) => day))
      return Effect.logDebug("days committed").pipe(
        Effect.annotateLogs({ service: "ledger", days: postings.length, first: postings[0]?.day.date, action: postings[0]?.action }),
        Effect.zipRight(bell.ring),
        Effect.zipRight(announceChange)
      )
    })

  const settle = Effect.fnUntraced(function*({ moment, trigger }: Settle) {
    const settings = yield* config.current
    const { decision, postings } = yield* store.transaction(Effect.gen(function*() {
      const { day, open } = yield* store.unsettled(moment.today)
      const decision = decide({
        trigger,
        pastCutoff: moment.pastCutoff,
        day,
        announced: day === undefined ? "none" : yield* outbox.announcedState(day.date, day.cents),
        fallbackPush: settings.fallbackPush
      })
      const postings = open.map(Posting.finalize)
      switch (decision._tag) {
        case "Generate":
          postings.push(Posting.generate(moment.today, generateAmount(generatorSettings(seed, settings), moment.today)))
          break
        case "Finalize":
          postings.push(Posting.finalize(decision.day))
          break
        case "PushAgain":
          yield* outbox.enqueue([Posting.repeat(decision.day)], yield* Clock.currentTimeMillis)
          break
        case "Hasten":
          yield* outbox.hasten(decision.day.date, decision.day.cents, yield* Clock.currentTimeMillis)
          break
      }
      return { decision, postings: yield* post(postings, settings.importNotify) }
    }))
    yield* Effect.annotateLogs(Effect.logDebug("settlement decided"), { service: "ledger", trigger, date: moment.today, decision: decision._tag })
    yield* committed(postings)
    if (decision._tag === "PushAgain" || decision._tag === "Hasten") yield* bell.ring
    return decision
  }, traced("Ledger.settle"))

  const correct = Effect.fnUntraced(function*(correction: Correct) {
    const today = dateOf(yield* clock.now)
    const settings = yield* config.current
    const postings = yield* store.transaction(Effect.gen(function*() {
      const before = yield* store.day(correction.date)
      if (correction.date > today && before === undefined) return yield* new DateInFuture({ date: correction.date, today })
      return yield* post([Posting.correct(correction, before)], settings.importNotify)
    }))
    yield* committed(postings)
  }, traced("Ledger.correct"))

  const importDays = Effect.fnUntraced(function*({ actor, rows, sha256 }: ImportDays) {
    const settings = yield* config.current
    const { plan, postings } = yield* store.transaction(Effect.gen(function*() {
      const plan = planImport(yield* store.book, rows)
      const changes = plan.filter(({ change }) => change !== "unchanged")
      if (Option.isSome(sha256)) yield* store.rememberImport(sha256.value, yield* Clock.currentTimeMillis)
      return { plan, postings: yield* post(changes.map((row) => Posting.importDay(row, actor)), settings.importNotify) }
    }))
    yield* committed(postings)
    return summarize(plan)
  }, traced("Ledger.import"))

  const actor = yield* Actor.start<Message, never>("ledger", {
    Settle: settle,
    Correct: correct,
    ImportDays: importDays,
    Reload: () =>
      Effect.flatMap(store.book, (stored) => {
        book = stored
        return Effect.zipRight(bell.ring, announceChange)
      })
  })
  const ask = <M extends Message>(message: M): Effect.Effect<Request.Request.Success<M>, Request.Request.Error<M>> =>
    Effect.catchIf(actor.ask(message), Actor.isStopped, Effect.die)

  const pollInterval = yield* ForeignWritePoll
  const followForeignWrites = Effect.gen(function*() {
    const version = yield* database.dataVersion
    if (version === knownVersion) return
    yield* actor.ask(new Reload())
    knownVersion = version
  }).pipe(
    Effect.catchAllCause((cause) => Effect.logError("poll for external writes failed, will retry", cause)),
    Effect.annotateLogs({ service: "ledger" })
  )
  yield* Effect.forkScoped(Effect.schedule(followForeignWrites, Schedule.spaced(pollInterval)))

  return {
    book: Effect.sync(() => book),
    snapshot: () => book,
    generator: (settings) => generatorSettings(seed, settings),
    settle: (trigger, moment) => ask(new Settle({ trigger, moment })),
    correct: (correction) => ask(new Correct(correction)),
    importDays: (days) => ask(new ImportDays(days)),
    wasImported: store.wasImported
  } satisfies typeof Ledger.Service
})

export const layer = Layer.scoped(Ledger, make)
