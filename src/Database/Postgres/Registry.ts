import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { ReplicaRegistry, SeenReplica } from "../ReplicaRegistry.ts"
import { write } from "../Write.ts"

interface Row extends Omit<SeenReplica, "sending" | "settings"> {
  readonly sending: number
  readonly settings: string
}

/** A replica that was killed has reported for the last time that it sends; the one that took over reports later. */
const newestSender = (rows: ReadonlyArray<Row>): Row | undefined =>
  rows.filter(({ sending }) => sending === 1).sort((a, b) => b.seenAt - a.seenAt)[0]

const millisOf = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::bigint`

/** In the table `installation`. */
const reloadKey = "reloads"

const numberIn = ([row]: ReadonlyArray<{ readonly value: string }>): number => Number(row?.value ?? 0)

/** The rows of the table `replica`, each statement a transaction of its own, and the number of reloads. */
export const make = (sql: SqlClient.SqlClient, id: string): ReplicaRegistry => ({
  id,
  report: ({ configFault, sending, settings, version }, uptimeMillis) =>
    Effect.asVoid(sql`WITH forgotten AS (DELETE FROM replica WHERE seen_at < clock_timestamp() - interval '1 hour' AND id <> ${id})
      INSERT INTO replica (id, started_at, seen_at, version, sending, settings, config_fault)
      VALUES (${id}, clock_timestamp() - make_interval(secs => ${uptimeMillis / 1000}), clock_timestamp(),
        ${version}, ${sending ? 1 : 0}, ${JSON.stringify(settings)}, ${configFault})
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, version = excluded.version, sending = excluded.sending,
        settings = excluded.settings, config_fault = excluded.config_fault`),
  leave: Effect.asVoid(sql`DELETE FROM replica WHERE id = ${id}`),
  seen: Effect.map(
    sql<Row>`SELECT id, version, sending, settings, config_fault AS "configFault",
        ${sql.literal(millisOf("started_at"))} AS "startedAt", ${sql.literal(millisOf("seen_at"))} AS "seenAt"
      FROM replica WHERE seen_at > clock_timestamp() - interval '1 minute' ORDER BY started_at, id`,
    (rows) => {
      const sender = newestSender(rows)
      return rows.map((row) => ({ ...row, sending: row === sender, settings: JSON.parse(row.settings) }))
    }
  ),
  reloads: Effect.map(sql<{ readonly value: string }>`SELECT value FROM installation WHERE key = ${reloadKey}`, numberIn),
  requestReload: write(sql)(Effect.map(
    sql<{ readonly value: string }>`INSERT INTO installation (key, value) VALUES (${reloadKey}, '1')
      ON CONFLICT (key) DO UPDATE SET value = (installation.value::bigint + 1)::text RETURNING value`,
    numberIn
  ))
})
