import { Clock, Context, type Duration, Effect, Layer, Option, type Request } from "effect"
import { ShopClock } from "./Clock.ts"
import * as Actor from "./Concurrency/Actor.ts"
import { Config } from "./Config.ts"
import type { ShopConfig } from "./Config/ShopConfig.ts"
import { Database } from "./Database.ts"
import { dateOf, type Moment } from "./Domain/Calendar.ts"
import * as DayBook from "./Domain/DayBook.ts"
import type { DayChange } from "./Domain/DayChange.ts"
import type { GeneratorSettings } from "./Domain/Generator.ts"
import { type ImportSummary, planImport, summarize } from "./Domain/ImportPlan.ts"
import * as Posting from "./Domain/Posting.ts"
import type { Decision, Trigger } from "./Domain/Settlement.ts"
import { Events, ServerEvent } from "./Events.ts"
import { Commits } from "./Ledger/Commits.ts"
import { dayChanges, type Planned, withOpening } from "./Ledger/DayChanges.ts"
import type { Correction, DateInFuture, HasRecord, KeyReused, Marking, NoRecord, NotForEntry, Withdrawal } from "./Ledger/DayRequest.ts"
import { following } from "./Ledger/Following.ts"
import { type Posted, postings } from "./Ledger/Postings.ts"
import { reminder } from "./Ledger/Reminder.ts"
import { Correct, Follow, type Import, ImportDays, type LedgerRequest, Mark, Remind, Settle, Withdraw } from "./Ledger/Requests.ts"
import { settlement } from "./Ledger/Settlement.ts"
import { LedgerStore } from "./Ledger/Store.ts"
import { Outbox } from "./Outbox.ts"
import { OutboxBell } from "./Outbox/Bell.ts"
import { traced } from "./Tracing.ts"

/**
 * The single writer of the shop's days. Every change is one transaction of record, audit and outgoing message. Then the
 * book is replaced, then the change is announced, so that nothing is announced that is not stored.
 */
export class Ledger extends Context.Tag("Ledger")<Ledger, {
  /** Every day as last committed; costs no SQL and never waits for a write. */
  readonly book: Effect.Effect<DayBook.DayBook>
  /** The same for code that is not an effect. */
  readonly snapshot: () => DayBook.DayBook
  /** What the amounts of generated and estimated days depend on. */
  readonly generator: (settings: ShopConfig) => GeneratorSettings
  /**
   * Runs the daily job as of `moment`: settles that day if its cutoff is past, and makes every earlier open day final. Runs
   * with the same `id`, in any process, have their effect once.
   */
  readonly settle: (trigger: Trigger, moment: Moment, id?: string | null) => Effect.Effect<Decision>
  /** Reminds the group of the amount of `moment`'s day, once, if the day awaits it. Returns whether it did. */
  readonly remind: (moment: Moment) => Effect.Effect<boolean>
  /** Enters, corrects or confirms the amount of a day, which is then final. */
  readonly correct: (correction: Correction) => Effect.Effect<DayChange, DateInFuture | NotForEntry | KeyReused>
  /** Removes a day's record; the audit keeps it. */
  readonly withdraw: (withdrawal: Withdrawal) => Effect.Effect<DayChange, NoRecord | NotForEntry | KeyReused>
  /** Marks a day closed or open, and notes something about it. */
  readonly mark: (marking: Marking) => Effect.Effect<DayChange, DateInFuture | HasRecord | KeyReused>
  /**
   * Imports all rows or none; each date at most once. A file with a `sha256` that was imported before, by any process, has no
   * effect, and its summary counts no row.
   */
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
  const post = postings(store, outbox)
  const settleDay = settlement(store, outbox, post)
  const remindOf = reminder(store, outbox)
  const seed = yield* store.seed
  const generatorOf = (settings: ShopConfig) => generatorSettings(seed, settings)
  const signals = yield* database.signals
  const { book, doubt, follow, lacks, take } = yield* following(store, yield* database.dataVersion)

  const announceChange = Effect.zipRight(commits.announce, events.publish(ServerEvent.ForceRefresh()))

  /** Commits a transaction that posts, takes its changes into memory, then announces them. */
  const commit = <A extends { readonly posted: Posted }, E>(work: Effect.Effect<A, E>) =>
    Effect.gen(function*() {
      const answer = yield* Effect.tapDefect(store.transaction(work), () => doubt)
      const { changes } = answer.posted
      const [first] = changes
      if (first === undefined) return answer
      yield* take(answer.posted)
      yield* Effect.annotateLogs(Effect.logDebug("days committed"), { service: "ledger", days: changes.length, first: first.date })
      yield* bell.ring
      yield* announceChange
      return answer
    })

  const settle = Effect.fnUntraced(function*({ id, moment, trigger }: Settle) {
    const settings = yield* config.current
    const { decision } = yield* commit(settleDay({ trigger, moment, id, settings, generator: generatorOf(settings) }))
    yield* Effect.annotateLogs(Effect.logDebug("settlement decided"), {
      service: "ledger",
      trigger,
      date: moment.today,
      decision: decision._tag
    })
    if (decision._tag === "PushAgain" || decision._tag === "Hasten" || decision._tag === "Closed") yield* bell.ring
    return decision
  }, traced("Ledger.settle"))

  const remind = Effect.fnUntraced(function*({ moment }: Remind) {
    const settings = yield* config.current
    const reminded = yield* store.transaction(remindOf(moment, settings))
    if (reminded) yield* bell.ring
    return reminded
  }, traced("Ledger.remind"))

  /** Runs a person's request about one day, once for each idempotency key. */
  const change = <E>(request: Correct | Withdraw | Mark, plan: Effect.Effect<Planned, E>) =>
    Effect.gen(function*() {
      const settings = yield* config.current
      const { change } = yield* commit(
        Effect.flatMap(requests.once(request, plan),
          ({ change, postings }) => Effect.map(post(postings, settings.importNotify), (posted) => ({ change, posted })))
      )
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
    const { plan } = yield* commit(Effect.gen(function*() {
      const isKnown = Option.isSome(sha256) && (yield* store.wasImported(sha256.value))
      if (isKnown) return { plan: [], posted: yield* post([], settings.importNotify) }
      const stored = yield* store.book
      const plan = planImport(stored, rows)
      const changed = plan.filter(({ change }) => change !== "unchanged")
      if (Option.isSome(sha256)) yield* store.rememberImport(sha256.value, yield* Clock.currentTimeMillis)
      const imported = changed.flatMap((row) => withOpening(Posting.importDay(row, actor), DayBook.markOf(stored, row.date)))
      return { plan, posted: yield* post(imported, settings.importNotify) }
    }))
    return summarize(plan)
  }, traced("Ledger.import"))

  const actor = yield* Actor.start<LedgerRequest, never>("ledger", {
    Settle: settle,
    Correct: correct,
    Withdraw: withdraw,
    Mark: mark,
    ImportDays: importDays,
    Remind: remind,
    // Messages may have come from elsewhere as well.
    Follow: ({ version }) =>
      Effect.flatMap(follow(version), (changed) => Effect.zipRight(bell.ring, changed ? announceChange : Effect.void))
  })
  const ask = <M extends LedgerRequest>(message: M): Effect.Effect<Request.Request.Success<M>, Request.Request.Error<M>> =>
    Effect.catchIf(actor.ask(message), Actor.isStopped, Effect.die)

  let isFollowing = true
  const followOthers = Effect.gen(function*() {
    const version = yield* database.dataVersion
    if (lacks(version)) yield* actor.ask(new Follow({ version }))
    if (!isFollowing) yield* Effect.logInfo("changes of other processes followed again")
    isFollowing = true
  }).pipe(
    Effect.catchAllCause((cause) => {
      const report = isFollowing ? Effect.logError("changes of other processes not read, will retry", cause) : Effect.void
      isFollowing = false
      return report
    }),
    Effect.annotateLogs({ service: "ledger" })
  )
  // A signal comes sooner than the poll, and the poll comes whatever became of the signal.
  const nextLook = Effect.timeoutOption(signals.take, yield* ForeignWritePoll)
  yield* Effect.forkScoped(Effect.forever(Effect.zipRight(nextLook, followOthers)))

  return {
    book: Effect.sync(book),
    snapshot: book,
    generator: generatorOf,
    settle: (trigger, moment, id = null) => ask(new Settle({ trigger, moment, id })),
    remind: (moment) => ask(new Remind({ moment })),
    correct: (correction) => ask(new Correct(correction)),
    withdraw: (withdrawal) => ask(new Withdraw(withdrawal)),
    mark: (marking) => ask(new Mark(marking)),
    importDays: (days) => ask(new ImportDays(days)),
    wasImported: store.wasImported
  } satisfies typeof Ledger.Service
})

export const layer = Layer.scoped(Ledger, make)
