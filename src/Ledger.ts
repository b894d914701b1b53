import { Clock, Context, type Duration, Effect, Layer, Option, Request, Schedule } from "effect"
import { ShopClock } from "./Clock.ts"
import * as Actor from "./Concurrency/Actor.ts"
import { forEachSlice } from "./Concurrency/EventLoop.ts"
import { Config } from "./Config.ts"
import type { ShopConfig } from "./Config/ShopConfig.ts"
import { Database } from "./Database.ts"
import { cutoffInstant, dateOf, type Moment } from "./Domain/Calendar.ts"
import * as DayBook from "./Domain/DayBook.ts"
import type { DayChange } from "./Domain/DayChange.ts"
import { generateAmount, type GeneratorSettings } from "./Domain/Generator.ts"
import { type ImportRow, type ImportSummary, planImport, summarize } from "./Domain/ImportPlan.ts"
import * as Posting from "./Domain/Posting.ts"
import { decide, type Decision, type Trigger } from "./Domain/Settlement.ts"
import { Events, ServerEvent } from "./Events.ts"
import { Commits } from "./Ledger/Commits.ts"
import { dayChanges, type Planned, withOpening } from "./Ledger/DayChanges.ts"
import type { Correction, DateInFuture, HasRecord, KeyReused, Marking, NoRecord, Withdrawal } from "./Ledger/DayRequest.ts"
import { LedgerStore } from "./Ledger/Store.ts"
import { Outbox } from "./Outbox.ts"
import { OutboxBell } from "./Outbox/Bell.ts"
import { traced } from "./Tracing.ts"

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
class Correct extends Request.TaggedClass("Correct")<DayChange, DateInFuture | KeyReused, Correction> {}
class Withdraw extends Request.TaggedClass("Withdraw")<DayChange, NoRecord | KeyReused, Withdrawal> {}
class Mark extends Request.TaggedClass("Mark")<DayChange, DateInFuture | HasRecord | KeyReused, Marking> {}
class ImportDays extends Request.TaggedClass("ImportDays")<ImportSummary, never, Import> {}
class Reload extends Request.TaggedClass("Reload")<void, never, {}> {}

type Message = Settle | Correct | Withdraw | Mark | ImportDays | Reload

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
  /** Enters, corrects or confirms the amount of a day, which is then final. */
  readonly correct: (correction: Correction) => Effect.Effect<DayChange, DateInFuture | KeyReused>
  /** Takes a day's record away; the audit keeps it. */
  readonly withdraw: (withdrawal: Withdrawal) => Effect.Effect<DayChange, NoRecord | KeyReused>
  /** Marks a day closed or open, and notes something about it. */
  readonly mark: (marking: Marking) => Effect.Effect<DayChange, DateInFuture | HasRecord | KeyReused>
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
  const commits = yield* Commits
  const bell = yield* OutboxBell
  const events = yield* Events
  const config = yield* Config
  const database = yield* Database
  const clock = yield* ShopClock

  const requests = dayChanges(store)
  const seed = yield* store.seed
  let knownVersion = yield* database.dataVersion
  let book = yield* store.book

  const announceChange = Effect.zipRight(commits.announce, events.publish(ServerEvent.ForceRefresh()))

  /** Writes postings and their messages; to be run inside a transaction. */
  const post = Effect.fnUntraced(function*(postings: ReadonlyArray<Posting.Posting>, importNotify: ShopConfig["importNotify"]) {
    if (postings.length === 0) return []
    const now = yield* Clock.currentTimeMillis
    const changes = Posting.changes(postings, now)
    yield* store.saveDays(changes.flatMap(({ day }) => day ?? []))
    yield* store.removeDays(changes.flatMap(({ date, day }) => day === null ? [date] : []))
    yield* store.saveMarks(changes.flatMap(({ mark }) => mark ?? []))
    let head = yield* store.chainHead
    yield* forEachSlice(postings, postingsAtOnce, (slice) => {
      const records = Posting.auditRecords(head, slice, now)
      head = records.at(-1) ?? head
      return store.appendAudit(records)
    })
    yield* outbox.enqueue(Posting.announcements(postings, importNotify), now)
    return changes
  })

  /** Takes what a transaction has committed into memory, then tells of it. */
  const committed = (changes: ReadonlyArray<DayBook.Change>) =>
    Effect.suspend(() => {
      const [first] = changes
      if (first === undefined) return Effect.void
      book = DayBook.withChanges(book, changes)
      return Effect.logDebug("days committed").pipe(
        Effect.annotateLogs({ service: "ledger", days: changes.length, first: first.date }),
        Effect.zipRight(bell.ring),
        Effect.zipRight(announceChange)
      )
    })

  const settle = Effect.fnUntraced(function*({ moment, trigger }: Settle) {
    const settings = yield* config.current
    const cutoff = cutoffInstant(moment.today, settings.cutoff, moment.now.zone).epochMillis
    const { changes, decision } = yield* store.transaction(Effect.gen(function*() {
      const { day, open } = yield* store.unsettled(moment.today)
      const mark = yield* store.mark(moment.today)
      const decision = decide({
        trigger,
        pastCutoff: moment.pastCutoff,
        day,
        announced: day === undefined ? "none" : yield* outbox.announcedState(day.date, day.cents),
        fallbackPush: settings.fallbackPush,
        closed: mark.closed,
        cleared: mark.clearedAt !== null && mark.clearedAt >= cutoff,
        said: yield* outbox.settlementSaid(moment.today, cutoff)
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
          yield* outbox.enqueue([Posting.settled(decision.day, decision.kind)], yield* Clock.currentTimeMillis)
          break
        case "Closed":
          if (decision.announce) yield* outbox.enqueue([Posting.closedDay(mark)], yield* Clock.currentTimeMillis)
          break
        case "Hasten":
          yield* outbox.hasten(decision.day.date, decision.day.cents, yield* Clock.currentTimeMillis)
          break
      }
      return { decision, changes: yield* post(postings, settings.importNotify) }
    }))
    yield* Effect.annotateLogs(Effect.logDebug("settlement decided"), {
      service: "ledger",
      trigger,
      date: moment.today,
      decision: decision._tag
    })
    yield* committed(changes)
    if (decision._tag === "PushAgain" || decision._tag === "Hasten" || decision._tag === "Closed") yield* bell.ring
    return decision
  }, traced("Ledger.settle"))

  /** Does what a person asks of one day, once for each idempotency key. */
  const change = <E>(request: Correct | Withdraw | Mark, plan: Effect.Effect<Planned, E>) =>
    Effect.gen(function*() {
      const settings = yield* config.current
      const { change, changes } = yield* store.transaction(
        Effect.flatMap(requests.once(request, plan),
          ({ change, postings }) => Effect.map(post(postings, settings.importNotify), (changes) => ({ change, changes })))
      )
      yield* committed(changes)
      return change
    })

  const today = Effect.map(clock.now, dateOf)

  const correct = Effect.fnUntraced(function*(request: Correct) {
    return yield* change(request, requests.correct(request, yield* today))
  }, traced("Ledger.correct"))

  const withdraw = Effect.fnUntraced(function*(request: Withdraw) {
    return yield* change(request, requests.withdraw(request))
  }, traced("Ledger.withdraw"))

  const mark = Effect.fnUntraced(function*(request: Mark) {
    return yield* change(request, requests.mark(request, yield* today))
  }, traced("Ledger.mark"))

  const importDays = Effect.fnUntraced(function*({ actor, rows, sha256 }: ImportDays) {
    const settings = yield* config.current
    const { changes, plan } = yield* store.transaction(Effect.gen(function*() {
      const stored = yield* store.book
      const plan = planImport(stored, rows)
      const changed = plan.filter(({ change }) => change !== "unchanged")
      if (Option.isSome(sha256)) yield* store.rememberImport(sha256.value, yield* Clock.currentTimeMillis)
      const postings = changed.flatMap((row) => withOpening(Posting.importDay(row, actor), DayBook.markOf(stored, row.date)))
      return { plan, changes: yield* post(postings, settings.importNotify) }
    }))
    yield* committed(changes)
    return summarize(plan)
  }, traced("Ledger.import"))

  const actor = yield* Actor.start<Message, never>("ledger", {
    Settle: settle,
    Correct: correct,
    Withdraw: withdraw,
    Mark: mark,
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
    withdraw: (withdrawal) => ask(new Withdraw(withdrawal)),
    mark: (marking) => ask(new Mark(marking)),
    importDays: (days) => ask(new ImportDays(days)),
    wasImported: store.wasImported
  } satisfies typeof Ledger.Service
})

export const layer = Layer.scoped(Ledger, make)
