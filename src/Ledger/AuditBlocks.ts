import { Effect, Stream } from "effect"
import { ownSlice } from "../Concurrency/EventLoop.ts"
import type { AuditRecord } from "../Domain/Audit.ts"

/** Records in a block. Reading and encoding them takes one or two milliseconds, and other requests do not wait longer. */
const blockRecords = 250

/** How many of the newest blocks are kept: 16,000 records, some 4 MB as JSON. Older ones are read again each time. */
const keptBlocks = 64

const blockOf = (id: number): number => Math.floor((id - 1) / blockRecords)
const firstOf = (block: number): number => block * blockRecords + 1
const lastOf = (block: number): number => (block + 1) * blockRecords

interface Kept<A> {
  readonly encoded: A
  /** The hash of the block's newest record, which covers all records before it. */
  readonly hash: string
  /** When the earliest of its records was written; milliseconds since 1970. */
  readonly earliest: number
}

interface AuditReader {
  readonly newestId: Effect.Effect<number>
  /** The lowest id among the records written since an instant (milliseconds since 1970). */
  readonly oldestSince: (millis: number) => Effect.Effect<number>
  /** The records with these ids, both included, newest first. */
  readonly between: (first: number, last: number) => Effect.Effect<ReadonlyArray<AuditRecord>>
  readonly hashesOf: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, string>>
}

/** Reads the records written since an instant, newest first, encoded in blocks. Ids have no gaps, so a block is a range of ids. */
export type ReadBlocks<A> = (millis: number) => Stream.Stream<A>

/**
 * Records never change, so each full block is encoded once and kept. A server that has lost its newest records may write
 * others under their ids, so the hash of a kept block is compared with the stored one each time.
 */
export const auditBlocks =
  ({ between, hashesOf, newestId, oldestSince }: AuditReader) => <A>(encode: (records: ReadonlyArray<AuditRecord>) => A): ReadBlocks<A> => {
    const kept = new Map<number, Kept<A>>()

    const keep = (block: number, newestBlock: number, records: ReadonlyArray<AuditRecord>, encoded: A) => {
      if (block <= newestBlock - keptBlocks) return
      kept.set(block, { encoded, hash: records[0]?.hash ?? "", earliest: Math.min(...records.map(({ createdAt }) => createdAt)) })
      for (const known of kept.keys()) if (known <= newestBlock - keptBlocks) kept.delete(known)
    }

    return (millis) =>
      Stream.unwrap(Effect.gen(function*() {
        const newest = yield* newestId
        const oldest = yield* oldestSince(millis)
        if (oldest > newest) return Stream.empty
        const hashes = yield* hashesOf(Array.from(kept.keys(), lastOf))
        const newestBlock = blockOf(newest)

        const read = (block: number) =>
          Effect.gen(function*() {
            const first = Math.max(firstOf(block), oldest)
            const last = Math.min(lastOf(block), newest)
            const isFull = last - first + 1 === blockRecords
            const known = kept.get(block)
            if (isFull && known !== undefined && known.earliest >= millis && known.hash === hashes.get(last)) return known.encoded
            const records = yield* between(first, last)
            const wanted = records.filter(({ createdAt }) => createdAt >= millis)
            const encoded = encode(wanted)
            if (isFull && wanted.length === blockRecords) keep(block, newestBlock, wanted, encoded)
            return encoded
          })

        return Stream.range(0, newestBlock - blockOf(oldest)).pipe(
          Stream.mapEffect((index) => Effect.zipRight(ownSlice, read(newestBlock - index)))
        )
      }))
  }
