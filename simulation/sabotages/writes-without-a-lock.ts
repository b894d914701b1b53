import { Effect } from "effect"
import { write as correct } from "../../src/Database/Write.ts"

export * from "../../src/Database/Write.ts"

/** The shop's row is locked only when its version is increased, after all reads. */
export const write: typeof correct = (sql) => (work) =>
  sql.withTransaction(Effect.zipLeft(work, sql`UPDATE shop SET version = version + 1`))
