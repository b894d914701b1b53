import { Effect } from "effect"
import * as FairLock from "../Concurrency/FairLock.ts"
import type { Database } from "../Database.ts"
import type { DataVersion } from "../Database/DataVersion.ts"
import type { ChainHead } from "../Domain/Audit.ts"
import * as DayBook from "../Domain/DayBook.ts"
import type { Posted } from "./Append.ts"
import type { LedgerStore } from "./Store.ts"

/** With more new records, for example after an import by another process, reading the whole book is as fast. */
const mostRecords = 1_000

/**
 * The book in memory, and the last audit record whose change it contains. Audit ids are assigned under the shop's lock, so they are
 * in the order of the commits: the records after that one are exactly the changes that the book does not have yet. `take` and
 * `follow` run one at a time, so the book never goes back. Writes to the database and `follow` do not wait for each other.
 */
export const liveBook = (store: typeof LedgerStore.Service, first: DataVersion) =>
  Effect.gen(function*() {
    const lock = FairLock.make()
    let known = first
    /** Commits whose outcome is unknown. They may be stored while the book is read. */
    let doubts = 0
    let isLost = false
    // The record is read first: a change between the two statements is then read twice, not missed.
    let last: ChainHead = yield* store.chainHead
    let book = yield* store.book

    const readAll = Effect.gen(function*() {
      const newest = yield* store.chainHead
      book = yield* store.book
      last = newest
    })

    const noticeLoss = (missing: "audit record" | "commit") =>
      Effect.suspend(() => {
        isLost = true
        return Effect.logError(`stored changes are lost: the database does not have the last ${missing} that this process knew`).pipe(
          Effect.annotateLogs({ service: "ledger", record: last.id, hash: last.hash })
        )
      })

    /** Reads the running amounts, which change without a record. Returns whether one has changed. */
    const readSoFar = Effect.gen(function*() {
      const changed = (yield* store.soFar).filter((day) => {
        const known = book.byDate.get(day.date)
        return known?.cents !== day.cents || known.changed?.at !== day.changed?.at
      })
      if (changed.length > 0) book = DayBook.withChanges(book, changed.map((day) => ({ date: day.date, day })))
      return changed.length > 0
    })

    /** Reads the days of newer records; returns whether there were any. */
    const catchUp = Effect.gen(function*() {
      const newer = yield* store.recordsAfter(last, mostRecords)
      if (newer === undefined) yield* noticeLoss("audit record")
      if (newer === undefined || newer.length >= mostRecords) return yield* Effect.as(readAll, true)
      const newest = newer.at(-1)
      if (newest === undefined) return yield* readSoFar
      // This statement runs after the one for the records, so the days are at least as new as the records.
      const changes = yield* store.changesOn([...new Set(newer.map(({ date }) => date))])
      book = DayBook.withChanges(book, changes)
      yield* readSoFar
      last = newest
      return true
    })

    const doubt = Effect.sync(() => {
      doubts += 1
    })

    return {
      book: () => book,
      /** The newest audit record whose change the book contains. */
      newest: (): number => last.id,
      /** Adds the changes that this process has committed, and those that others have committed before. */
      take: ({ changes, head, newest }: Posted): Effect.Effect<void> =>
        lock.hold(() =>
          Effect.suspend(() => {
            // `follow` may already have read this change, and a later one to the same day.
            if (newest.id > last.id) book = DayBook.withChanges(book, changes)
            // A running amount has no record, so only the database knows whether another process has replaced it since.
            if (head.hash !== last.hash || newest.id === head.id) return Effect.catchAllCause(catchUp, () => doubt)
            last = newest
            return Effect.void
          })
        ),
      /** Call it after a commit failed in this process: it may be stored nevertheless, so the audit is read again. */
      doubt,
      /** `head` is the hash of the database's newest record, if it is known. */
      lacks: (version: DataVersion, head: string | null): boolean =>
        doubts > 0 || version.others !== known.others || head !== null && head !== last.hash,
      /** Whether `lacks` could return true. */
      mayLack: ({ hasChangedSince }: Pick<typeof Database.Service, "hasChangedSince">): boolean => doubts > 0 || hasChangedSince(known),
      /** Whether the database has lost a commit that this process knew. */
      lost: (): boolean => isLost,
      /** Reads what others have committed. Returns whether days have changed. */
      follow: (version: DataVersion): Effect.Effect<boolean> =>
        lock.hold(() =>
          Effect.gen(function*() {
            const before = doubts
            const isEdited = version.edits !== known.edits
            const caughtUp = yield* catchUp
            if (isEdited) yield* readAll
            if (version.losses !== known.losses) yield* noticeLoss("commit")
            known = version
            doubts -= before
            return caughtUp || isEdited
          })
        )
    }
  })
