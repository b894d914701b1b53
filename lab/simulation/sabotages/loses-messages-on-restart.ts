import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { layer as correct } from "../../../src/Outbox.ts"

export * from "../../../src/Outbox.ts"

const failUnsent = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.orDie(
      sql`UPDATE notification SET state = 'failed', failure = 'restarted' WHERE state = 'pending' AND first_attempt_at IS NULL`
    ))
)

export const layer: typeof correct = Layer.merge(correct, failUnsent)
