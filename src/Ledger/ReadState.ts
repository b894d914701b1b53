import { Effect } from "effect"
import type { ChainHead } from "../Domain/Audit.ts"
import { cutoffInstant } from "../Domain/Calendar.ts"
import { type Commands, entryTokenOf, type Tag, type Who } from "../Domain/Command.ts"
import * as DayBook from "../Domain/DayBook.ts"
import { undoMillis } from "../Domain/Decision/Entry.ts"
import type { Asked, FigureRecord, Now, Repeating, Settings, Shop, States } from "../Domain/Decision/State.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { reportBegins } from "../Domain/Report.ts"
import type { Announced } from "../Domain/Settlement.ts"
import { storyBegins } from "../Domain/Story.ts"
import { recipientsOf } from "../Domain/Topic.ts"
import { inWeek, unmarked } from "../Domain/Turnover.ts"
import type { Outbox } from "../Outbox.ts"
import type { LedgerStore } from "./Store.ts"

/** Until its cutoff, a run leaves the day itself alone: most hourly checks are such runs, and nothing is read for them. */
const notOver = (today: LocalDate) => ({
  mark: unmarked(today),
  recent: DayBook.empty,
  daysAfter: false,
  ranBefore: false,
  announced: new Map<string, Announced>(),
  announcedSinceCutoff: { figure: false, closed: false, awaited: false }
})

/** Reads the state that a command's decision depends on, in the transaction that stores the decision. */
export const reading = (
  store: typeof LedgerStore.Service,
  outbox: typeof Outbox.Service
) => {
  const markOn = (date: LocalDate, { closedWeekdays }: Settings) => Effect.map(store.mark(date), (mark) => inWeek(mark, closedWeekdays))

  const day = (date: LocalDate, settings: Settings) => Effect.all({ day: store.day(date), mark: markOn(date, settings) })

  const lastChange = (date: LocalDate, { closedWeekdays }: Settings) =>
    Effect.map(store.lastChange(date), (last) =>
      last && { ...last, stood: { ...last.stood, mark: inWeek(last.stood.mark, closedWeekdays) } })

  const repeating = ({ key }: { readonly key?: string | undefined }, { at }: Now, who: Who): Effect.Effect<Repeating> => {
    const token = entryTokenOf(who)
    return Effect.all({
      kept: key === undefined ? Effect.succeed(undefined) : store.keptResult(key),
      recent: token === null
        ? Effect.succeed([])
        : Effect.map(store.entryChanges(token, at - undoMillis), (changes) => changes.filter((changedAt) => changedAt <= at))
    })
  }

  const about = (date: LocalDate, known: Effect.Effect<Repeating>, settings: Settings, head: ChainHead) =>
    Effect.map(
      Effect.all([known, day(date, settings), store.figureRecord(date)]),
      ([known, found, figureRecord]): Asked => ({ settings, head, ...known, ...found, figureRecord })
    )

  const asked = (command: { readonly date: LocalDate; readonly key?: string | undefined }, { head, settings }: Shop, now: Now, who: Who) =>
    about(command.date, repeating(command, now, who), settings, head)

  /** Only an amount that may become the figure needs the days for its story. */
  const offered = (date: LocalDate, isFigure: boolean, { head, settings }: Shop) =>
    Effect.map(
      Effect.all([day(date, settings), isFigure ? store.recent(storyBegins(date), date) : Effect.succeed(DayBook.empty)]),
      ([found, recent]) => ({
        settings,
        head,
        ...found,
        recent: DayBook.withWeek(recent, settings.closedWeekdays),
        cutoff: cutoffInstant(date, settings.calendar).epochMillis
      })
    )

  const reads: {
    readonly [T in Tag]: (command: Commands[T], shop: Shop, now: Now, who: Who) => Effect.Effect<States[T]>
  } = {
    Settle: ({ id, moment: { pastCutoff, today } }, { head, settings }, now) =>
      Effect.gen(function*() {
        const { day, open } = yield* store.unsettled(today)
        const known = { settings, head, day, open }
        if (!pastCutoff) return { ...known, ...notOver(today) }
        return {
          ...known,
          mark: yield* markOn(today, settings),
          recent: DayBook.withWeek(yield* store.recent(storyBegins(today), today), settings.closedWeekdays),
          // A run for an earlier day is late, so days that were stored since do not put the clock in doubt.
          daysAfter: yield* store.hasDaysAfter(today < now.today ? now.today : today),
          ranBefore: id !== null && (yield* store.hasRun(id)),
          announced: day === undefined
            ? new Map()
            : yield* outbox.announcedStates(day.date, day.cents, recipientsOf("daily", settings.recipients)),
          announcedSinceCutoff: yield* outbox.settlementAnnounced(today, cutoffInstant(today, settings.calendar).epochMillis)
        }
      }),
    Remind: ({ moment: { today } }, shop) =>
      Effect.gen(function*() {
        const isWanted = recipientsOf("reminder", shop.settings.recipients).length > 0
        const reminded = !isWanted || (yield* outbox.hasReminder(today))
        return { ...shop, ...yield* day(today, shop.settings), reminded }
      }),
    Report: ({ due: { period } }, shop) =>
      Effect.map(
        Effect.all([store.wasReported(period.name), store.recent(reportBegins(period), period.last)]),
        ([reported, book]) => ({ ...shop, reported, book: DayBook.withWeek(book, shop.settings.closedWeekdays) })
      ),
    Correct: asked,
    Withdraw: asked,
    Mark: asked,
    Undo: (command, shop, now, who) =>
      Effect.gen(function*() {
        const known = yield* repeating(command, now, who)
        const date = yield* store.dateOfRecord(command.id)
        const undoable = date === undefined ? undefined : {
          day: yield* about(date, Effect.succeed(known), shop.settings, shop.head),
          newest: yield* store.newestRecord(date),
          last: yield* lastChange(date, shop.settings),
          cutoff: cutoffInstant(date, shop.settings.calendar).epochMillis
        }
        return { ...shop, ...known, undoable }
      }),
    Import: ({ sha256, since }, shop) =>
      Effect.gen(function*() {
        const importedBefore = sha256 !== null && (yield* store.wasImported(sha256))
        const changedSince: ReadonlyMap<LocalDate, FigureRecord> = since === undefined ? new Map() : yield* store.changedSince(since)
        return { ...shop, importedBefore, changedSince, book: DayBook.withWeek(yield* store.book, shop.settings.closedWeekdays) }
      }),
    Offer: ({ asked, date }, shop) => offered(date, asked === "figure", shop),
    Feed: ({ date, final }, shop) =>
      Effect.map(Effect.all([store.firstDay, offered(date, final, shop)]), ([first, found]) => ({ ...found, first })),
    SetGoal: ({ month }) => Effect.map(store.goal(month), (goal) => ({ goal })),
    StartDays: (_, shop) => Effect.succeed(shop)
  }

  return <T extends Tag>(command: Commands[T] & { readonly _tag: T }, shop: Shop, now: Now, who: Who): Effect.Effect<States[T]> =>
    reads[command._tag](command, shop, now, who)
}
