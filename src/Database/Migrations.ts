import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import {
  appendOnly as postgresAppendOnly,
  auditOfUndoing as postgresAuditOfUndoing,
  countedMessages as postgresCountedMessages,
  oneWriter,
  replicas,
  translated
} from "./Postgres/Schema.ts"

const appendOnly: ReadonlyArray<string> = [
  `CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
   BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
  // INSERT OR REPLACE deletes without the trigger for DELETE.
  `CREATE TRIGGER audit_no_replace BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
   BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
  `CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
   BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`
]

/**
 * Forward only: a released migration is never edited, a new number follows. Each entry is one statement, because a prepared
 * statement has one. Instants are milliseconds since 1970 (UTC), money is whole cents, dates are text.
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

const firstAudit: ReadonlyArray<string> = [
  `CREATE TABLE audit (
     id INTEGER PRIMARY KEY CHECK (id > 0),
     created_at INTEGER NOT NULL,
     date TEXT NOT NULL,
     action TEXT NOT NULL CHECK (action IN ('generate', 'finalize', 'correct', 'import')),
     before_cents INTEGER,
     after_cents INTEGER NOT NULL,
     source TEXT NOT NULL CHECK (source IN ('generated', 'manual', 'import')),
     reason TEXT NOT NULL,
     actor TEXT NOT NULL,
     hash TEXT NOT NULL CHECK (length(hash) = 64)
   ) STRICT`,
  `CREATE INDEX audit_created_at ON audit (created_at)`,
  ...appendOnly
]

/** Counts and indexes in place of scans of all rows. */
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

const audit = (name: string): string =>
  `CREATE TABLE ${name} (
     id INTEGER PRIMARY KEY CHECK (id > 0),
     created_at INTEGER NOT NULL,
     date TEXT NOT NULL,
     action TEXT NOT NULL CHECK (action IN ('generate', 'finalize', 'correct', 'import', 'withdraw', 'close', 'open', 'note')),
     before_cents INTEGER,
     after_cents INTEGER CHECK ((after_cents IS NULL) = (action IN ('withdraw', 'close', 'open', 'note'))),
     source TEXT CHECK (source IN ('generated', 'manual', 'import')) CHECK ((source IS NULL) = (action IN ('close', 'open', 'note'))),
     reason TEXT NOT NULL,
     actor TEXT NOT NULL,
     hash TEXT NOT NULL CHECK (length(hash) = 64)
   ) STRICT`

const auditIndexes: ReadonlyArray<string> = [
  `CREATE INDEX audit_created_at ON audit (created_at)`,
  `CREATE INDEX audit_day ON audit (date, id)`,
  `CREATE INDEX audit_settlement ON audit (id) WHERE action IN ('generate', 'finalize')`
]

/** SQLite cannot change a CHECK, so the audit is copied unchanged to a table with wider ones. */
const widerAudit: ReadonlyArray<string> = [
  audit("audit_next"),
  `INSERT INTO audit_next SELECT id, created_at, date, action, before_cents, after_cents, source, reason, actor, hash FROM audit ORDER BY id`,
  `DROP TABLE audit`,
  `ALTER TABLE audit_next RENAME TO audit`,
  ...auditIndexes,
  ...appendOnly
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

/** Who may use the service. Only hashes of secrets are stored. An invited person has no token and so no hash. */
const people: ReadonlyArray<string> = [
  `CREATE TABLE token (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     role TEXT NOT NULL CHECK (role IN ('view', 'entry', 'manager', 'admin', 'feed')),
     hash TEXT UNIQUE CHECK (length(hash) = 64),
     created_at INTEGER NOT NULL,
     created_by TEXT NOT NULL,
     expires_at INTEGER,
     last_used_at INTEGER,
     revoked_at INTEGER
   ) STRICT`,
  `CREATE UNIQUE INDEX token_name ON token (name) WHERE revoked_at IS NULL`,
  `CREATE TABLE session (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     token_id INTEGER REFERENCES token (id),
     hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
     device TEXT NOT NULL,
     secure INTEGER NOT NULL CHECK (secure IN (0, 1)),
     created_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL,
     last_used_at INTEGER NOT NULL,
     ended_at INTEGER
   ) STRICT`,
  `CREATE INDEX session_token ON session (token_id)`,
  `CREATE TABLE invitation (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     token_id INTEGER NOT NULL REFERENCES token (id),
     hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
     created_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL,
     used_at INTEGER
   ) STRICT`,
  `ALTER TABLE turnover ADD COLUMN entry_token INTEGER`
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

/** Earlier schemas had one clock, so the stored ends become ends by the steady clock. */
const steadyEnds: ReadonlyArray<string> = [
  `ALTER TABLE token ADD COLUMN ends_at INTEGER`,
  `UPDATE token SET ends_at = expires_at`
]

const undoneAudit = (name: string): string =>
  `CREATE TABLE ${name} (
     id INTEGER PRIMARY KEY CHECK (id > 0),
     created_at INTEGER NOT NULL,
     date TEXT NOT NULL,
     action TEXT NOT NULL CHECK (action IN ('generate', 'finalize', 'correct', 'import', 'withdraw', 'close', 'open', 'note', 'undo')),
     before_cents INTEGER,
     after_cents INTEGER CHECK (action = 'undo' OR (after_cents IS NULL) = (action IN ('withdraw', 'close', 'open', 'note'))),
     source TEXT CHECK (source IN ('generated', 'manual', 'import'))
       CHECK (action = 'undo' OR (source IS NULL) = (action IN ('close', 'open', 'note'))),
     reason TEXT NOT NULL,
     actor TEXT NOT NULL,
     hash TEXT NOT NULL CHECK (length(hash) = 64)
   ) STRICT`

/** SQLite cannot change a CHECK, so the audit is copied unchanged once more. */
const auditOfUndoing: ReadonlyArray<string> = [
  undoneAudit("audit_next"),
  `INSERT INTO audit_next SELECT id, created_at, date, action, before_cents, after_cents, source, reason, actor, hash FROM audit ORDER BY id`,
  `DROP TABLE audit`,
  `ALTER TABLE audit_next RENAME TO audit`,
  ...auditIndexes,
  ...appendOnly
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
  // The database does not have who marked these days, so only a manager can open them.
  `UPDATE day_mark SET marked_by = 'manager' WHERE closed = 1`
]

const run = (list: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(list, (statement) => sql.unsafe(statement), { discard: true }))

/** A migration: its statements for each kind of database. */
const migration = (statements: { readonly sqlite: ReadonlyArray<string>; readonly pg: ReadonlyArray<string> }) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.onDialectOrElse({ pg: () => run(statements.pg), orElse: () => run(statements.sqlite) }))

/** The first schema with marks of days. */
export const firstWithMarks = 3

/**
 * A static record, not files found at run time, so that it survives bundling. What both databases understand once it is
 * translated is written once, in SQLite's words.
 */
export const migrations = {
  "0001_initial": migration({ sqlite: [...initial, ...firstAudit], pg: translated(initial) }),
  "0002_counted_messages": migration({ sqlite: countedMessages, pg: postgresCountedMessages }),
  "0003_true_figures": migration({
    sqlite: [...widerAudit, ...trueFigures],
    // The first schema that there was on PostgreSQL.
    pg: [...translated([audit("audit"), ...auditIndexes]), ...postgresAppendOnly, ...translated(trueFigures), ...oneWriter]
  }),
  "0004_people": migration({ sqlite: people, pg: translated(people) }),
  "0005_replicas": migration({ sqlite: [], pg: replicas }),
  "0006_due_runs": migration({ sqlite: dueRuns, pg: translated(dueRuns) }),
  "0007_claims": migration({ sqlite: claims, pg: translated(claims) }),
  "0008_steady_ends": migration({ sqlite: steadyEnds, pg: translated(steadyEnds) }),
  "0009_undoing": migration({ sqlite: [...auditOfUndoing, ...undoing], pg: [...postgresAuditOfUndoing, ...translated(undoing)] })
}
