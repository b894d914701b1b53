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

/** The pages and the figures keep one book until it changes, or the weekdays of the settings do. */
const shownBook = (book: () => DayBook.DayBook, config: typeof Config.Service) => {
  let source = book()
  let shown = source
  return () => {
    const { closedWeekdays } = config.snapshot()
    if (source !== book() || shown.closedWeekdays !== closedWeekdays) {
      source = book()
      shown = DayBook.withWeek(source, closedWeekdays)
    }
    return shown
  }
}

/** The calendar by the cutoff of the settings and the stored starts of the days; one value until it changes. */
const liveCalendar = (zone: Calendar["zone"], config: typeof Config.Service, cutoff: Cutoff, first: DayStarts) => {
  let calendar: Calendar = { zone, cutoff, starts: first }
  return {
    current: (): Calendar => {
      const { cutoff } = config.snapshot()
      if (cutoff !== calendar.cutoff) calendar = { ...calendar, cutoff }
      return calendar
    },
    /** Takes over the stored starts of the days. */
    take: (starts: DayStarts = []): void => {
      if (!areSameStarts(starts, calendar.starts)) calendar = { ...calendar, starts }
    }
  }
}

/** What a command is carried out with. */
interface Parts extends Pick<Effect.Effect.Success<ReturnType<typeof liveBook>>, "apply" | "isOutdated" | "markUncertain" | "reload"> {
  readonly store: typeof LedgerStore.Service
  readonly config: typeof Config.Service
  readonly clock: typeof ShopClock.Service
  readonly database: typeof Database.Service
  readonly stillMay: typeof Rights.Service["stillMay"]
  readonly read: ReturnType<typeof reading>
  readonly append: ReturnType<typeof appending>
  readonly seed: string
  readonly calendar: ReturnType<typeof liveCalendar>
  readonly ring: Effect.Effect<void>
  readonly announceChange: Effect.Effect<void>
}

/** Decides by the stored state, and stores the decision. It may run more than once; the decision is stored once. */
const decideAndStore = ({ append, calendar, clock, config, read, seed, stillMay, store }: Parts, { command, who }: CarryOut) =>
  Effect.gen(function*() {
    const current = yield* config.current
    const head = yield* store.chainHead
    // Another program may have changed when days begin; the stored starts count.
    calendar.take(yield* store.dayStarts)
    const days = { ...calendar.current(), cutoff: current.cutoff }
    const settings = decisionSettings(current, days, seed)
    const now = yield* clock.now
    const moment = { at: now.epochMillis, today: dateOf(now, days) }
    const asking = who.person === null ? who : { ...who, person: yield* stillMay(who.person) }
    const state = yield* read(command, { settings, head }, moment, asking)
    yield* letOthersRun(command)
    const decision = yield* decideOn(command, state, moment, asking)
    yield* letOthersRun(command)
    return { decision, posted: yield* append(decision, head, moment, asking, settings) }
  })

/** Stores the decision on a command, then replaces the book, then announces the change. */
const carryOut = (parts: Parts) => (request: CarryOut) =>
  Effect.gen(function*() {
    const { command } = request
    const { decision, posted } = yield* Effect.tapDefect(
      parts.store.transaction(decideAndStore(parts, request)),
      () => parts.markUncertain
    )
    const { changes } = posted
    const [first] = changes
    if (decision.dayStarts !== null) parts.calendar.take(decision.dayStarts)
    if (first !== undefined) {
      yield* parts.apply(posted)
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
    if (first !== undefined || decision.messages.length > 0 || decision.hasten !== null) yield* parts.ring
    if (first !== undefined) yield* parts.announceChange
    return decision.result
  })

/** The refusal of a change that did not begin because earlier changes could not be stored: it has their reason. */
const sayWhy = (database: typeof Database.Service) => (refused: Actor.Refused) =>
  Effect.flatMap(database.writes.trouble, (trouble) => Effect.die(trouble === null ? refused : new NotWritable(trouble)))

/** Reads what other programs have stored. */
const following = ({ announceChange, calendar, database, isOutdated, reload, ring, store }: Parts) => {
  let isFollowing = true
  const followOthers = Effect.gen(function*() {
    const version = yield* database.dataVersion
    if (isOutdated(version)) {
      calendar.take(yield* store.dayStarts)
      yield* reload(version)
      // Other programs may also have added messages.
      yield* ring
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
  return { followOthers, isFollowing: () => isFollowing }
}

const make = Effect.gen(function*() {
  const store = yield* LedgerStore
  const outbox = yield* Outbox
  const bell = yield* OutboxBell
  const events = yield* Events
  const config = yield* Config
  const database = yield* Database
  const clock = yield* ShopClock
  const { stillMay } = yield* Rights

  const findOwn = ownChange(store)
  const seed = yield* store.seed
  const { apply, book, isOutdated, markUncertain, mayBeOutdated, newest, reload } = yield* liveBook(store, database.dataVersion)

  if (newest() === 0 && book().days.length === 0) yield* store.noteFirstStart((yield* clock.now).epochMillis)
  const firstStart = yield* store.firstStart

  const { cutoff, dayStartsAt } = yield* config.current
  const bookInWeek = shownBook(book, config)
  const calendar = liveCalendar(clock.zone, config, cutoff, yield* firstStarts(store, dayStartsAt))
  const parts: Parts = {
    store,
    config,
    clock,
    database,
    stillMay,
    read: reading(store, outbox),
    append: appending(store, outbox),
    seed,
    calendar,
    apply,
    isOutdated,
    markUncertain,
    reload,
    ring: bell.ring,
    announceChange: events.publish(ServerEvent.Change())
  }

  const actor = yield* Actor.start<CarryOut, never>("ledger", { CarryOut: carryOut(parts) })

  const watch = yield* clockWatch
  const { followOthers, isFollowing } = following(parts)
  yield* watch.every(yield* ForeignWritePoll, followOthers, () => !isFollowing() || mayBeOutdated(database.hasChangedSince))

  return {
    book: Effect.sync(bookInWeek),
    dated: Effect.sync(() => ({ book: bookInWeek(), newest: newest() })),
    snapshot: bookInWeek,
    calendar: calendar.current,
    generator: (settings) => generatorSettings(settings, seed),
    // The compiler cannot see that the result belongs to the command's tag.
    carryOut: <C extends Command, W extends Who>(command: C, who: W) =>
      Effect.flatMap(Deadline.orWithin(command._tag === "Import" ? importPatience : patience), (inTime) =>
        inTime(Effect.catchIf(actor.ask(new CarryOut({ command, who })), Actor.isRefused, sayWhy(database)))) as Effect.Effect<
          Results[C["_tag"]],
          Refusals[C["_tag"]] | Lost<W>
        >,
    ownChange: (who) =>
      Effect.flatMap(clock.now, ({ epochMillis }) => findOwn(who, epochMillis, calendar.current(), config.snapshot().closedWeekdays)),
    firstStart,
    wasImported: store.wasImported
  } satisfies typeof Ledger.Service
})

export const layer = Layer.scoped(Ledger, make)
