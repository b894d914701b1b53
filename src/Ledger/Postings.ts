import { Clock, Effect } from "effect"
import { forEachSlice } from "../Concurrency/EventLoop.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { type ChainHead, chainStart } from "../Domain/Audit.ts"
import type { Change } from "../Domain/DayBook.ts"
import * as Messages from "../Domain/Messages.ts"
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

/** Writes postings with their audit records and messages. */
export type Post = (
  postings: ReadonlyArray<Posting.Posting>,
  importNotify: ShopConfig["importNotify"]
) => Effect.Effect<Posted>

/** `Post` over the store and the outbox; each call needs a transaction around it. */
export const postings = (store: typeof LedgerStore.Service, outbox: typeof Outbox.Service): Post =>
  Effect.fnUntraced(function*(postings, importNotify) {
    if (postings.length === 0) return nothing
    const now = yield* Clock.currentTimeMillis
    const changes = Posting.changes(postings, now)
    yield* store.saveDays(changes.flatMap(({ day }) => day ?? []))
    yield* store.removeDays(changes.flatMap(({ date, day }) => day === null ? [date] : []))
    yield* store.saveMarks(changes.flatMap(({ mark }) => mark ?? []))
    const head = yield* store.chainHead
    let newest = head
    yield* forEachSlice(postings, postingsAtOnce, (slice) => {
      const records = Posting.auditRecords(newest, slice, now)
      newest = records.at(-1) ?? newest
      return store.appendAudit(records)
    })
    yield* outbox.enqueue(Messages.announcements(postings, importNotify), now)
    return { changes, head, newest }
  })
