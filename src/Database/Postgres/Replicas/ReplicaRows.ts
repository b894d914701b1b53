import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { installation } from "../../Installation.ts"
import type { ReplicaRegistry, SeenReplica } from "../../ReplicaRegistry.ts"
import { write } from "../../Write.ts"
import { millisOf } from "./ServerClock.ts"

interface Row extends Omit<SeenReplica, "sending" | "settings"> {
  readonly sending: number
  readonly settings: string
}

/**
 * The newest report of a sending replica. A killed replica's last report may claim that it sends; the replica that took over has
 * reported later.
 */
const newestSender = (rows: ReadonlyArray<Row>): Row | undefined =>
  rows.filter(({ sending }) => sending === 1).sort((a, b) => b.seenAt - a.seenAt)[0]

/** In the table `installation`. */
const reloadKey = "reloads"

/** The rows of the table `replica`, and the number of reloads. Each statement is a separate transaction. */
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
  // Reports from the future were written before the server's clock was set back. A running replica has reported since, so they are
  // ignored.
  seen: Effect.map(
    sql<Row>`SELECT id, version, sending, settings, config_fault AS "configFault",
        ${sql.literal(millisOf("started_at"))} AS "startedAt", ${sql.literal(millisOf("seen_at"))} AS "seenAt"
      FROM replica WHERE seen_at > clock_timestamp() - interval '1 minute' AND seen_at <= clock_timestamp()
      ORDER BY started_at, id`,
    (rows) => {
      const sender = newestSender(rows)
      return rows.map((row) => ({ ...row, sending: row === sender, settings: JSON.parse(row.settings) }))
    }
  ),
  isSomeoneSending: Effect.map(
    sql`SELECT 1 FROM replica WHERE sending = 1
      AND seen_at > clock_timestamp() - interval '10 seconds' AND seen_at <= clock_timestamp() LIMIT 1`,
    (rows) => rows.length > 0
  ),
  reloads: Effect.map(installation(sql).get(reloadKey), (value) => Number(value ?? 0)),
  requestReload: write(sql)(installation(sql).increment(reloadKey))
})
