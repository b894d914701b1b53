import { Effect } from "effect"
import { forEachSlice } from "../Concurrency/EventLoop.ts"
import * as FairLock from "../Concurrency/FairLock.ts"
import type { Announcement } from "../Domain/Announcement.ts"
import type { AuditRecord, ChainHead } from "../Domain/Audit.ts"
import { entryTokenOf, type Who } from "../Domain/Command.ts"
import * as DayBook from "../Domain/DayBook.ts"
import type { Change } from "../Domain/DayBook.ts"
import { undoMillis } from "../Domain/Decision/Entry.ts"
import type { Decision, LastChange, Now, Remembered } from "../Domain/Decision/State.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { anchored } from "../Domain/Messages.ts"
import * as Posting from "../Domain/Posting.ts"
import type { Recipient } from "../Domain/Topic.ts"
import type { Outbox } from "../Outbox.ts"
import type { LedgerStore } from "./Store.ts"

/** Postings to hash before yielding to the event loop; they take a few milliseconds. */
const postingsAtOnce = 200

/** What postings change in the book, and the head of the audit before and after them. */
interface Posted {
  readonly changes: ReadonlyArray<Change>
  readonly head: ChainHead
  readonly newest: ChainHead
}

/**
 * What each date has after all changes. Several postings may be about one day, for example its last running amount and the figure
 * that ends it, and PostgreSQL refuses a statement that would write a row twice.
 */
const lastChanges = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => {
  const last = new Map<LocalDate, Change>()
  for (const change of changes) last.set(change.date, { ...last.get(change.date), ...change })
  return [...last.values()]
}

/**
 * Stores a decision: days, audit, messages, and the facts that keep a command from taking effect twice. The caller opens the
 * transaction.
 */
export const appending = (store: typeof LedgerStore.Service, outbox: typeof Outbox.Service) => {
  const remember = (fact: Remembered, at: number): Effect.Effect<void> => {
    switch (fact._tag) {
      case "Run":
        return Effect.forEach(fact.ids, (id) => store.rememberRun(id, at), { discard: true })
      case "Report":
        return store.rememberReport(fact.name, fact.at)
      case "File":
        return store.rememberImport(fact.sha256, at)
      case "Result":
        return store.keepResult(fact.key, fact.kept, at)
    }
  }

  /** The changed days as they were, each with the number of its newest record. */
  const standing = (postings: ReadonlyArray<Posting.Posting>, head: ChainHead) => {
    const newest = new Map(
      postings.flatMap((posting, index) => posting.action === "goal" ? [] : [[Posting.dateOf(posting), head.id + index + 1]])
    )
    return Effect.map(store.standing([...newest.keys()]),
      (stood) => stood.map((one) => ({ id: newest.get(one.mark.date) ?? head.id, stood: one })))
  }

  /** Stores the changed days as they were, so that the change can be undone. */
  const keepUndoable = (stood: ReadonlyArray<Pick<LastChange, "id" | "stood">>, { at }: Now, who: Who) =>
    store.saveLastChanges(stood.map((one) => ({ ...one, token: who.person?.token ?? null, at })))

  /** The audit's records of the postings, after `head`. */
  const linked = (postings: ReadonlyArray<Posting.Posting>, head: ChainHead, at: number) => {
    const records: Array<AuditRecord> = []
    return Effect.as(
      forEachSlice(postings, postingsAtOnce, (slice) =>
        Effect.sync(() => {
          for (const record of Posting.auditRecords(records.at(-1) ?? head, slice, at)) records.push(record)
        })),
      records
    )
  }

  const enqueue = (
    messages: ReadonlyArray<Announcement>,
    at: number,
    recipients: ReadonlyArray<Recipient>,
    firstOnlyTo: Decision<unknown>["firstOnlyTo"]
  ) =>
    firstOnlyTo === null
      ? outbox.enqueue(messages, at, recipients)
      : Effect.zipRight(
        outbox.enqueue(messages.slice(0, 1), at, recipients.filter(({ name }) => firstOnlyTo.includes(name))),
        outbox.enqueue(messages.slice(1), at, recipients)
      )

  return <A>(
    { dayStarts, firstOnlyTo, hasten, messages, postings, remember: fact, soFar }: Decision<A>,
    head: ChainHead,
    now: Now,
    who: Who,
    settings: Parameters<typeof anchored>[2]
  ): Effect.Effect<Posted> =>
    Effect.gen(function*() {
      const { at } = now
      if (hasten !== null) yield* outbox.hasten(hasten.date, hasten.cents, at)
      const changes = [...Posting.changes(postings, at), ...(soFar === null ? [] : [{ date: soFar.date, day: soFar }])]
      const outcome = lastChanges(changes)
      const stood = postings.length === 0 ? [] : yield* standing(postings, head)
      const records = yield* linked(postings, head, at)
      // Without a posting, as for a repeated request, the head is the one that the transaction has read.
      const newest = records.at(-1) ?? head
      const entryToken = entryTokenOf(who)
      yield* Effect.all([
        fact === null ? Effect.void : remember(fact, at),
        entryToken === null || fact === null && postings.length === 0
          ? Effect.void
          : store.countEntryChange(postings.length > 0 ? head.id + 1 : null, entryToken, at, at - undoMillis),
        keepUndoable(stood, now, who),
        store.saveDays(outcome.flatMap(({ day }) => day ?? [])),
        store.removeDays(outcome.flatMap(({ date, day }) => day === null ? [date] : [])),
        store.saveMarks(outcome.flatMap(({ mark }) => mark ?? [])),
        store.saveGoals(outcome),
        dayStarts === null ? Effect.void : store.keepDayStarts(dayStarts),
        store.appendAudit(records),
        enqueue(anchored(messages, newest, settings), at, settings.recipients, firstOnlyTo)
      ], { discard: true })
      return { changes, head, newest }
    })
}

/**
 * The book in memory, and the last audit record whose change it contains. Another program may change the file: a command, or a person
 * by hand. `apply` and `reload` run one at a time, so the book never goes back.
 */
export const liveBook = (store: typeof LedgerStore.Service, dataVersion: Effect.Effect<number>) =>
  Effect.gen(function*() {
    const lock = FairLock.make()
    let known = yield* dataVersion
    /** Commits whose outcome is unknown. They may be stored while the book is read. */
    let uncertain = 0
    // The record is read first: a change between the two statements is then read twice, not missed.
    let last: ChainHead = yield* store.chainHead
    let book = yield* store.book

    const markUncertain = Effect.sync(() => {
      uncertain += 1
    })

    const read = (version: number): Effect.Effect<void> =>
      Effect.gen(function*() {
        const before = uncertain
        const newest = yield* store.chainHead
        book = yield* store.book
        last = newest
        known = version
        uncertain -= before
      })

    return {
      book: () => book,
      /** The newest audit record whose change the book contains. */
      newest: (): number => last.id,
      /** Adds the changes that this process has committed, so that its next response has them (rule 1.11). */
      apply: ({ changes, head, newest }: Posted): Effect.Effect<void> =>
        lock.hold(() => {
          const add = Effect.sync(() => {
            book = DayBook.withChanges(book, changes)
          })
          if (head.hash === last.hash) {
            return Effect.map(add, () => {
              last = newest
            })
          }
          // Another program has committed before: the whole book is read again, now, or by the poll if that fails.
          return Effect.catchAllDefect(Effect.flatMap(dataVersion, read), () => Effect.zipRight(add, markUncertain))
        }),
      /** Call it after a commit failed in this process: it may be stored nevertheless, so the book is read again. */
      markUncertain,
      isOutdated: (version: number): boolean => uncertain > 0 || version !== known,
      /** Whether `isOutdated` could return true. */
      mayBeOutdated: (hasChangedSince: (version: number) => boolean): boolean => uncertain > 0 || hasChangedSince(known),
      /** Reads what others have committed. */
      reload: (version: number): Effect.Effect<void> => lock.hold(() => read(version))
    }
  })
