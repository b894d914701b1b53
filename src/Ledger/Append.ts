import { Effect } from "effect"
import { forEachSlice } from "../Concurrency/EventLoop.ts"
import { type ChainHead, chainStart } from "../Domain/Audit.ts"
import { entryTokenOf, type Who } from "../Domain/Command.ts"
import type { Change } from "../Domain/DayBook.ts"
import { undoMillis } from "../Domain/Decision/Entry.ts"
import type { Decision, Now, Remembered } from "../Domain/Decision/State.ts"
import { anchored } from "../Domain/Messages.ts"
import * as Posting from "../Domain/Posting.ts"
import type { Outbox } from "../Outbox.ts"
import type { LedgerStore } from "./Store.ts"

/** Hashed and written within a few milliseconds, before yielding to the event loop. */
const postingsAtOnce = 200

/** What postings change in the book, and the ends of the audit before and after them. */
export interface Posted {
  readonly changes: ReadonlyArray<Change>
  readonly head: ChainHead
  readonly newest: ChainHead
}

const nothing: Posted = { changes: [], head: chainStart, newest: chainStart }

/** Stores a decision: days, audit, messages, and the facts that prevent a repetition. The caller opens the transaction. */
export const appending = (store: typeof LedgerStore.Service, outbox: typeof Outbox.Service) => {
  const remember = (fact: Remembered, at: number): Effect.Effect<void> => {
    switch (fact._tag) {
      case "Run":
        return store.rememberRun(fact.id, at)
      case "File":
        return store.rememberImport(fact.sha256, at)
      case "Result":
        return store.keepResult(fact.key, fact.kept, at)
    }
  }

  /** Stores the changed days as they were, so that the change can be undone. */
  const keepUndoable = Effect.fnUntraced(
    function*(postings: ReadonlyArray<Posting.Posting>, head: ChainHead, { steady }: Now, who: Who) {
      const newest = new Map(postings.map((posting, index) => [Posting.dateOf(posting), head.id + index + 1]))
      const stood = yield* store.standing([...newest.keys()])
      const token = who.person?.token ?? null
      yield* store.saveLastChanges(stood.map((one) => ({ id: newest.get(one.mark.date) ?? head.id, token, at: steady, stood: one })))
    }
  )

  const post = Effect.fnUntraced(function*(postings: ReadonlyArray<Posting.Posting>, head: ChainHead, now: Now, who: Who) {
    if (postings.length === 0) return nothing
    const { at } = now
    const changes = Posting.changes(postings, at)
    yield* keepUndoable(postings, head, now, who)
    yield* store.saveDays(changes.flatMap(({ day }) => day ?? []))
    yield* store.removeDays(changes.flatMap(({ date, day }) => day === null ? [date] : []))
    yield* store.saveMarks(changes.flatMap(({ mark }) => mark ?? []))
    let newest = head
    yield* forEachSlice(postings, postingsAtOnce, (slice) => {
      const records = Posting.auditRecords(newest, slice, at)
      newest = records.at(-1) ?? newest
      return store.appendAudit(records)
    })
    return { changes, head, newest }
  })

  return <A>({ hasten, messages, postings, remember: fact }: Decision<A>, head: ChainHead, now: Now, who: Who): Effect.Effect<Posted> =>
    Effect.gen(function*() {
      const { at, steady } = now
      if (fact !== null) yield* remember(fact, at)
      const entryToken = entryTokenOf(who)
      if (entryToken !== null && (fact !== null || postings.length > 0)) {
        const id = postings.length > 0 ? head.id + 1 : null
        yield* store.countEntryChange(id, entryToken, steady, steady - undoMillis)
      }
      if (hasten !== null) yield* outbox.hasten(hasten.date, hasten.cents, at)
      const posted = yield* post(postings, head, now, who)
      // Without a posting, as for a repeat, the head is the one that the transaction has found.
      const newest = postings.length === 0 ? head : posted.newest
      if (messages.length > 0) yield* outbox.enqueue(anchored(messages, newest), at)
      return posted
    })
}
