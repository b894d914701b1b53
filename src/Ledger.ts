import { Context, Duration, Effect, Layer, Request } from "effect"
import { ShopClock } from "./Clock.ts"
import { clockWatch } from "./Clock/ClockWatch.ts"
import * as Actor from "./Concurrency/Actor.ts"
import * as Deadline from "./Concurrency/Deadline.ts"
import { yieldToEventLoop } from "./Concurrency/EventLoop.ts"
import { Config } from "./Config.ts"
import type { ShopConfig } from "./Config/ShopConfig.ts"
import { Database } from "./Database.ts"
import { NotWritable, patience } from "./Database/Write.ts"
import { debugLine } from "./DebugLine.ts"
import { formatHead } from "./Domain/Audit.ts"
import { type Calendar, type Cutoff, dateOf } from "./Domain/Calendar.ts"
import type { Command, Lost, Refusals, Results, Tag, Who } from "./Domain/Command.ts"
import * as DayBook from "./Domain/DayBook.ts"
import { areSameStarts, type DayStarts } from "./Domain/DayStart.ts"
import { decideOn } from "./Domain/Decision.ts"
import type { GeneratorSettings } from "./Domain/Generator.ts"
import type { RightLost } from "./Domain/Refusal.ts"
import { Events, ServerEvent } from "./Events.ts"
import { decisionSettings, generatorSettings } from "./Ledger/DecisionSettings.ts"
import { firstStarts } from "./Ledger/FirstStarts.ts"
import { appending, liveBook } from "./Ledger/LiveBook.ts"
import { type OwnChange, ownChange } from "./Ledger/OwnChange.ts"
import { reading } from "./Ledger/ReadState.ts"
import { LedgerStore } from "./Ledger/Store.ts"
import { Outbox } from "./Outbox.ts"
import { OutboxBell } from "./Outbox/Bell.ts"
import { Rights } from "./People/Rights.ts"

/**
 * The single writer of the shop's days: an actor. It carries out commands one after another, in the order in which they came. For
 * each command, it opens a transaction, checks that the author still has the right, reads the days that the command names, lets
 * `Domain/Decision` decide, and stores records, audit and messages. Then it replaces the book, and then it announces the change, so
 * that nothing is announced before it is stored. The actor gives order, callers that wait for their result, and a stop that
 * finishes accepted commands.
 */
export class Ledger extends Context.Tag("Ledger")<Ledger, {
  /** Every day as last committed. Reading it costs no SQL and never waits for a write. */
  readonly book: Effect.Effect<DayBook.DayBook>
  /** The book with the number of the newest audit record in it. A later change has a higher number. */
  readonly dated: Effect.Effect<{ readonly book: DayBook.DayBook; readonly newest: number }>
  /** The book, for code outside of effects. */
  readonly snapshot: () => DayBook.DayBook
  /** When business days begin, end and are settled, as last committed. */
  readonly calendar: () => Calendar
  /** The settings that the amounts of generated and estimated days depend on. */
  readonly generator: (settings: ShopConfig) => GeneratorSettings
  readonly carryOut: <C extends Command, W extends Who>(
    command: C,
    who: W
  ) => Effect.Effect<Results[C["_tag"]], Refusals[C["_tag"]] | Lost<W>>
  /** The author's newest change that can still be undone. */
  readonly ownChange: (who: Who) => Effect.Effect<OwnChange | null>
  /** When the installation was first started, milliseconds since 1970; 0 where that is not known. */
  readonly firstStart: number
  readonly wasImported: (sha256: string) => Effect.Effect<boolean>
}>() {}

/** The time for an import of thousands of rows, including waits. The timeout of a proxy must be longer. */
const importPatience = "10 seconds"

/** Poll interval for writes of other processes. */
export class ForeignWritePoll extends Context.Reference<ForeignWritePoll>()("ForeignWritePoll", {
  defaultValue: (): Duration.DurationInput => "1 second"
}) {}

/** Between the steps of an import, each of which takes some milliseconds for thousands of days. */
const letOthersRun = ({ _tag }: Command): Effect.Effect<void> => _tag === "Import" ? yieldToEventLoop : Effect.void

class CarryOut
  extends Request.TaggedClass("CarryOut")<Results[Tag], Refusals[Tag] | RightLost, { readonly command: Command; readonly who: Who }>
{}

const make = Effect.gen(function*() {
  const store = yield* LedgerStore
  const outbox = yield* Outbox
  const bell = yield* OutboxBell
  const events = yield* Events
  const config = yield* Config
  const database = yield* Database
  const clock = yield* ShopClock
  const { stillMay } = yield* Rights

  const read = reading(store, outbox)
  const append = appending(store, outbox)
  const findOwn = ownChange(store)
  const seed = yield* store.seed
  const { apply, book, isOutdated, markUncertain, mayBeOutdated, newest, reload } = yield* liveBook(store, database.dataVersion)

  if (newest() === 0 && book().days.length === 0) yield* store.noteFirstStart((yield* clock.now).epochMillis)
  const firstStart = yield* store.firstStart

  // The pages and the figures keep one book until it changes.
  let shown = book()
  let source = shown
  const bookInWeek = (): DayBook.DayBook => {
    const { closedWeekdays } = config.snapshot()
    if (source !== book() || shown.closedWeekdays !== closedWeekdays) {
      source = book()
      shown = DayBook.withWeek(source, closedWeekdays)
    }
    return shown
  }

  let starts = yield* firstStarts(store, (yield* config.current).dayStartsAt)
  const calendarOf = (cutoff: Cutoff): Calendar => ({ zone: clock.zone, cutoff, starts })
  let calendar = calendarOf((yield* config.current).cutoff)
  const currentCalendar = (): Calendar => {
    const { cutoff } = config.snapshot()
    if (cutoff !== calendar.cutoff || starts !== calendar.starts) calendar = calendarOf(cutoff)
    return calendar
  }
  /** Takes over the stored starts of the days. Returns whether they are a change. */
  const takeStarts = (stored: DayStarts = []): boolean => {
    if (areSameStarts(stored, starts)) return false
    starts = stored
    return true
  }

  const announceChange = events.publish(ServerEvent.Change())

  /** Decides by the stored state, and stores the decision. It may run more than once; the decision is stored once. */
  const decideAndStore = (command: Command, who: Who) =>
    Effect.gen(function*() {
      const current = yield* config.current
      const head = yield* store.chainHead
      const stored = yield* store.dayStarts
      // Another program may have changed when days begin; the stored starts count.
      takeStarts(stored)
      const calendar = calendarOf(current.cutoff)
      const settings = decisionSettings(current, calendar, seed)
      const now = yield* clock.now
      const moment = { at: now.epochMillis, today: dateOf(now, calendar) }
      const asking = who.person === null ? who : { ...who, person: yield* stillMay(who.person) }
      const state = yield* read(command, { settings, head }, moment, asking)
      yield* letOthersRun(command)
      const decision = yield* decideOn(command, state, moment, asking)
      yield* letOthersRun(command)
      return { decision, posted: yield* append(decision, head, moment, asking, settings) }
    })

  const carryOut = ({ command, who }: CarryOut) =>
    Effect.gen(function*() {
      const { decision, posted } = yield* Effect.tapDefect(store.transaction(decideAndStore(command, who)), () => markUncertain)
      const { changes } = posted
      const [first] = changes
      if (decision.dayStarts !== null) takeStarts(decision.dayStarts)
      if (first !== undefined) {
        yield* apply(posted)
        yield* letOthersRun(command)
        yield* debugLine("days committed", { service: "ledger", days: changes.length, first: first.date })
      }
      if (first !== undefined && command._tag === "Settle") {
        yield* Effect.annotateLogs(Effect.logInfo("days settled"), {
          service: "ledger",
          days: changes.length,
          audit_head: formatHead(posted.newest)
        })
      }
      // A change may also make a waiting message superfluous, for example the reminder of a day that is now closed.
      if (first !== undefined || decision.messages.length > 0 || decision.hasten !== null) yield* bell.ring
      if (first !== undefined) yield* announceChange
      return decision.result
    })

  const actor = yield* Actor.start<CarryOut, never>("ledger", { CarryOut: carryOut })

  /** The refusal of a change that did not begin because earlier changes could not be stored: it has their reason. */
  const sayWhy = (refused: Actor.Refused) =>
    Effect.flatMap(database.writes.trouble, (trouble) => Effect.die(trouble === null ? refused : new NotWritable(trouble)))

  let isFollowing = true
  const followOthers = Effect.gen(function*() {
    const version = yield* database.dataVersion
    if (isOutdated(version)) {
      takeStarts(yield* store.dayStarts)
      yield* reload(version)
      // Other programs may also have added messages.
      yield* bell.ring
      yield* announceChange
    }
    if (!isFollowing) yield* Effect.logInfo("changes of other programs are read again")
    isFollowing = true
  }).pipe(
    Effect.catchAllCause((cause) => {
      const report = isFollowing ? Effect.logError("changes of other programs not read, will retry", cause) : Effect.void
      isFollowing = false
      return report
    }),
    Effect.annotateLogs({ service: "ledger" })
  )
  const watch = yield* clockWatch
  yield* watch.every(yield* ForeignWritePoll, followOthers, () => !isFollowing || mayBeOutdated(database.hasChangedSince))

  return {
    book: Effect.sync(bookInWeek),
    dated: Effect.sync(() => ({ book: bookInWeek(), newest: newest() })),
    snapshot: bookInWeek,
    calendar: currentCalendar,
    generator: (settings) => generatorSettings(settings, seed),
    // The compiler cannot see that the result belongs to the command's tag.
    carryOut: <C extends Command, W extends Who>(command: C, who: W) =>
      Effect.flatMap(Deadline.orWithin(command._tag === "Import" ? importPatience : patience), (inTime) =>
        inTime(Effect.catchIf(actor.ask(new CarryOut({ command, who })), Actor.isRefused, sayWhy))) as Effect.Effect<
          Results[C["_tag"]],
          Refusals[C["_tag"]] | Lost<W>
        >,
    ownChange: (who) =>
      Effect.flatMap(clock.now, ({ epochMillis }) => findOwn(who, epochMillis, currentCalendar(), config.snapshot().closedWeekdays)),
    firstStart,
    wasImported: store.wasImported
  } satisfies typeof Ledger.Service
})

export const layer = Layer.scoped(Ledger, make)
