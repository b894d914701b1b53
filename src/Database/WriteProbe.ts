import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { trial } from "./Write.ts"
import { writeStateOf } from "./WriteState.ts"

const probeEvery = "10 seconds"

/**
 * While writes fail, tries one at intervals, so that the service detects the end of the trouble without a change by a person. It
 * belongs to the service, not to the database: a command needs no probe, and a killed process leaves none running.
 */
export const layer: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.scopedDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    writeStateOf(sql).troubled.pipe(
      Effect.zipRight(Effect.sleep(probeEvery)),
      Effect.zipRight(Effect.exit(trial(sql))),
      Effect.forever,
      Effect.forkScoped
    ))
)
