import { Effect } from "effect"
import type { DataVersion } from "../Database/DataVersion.ts"
import type { ChainHead } from "../Domain/Audit.ts"
import * as DayBook from "../Domain/DayBook.ts"
import type { Posted } from "./Postings.ts"
import type { LedgerStore } from "./Store.ts"

/** From here on the whole book is read as fast, as after an import elsewhere. */
const mostRecords = 1_000

/**
 * The book in memory, and the last audit record whose change is in it. Audit ids are given under the shop's lock, so they
 * are in the order of the commits: what follows that record is all that the memory lacks. Only the ledger's actor may call
 * `take` and `follow`, so the book never goes back.
 */
export const following = (store: typeof LedgerStore.Service, first: DataVersion) =>
  Effect.gen(function*() {
    let known = first
    let isInDoubt = false
    // The record first: a change between the two statements is then read twice, and not missed.
    let last: ChainHead = yield* store.chainHead
    let book = yield* store.book

    const readAll = Effect.gen(function*() {
      const newest = yield* store.chainHead
      book = yield* store.book
      last = newest
    })

    /** Reads the days of newer records; returns whether there were any. */
    const catchUp = Effect.gen(function*() {
      const newer = yield* store.recordsAfter(last, mostRecords)
      if (newer === undefined || newer.length >= mostRecords) return yield* Effect.as(readAll, true)
      const newest = newer.at(-1)
      if (newest === undefined) return false
      // In a later statement, so the days are at least as new as the records.
      const changes = yield* store.changesOn([...new Set(newer.map(({ date }) => date))])
      book = DayBook.withChanges(book, changes)
      last = newest
      return true
    })

    const doubt = Effect.sync(() => {
      isInDoubt = true
    })

    return {
      book: () => book,
      /** Takes what this process has committed, and what others have committed before it. */
      take: ({ changes, head, newest }: Posted): Effect.Effect<void> =>
        Effect.suspend(() => {
          book = DayBook.withChanges(book, changes)
          if (head.hash !== last.hash) return Effect.catchAllCause(catchUp, () => doubt)
          last = newest
          return Effect.void
        }),
      /** A commit of this process may be stored although it failed here: the audit is read once more. */
      doubt,
      lacks: (version: DataVersion): boolean => isInDoubt || version.others !== known.others,
      /** Reads what others have committed; returns whether that changed days. */
      follow: (version: DataVersion): Effect.Effect<boolean> =>
        Effect.tap(version.edits === known.edits ? catchUp : Effect.as(readAll, true), () =>
          Effect.sync(() => {
            known = version
            isInDoubt = false
          }))
    }
  })
