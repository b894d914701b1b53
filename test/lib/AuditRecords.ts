import { Chunk, Effect, Stream } from "effect"
import type { AuditTrail } from "../../src/Ledger/AuditTrail.ts"

/** The records written since an instant, newest first. */
export const recordsSince = (audit: typeof AuditTrail.Service, millis: number) =>
  Effect.map(Stream.runCollect(audit.blocks((records) => records)(millis)), (blocks) => Chunk.toReadonlyArray(blocks).flat())
