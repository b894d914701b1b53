import { Effect } from "effect"
import * as FairLock from "../Concurrency/FairLock.ts"
import type { ChainHead } from "../Domain/Audit.ts"
import * as DayBook from "../Domain/DayBook.ts"
import type { Posted } from "./Append.ts"
import type { LedgerStore } from "./Store.ts"

/**
 * The book in memory, and the last audit record whose change it contains. Another program may change the file: a command, or a person
 * by hand. `take` and `follow` run one at a time, so the book never goes back.
 */
export const liveBook = (store: typeof LedgerStore.Service, first: number) =>
  Effect.gen(function*() {
    const lock = FairLock.make()
    let known = first
    /** Commits whose outcome is unknown. They may be stored while the book is read. */
    let doubts = 0
    // The record is read first: a change between the two statements is then read twice, not missed.
    let last: ChainHead = yield* store.chainHead
    let book = yield* store.book

    const doubt = Effect.sync(() => {
      doubts += 1
    })

    return {
      book: () => book,
      /** The newest audit record whose change the book contains. */
      newest: (): number => last.id,
      /** Adds the changes that this process has committed. */
      take: ({ changes, head, newest }: Posted): Effect.Effect<void> =>
        lock.hold(() =>
          Effect.suspend(() => {
            // Another program has committed before: the whole book is read again.
            if (head.hash !== last.hash) return doubt
            book = DayBook.withChanges(book, changes)
            last = newest
            return Effect.void
          })
        ),
      /** Call it after a commit failed in this process: it may be stored nevertheless, so the book is read again. */
      doubt,
      lacks: (version: number): boolean => doubts > 0 || version !== known,
      /** Whether `lacks` could return true. */
      mayLack: (hasChangedSince: (version: number) => boolean): boolean => doubts > 0 || hasChangedSince(known),
      /** Reads what others have committed. */
      follow: (version: number): Effect.Effect<void> =>
        lock.hold(() =>
          Effect.gen(function*() {
            const before = doubts
            const newest = yield* store.chainHead
            book = yield* store.book
            last = newest
            known = version
            doubts -= before
          })
        )
    }
  })
