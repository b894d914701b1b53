import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { type Check, passed, warning } from "../../../Codes/Check.ts"

/** A row of `pg_stat_replication`; its columns are null for a user without the right to read them. */
interface Standby {
  readonly sync_state: string | null
}

interface Replication {
  readonly standbys: ReadonlyArray<Standby>
  readonly synchronousNames: string
  readonly synchronousCommit: string
}

/** What a failover would lose. */
export const standbysAs = ({ standbys, synchronousCommit, synchronousNames }: Replication): Check => {
  const count = standbys.length
  if (count === 0) {
    return synchronousNames === ""
      ? passed("standbys", "the server has none: it is the only copy beside its backups")
      : warning("standbys", "none is connected, but synchronous_standby_names is set: each commit waits for one",
        "start the standby, or clear synchronous_standby_names")
  }
  if (standbys.every(({ sync_state }) => sync_state === null)) {
    return warning("standbys", `${count}, and the user may not see whether one is synchronous`, "grant pg_monitor to the user")
  }
  if (!standbys.some(({ sync_state }) => sync_state === "sync" || sync_state === "quorum")) {
    return warning("standbys", `${count}, none synchronous: a failover can lose acknowledged changes`,
      "set synchronous_standby_names on the server")
  }
  return synchronousCommit === "local"
    ? warning("standbys", `${count}, at least one synchronous, but synchronous_commit is local: no commit waits for it`,
      "set synchronous_commit to on for the user")
    : passed("standbys", `${count}, at least one synchronous`)
}

export const checkStandbys = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const standbys = yield* sql<Standby>`SELECT sync_state FROM pg_stat_replication`
  const [settings] = yield* sql<Omit<Replication, "standbys">>`SELECT
    current_setting('synchronous_standby_names') AS "synchronousNames", current_setting('synchronous_commit') AS "synchronousCommit"`
  return standbysAs({ synchronousNames: "", synchronousCommit: "on", ...settings, standbys })
})
