import { Effect } from "effect"
import { write as correct } from "../../src/Database/Write.ts"

export * from "../../src/Database/Write.ts"

/** The shop's row is locked only as its version is raised, after all that was read. */
export const write: typeof correct = (sql) => (work) =>
  sql.withTransaction(Effect.zipLeft(work, sql`UPDATE shop SET version = version + 1`))
