import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { acceptedOnPostgres, acceptedOnSqlite } from "./Migrations/Accepted.ts"
import { audit, auditIndexes, auditOfFeed, auditOfGoals, auditOfUndoing, firstAudit, widerAudit } from "./Migrations/Audit.ts"
import { linesOnPostgres, linesOnSqlite, people, steadyEnds } from "./Migrations/Tables.ts"
import {
  appendOnly as postgresAppendOnly,
  auditOfGoals as postgresAuditOfGoals,
  auditOfUndoing as postgresAuditOfUndoing,
  countedMessages as postgresCountedMessages,
  feeds as postgresFeeds,
  oneProcess,
  oneWriter,
  replicas,
  translated
} from "./Postgres/Schema.ts"

/**
 * Migrations only go forward: a released one is never edited; a new number follows it. Each entry is one statement, because a
 * prepared statement has one. Instants are milliseconds since 1970 (UTC), money is whole cents, dates are text.
 */
const initial: ReadonlyArray<string> = [
  `CREATE TABLE installation (
     key TEXT PRIMARY KEY,
     value TEXT NOT NULL
   ) STRICT`,
  `CREATE TABLE turnover (
     date TEXT PRIMARY KEY CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
     amount_cents INTEGER NOT NULL CHECK (amount_cents BETWEEN 0 AND 999999999999),
     is_final INTEGER NOT NULL CHECK (is_final IN (0, 1)),
     source TEXT NOT NULL CHECK (source IN ('generated', 'manual', 'import'))
   ) STRICT`,
  `CREATE TABLE notification (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     created_at INTEGER NOT NULL,
     date TEXT,
     amount_cents INTEGER,
     announcement TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
     next_format TEXT NOT NULL CHECK (next_format IN ('card', 'post', 'text')),
     upset INTEGER NOT NULL CHECK (upset IN (0, 1)),
     backoff INTEGER NOT NULL CHECK (backoff >= 0),
     next_attempt_at INTEGER NOT NULL,
     first_attempt_at INTEGER,
     delivered_at INTEGER,
     delivered_format TEXT CHECK (delivered_format IN ('card', 'post', 'text')),
     failure TEXT
   ) STRICT`,
  `CREATE INDEX notification_state ON notification (state, id)`,
  `CREATE INDEX notification_day ON notification (date, amount_cents)`,
  `CREATE INDEX notification_delivered_at ON notification (delivered_at)`,
  `CREATE TABLE notification_attempt (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     notification_id INTEGER NOT NULL REFERENCES notification (id),
     at INTEGER NOT NULL,
     format TEXT NOT NULL CHECK (format IN ('card', 'post', 'text')),
     verdict TEXT NOT NULL CHECK (verdict IN ('delivered', 'format', 'upset', 'permanent', 'transient', 'unknown')),
     status INTEGER,
     code INTEGER,
     detail TEXT NOT NULL
   ) STRICT`,
  `CREATE INDEX notification_attempt_notification ON notification_attempt (notification_id)`,
  `CREATE INDEX notification_attempt_at ON notification_attempt (at)`,
  `CREATE TABLE imported_file (
     sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
     imported_at INTEGER NOT NULL
   ) STRICT`
]

/** Counts and indexes, so that no query has to read all rows. */
const countedMessages: ReadonlyArray<string> = [
  `CREATE TABLE notification_count (
     state TEXT PRIMARY KEY CHECK (state IN ('pending', 'delivered', 'failed')),
     count INTEGER NOT NULL CHECK (count >= 0)
   ) STRICT`,
  `INSERT INTO notification_count
   SELECT state, (SELECT count(*) FROM notification WHERE notification.state = known.state)
   FROM (SELECT 'pending' AS state UNION ALL SELECT 'delivered' UNION ALL SELECT 'failed') AS known`,
  `CREATE TRIGGER notification_added AFTER INSERT ON notification
   BEGIN UPDATE notification_count SET count = count + 1 WHERE state = NEW.state; END`,
  `CREATE TRIGGER notification_moved AFTER UPDATE OF state ON notification WHEN NEW.state <> OLD.state
   BEGIN
     UPDATE notification_count SET count = count - 1 WHERE state = OLD.state;
     UPDATE notification_count SET count = count + 1 WHERE state = NEW.state;
   END`,
  `CREATE TRIGGER notification_removed AFTER DELETE ON notification
   BEGIN UPDATE notification_count SET count = count - 1 WHERE state = OLD.state; END`,
  `CREATE INDEX audit_settlement ON audit (id) WHERE action IN ('generate', 'finalize')`
]

const trueFigures: ReadonlyArray<string> = [
  `ALTER TABLE turnover ADD COLUMN changed_at INTEGER`,
  `ALTER TABLE turnover ADD COLUMN changed_by TEXT`,
  `UPDATE turnover SET
     changed_at = (SELECT created_at FROM audit WHERE audit.date = turnover.date ORDER BY id DESC LIMIT 1),
     changed_by = (SELECT actor FROM audit WHERE audit.date = turnover.date ORDER BY id DESC LIMIT 1)`,
  `CREATE TABLE day_mark (
     date TEXT PRIMARY KEY CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
     closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
     note TEXT NOT NULL,
     cleared_at INTEGER
   ) STRICT`,
  `CREATE TABLE answered_request (
     key TEXT PRIMARY KEY,
     created_at INTEGER NOT NULL,
     fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
     answer TEXT NOT NULL
   ) STRICT`,
  `CREATE INDEX answered_request_created_at ON answered_request (created_at)`
]

const dueRuns: ReadonlyArray<string> = [
  `CREATE TABLE due_run (
     id TEXT PRIMARY KEY,
     ran_at INTEGER NOT NULL
   ) STRICT`
]

const claims: ReadonlyArray<string> = [
  `ALTER TABLE notification ADD COLUMN claim INTEGER`
]

/** The state before each day's newest change, who marked a day, and the changes of each token of the role `entry`. */
const undoing: ReadonlyArray<string> = [
  `CREATE TABLE last_change (
     date TEXT PRIMARY KEY CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
     audit_id INTEGER NOT NULL,
     token_id INTEGER,
     at INTEGER NOT NULL,
     stood TEXT NOT NULL
   ) STRICT`,
  `CREATE TABLE entry_change (
     audit_id INTEGER PRIMARY KEY,
     token_id INTEGER NOT NULL,
     at INTEGER NOT NULL
   ) STRICT`,
  `CREATE INDEX entry_change_token ON entry_change (token_id, at)`,
  `ALTER TABLE day_mark ADD COLUMN marked_by TEXT CHECK (marked_by IN ('entry', 'manager'))`,
  // The database does not know who marked these days, so only a manager can open them.
  `UPDATE day_mark SET marked_by = 'manager' WHERE closed = 1`
]

/** Running amounts: the source `feed`, the amount in the newest audit record, and the reason of the next one. */
const turnoverOfFeed = (name: string): string =>
  `CREATE TABLE ${name} (
     date TEXT PRIMARY KEY CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
     amount_cents INTEGER NOT NULL CHECK (amount_cents BETWEEN 0 AND 999999999999),
     is_final INTEGER NOT NULL CHECK (is_final IN (0, 1)),
     source TEXT NOT NULL CHECK (source IN ('generated', 'manual', 'import', 'feed')),
     changed_at INTEGER,
     changed_by TEXT,
     entry_token INTEGER,
     audited_cents INTEGER,
     so_far TEXT,
     CHECK (audited_cents IS NULL OR (is_final = 0 AND source = 'feed' AND so_far IS NOT NULL AND changed_at IS NOT NULL))
   ) STRICT`

const soFarIndex = `CREATE INDEX turnover_so_far ON turnover (date) WHERE audited_cents IS NOT NULL`

/** SQLite cannot change a CHECK, so the days are copied unchanged. */
const feeds: ReadonlyArray<string> = [
  turnoverOfFeed("turnover_next"),
  `INSERT INTO turnover_next (date, amount_cents, is_final, source, changed_at, changed_by, entry_token)
   SELECT date, amount_cents, is_final, source, changed_at, changed_by, entry_token FROM turnover ORDER BY date`,
  `DROP TABLE turnover`,
  `ALTER TABLE turnover_next RENAME TO turnover`,
  soFarIndex,
  ...auditOfFeed
]

/** Only one process sends, so it claims no message. */
const unclaimed: ReadonlyArray<string> = [`ALTER TABLE notification DROP COLUMN claim`]

/** The goals that people set; those of the settings stay in their file. */
const goals: ReadonlyArray<string> = [
  `CREATE TABLE goal (
     month TEXT PRIMARY KEY CHECK (length(month) = 7),
     amount_cents INTEGER NOT NULL CHECK (amount_cents BETWEEN 0 AND 999999999999)
   ) STRICT`
]

const runEach = (list: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(list, (statement) => sql.unsafe(statement), { discard: true }))

/** A migration: its statements for each kind of database. */
const migration = (statements: { readonly sqlite: ReadonlyArray<string>; readonly pg: ReadonlyArray<string> }) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.onDialectOrElse({ pg: () => runEach(statements.pg), orElse: () => runEach(statements.sqlite) }))

/** The first schema that has marks of days. */
export const firstWithMarks = 3

/** The first schema that has goals of months. */
export const firstWithGoals = 13

/**
 * A static record instead of files found at run time, so that it survives bundling. Statements that both databases understand after
 * translation are written once, in SQLite's dialect.
 */
export const migrations = {
  "0001_initial": migration({ sqlite: [...initial, ...firstAudit], pg: translated(initial) }),
  "0002_counted_messages": migration({ sqlite: countedMessages, pg: postgresCountedMessages }),
  "0003_true_figures": migration({
    sqlite: [...widerAudit, ...trueFigures],
    // The first schema that existed on PostgreSQL.
    pg: [...translated([audit("audit"), ...auditIndexes]), ...postgresAppendOnly, ...translated(trueFigures), ...oneWriter]
  }),
  "0004_people": migration({ sqlite: people, pg: translated(people) }),
  "0005_replicas": migration({ sqlite: [], pg: replicas }),
  "0006_due_runs": migration({ sqlite: dueRuns, pg: translated(dueRuns) }),
  "0007_claims": migration({ sqlite: claims, pg: translated(claims) }),
  "0008_steady_ends": migration({ sqlite: steadyEnds, pg: translated(steadyEnds) }),
  "0009_undoing": migration({ sqlite: [...auditOfUndoing, ...undoing], pg: [...postgresAuditOfUndoing, ...translated(undoing)] }),
  "0010_accepted": migration({ sqlite: acceptedOnSqlite, pg: acceptedOnPostgres }),
  "0011_feeds": migration({ sqlite: feeds, pg: [...postgresFeeds, soFarIndex] }),
  "0012_lines": migration({ sqlite: linesOnSqlite, pg: linesOnPostgres }),
  "0013_goals": migration({ sqlite: [...goals, ...auditOfGoals], pg: [...translated(goals), ...postgresAuditOfGoals] }),
  "0014_one_process": migration({ sqlite: unclaimed, pg: [...unclaimed, ...oneProcess] })
}
