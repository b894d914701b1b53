import { SqlError } from "@effect/sql"
import { Effect } from "effect"
import { kindOf } from "../../src/Database/Postgres/Failure.ts"
import { write as correct } from "../../src/Database/Write.ts"

export * from "../../src/Database/Write.ts"

/** Repeats a write without checking whether the first attempt was stored. */
export const write: typeof correct = (sql) => (work) => {
  const bumped = Effect.zipRight(sql`UPDATE shop SET version = version + 1`, work)
  const isAgain = (error: unknown) => error instanceof SqlError.SqlError && ["again", "unknownCommit"].includes(kindOf(error))
  return Effect.retry(sql.withTransaction(bumped), { times: 5, while: isAgain })
}
