/**
 * The tables of a shop, in SQLite's dialect, from which PostgreSQL's are translated. Instants are milliseconds since 1970 (UTC), money is
 * whole cents, dates are text. Each entry is one statement, because a prepared statement has one.
 */

const date = "date TEXT PRIMARY KEY CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]')"
const cents = "amount_cents INTEGER NOT NULL CHECK (amount_cents BETWEEN 0 AND 999999999999)"
const states = "'pending', 'delivered', 'accepted', 'failed'"
const formats = "'card', 'post', 'text'"
const sources = "'generated', 'manual', 'import', 'feed'"

export const tables: ReadonlyArray<string> = [
  `CREATE TABLE installation (
     key TEXT PRIMARY KEY,
     value TEXT NOT NULL
   ) STRICT`,
  // `audited_cents` and `so_far` are those of a running amount.
  `CREATE TABLE turnover (
     ${date},
     ${cents},
     is_final INTEGER NOT NULL CHECK (is_final IN (0, 1)),
     source TEXT NOT NULL CHECK (source IN (${sources})),
     changed_at INTEGER,
     changed_by TEXT,
     entry_token INTEGER,
     audited_cents INTEGER,
     so_far TEXT,
     CHECK (audited_cents IS NULL OR (is_final = 0 AND source = 'feed' AND so_far IS NOT NULL AND changed_at IS NOT NULL))
   ) STRICT`,
  `CREATE INDEX turnover_so_far ON turnover (date) WHERE audited_cents IS NOT NULL`,
  `CREATE TABLE day_mark (
     ${date},
     closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
     note TEXT NOT NULL,
     cleared_at INTEGER,
     marked_by TEXT CHECK (marked_by IN ('entry', 'manager'))
   ) STRICT`,
  `CREATE TABLE goal (
     month TEXT PRIMARY KEY CHECK (length(month) = 7),
     ${cents}
   ) STRICT`,
  `CREATE TABLE audit (
     id INTEGER PRIMARY KEY CHECK (id > 0),
     created_at INTEGER NOT NULL,
     date TEXT NOT NULL,
     action TEXT NOT NULL
       CHECK (action IN ('generate', 'finalize', 'correct', 'import', 'feed', 'withdraw', 'close', 'open', 'note', 'undo', 'goal')),
     before_cents INTEGER,
     after_cents INTEGER
       CHECK (action IN ('undo', 'goal') OR (after_cents IS NULL) = (action IN ('withdraw', 'close', 'open', 'note'))),
     source TEXT CHECK (source IN (${sources}))
       CHECK (action = 'undo' OR (source IS NULL) = (action IN ('close', 'open', 'note', 'goal'))),
     reason TEXT NOT NULL,
     actor TEXT NOT NULL,
     hash TEXT NOT NULL CHECK (length(hash) = 64)
   ) STRICT`,
  `CREATE INDEX audit_created_at ON audit (created_at)`,
  `CREATE INDEX audit_day ON audit (date, id)`,
  `CREATE INDEX audit_settlement ON audit (id) WHERE action IN ('generate', 'finalize')`,
  // The state before each day's newest change, and the changes of each token of the role `entry`.
  `CREATE TABLE last_change (
     ${date},
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
  // What was done once: a run of the agenda, a request with a key, a file at start.
  `CREATE TABLE due_run (
     id TEXT PRIMARY KEY,
     ran_at INTEGER NOT NULL
   ) STRICT`,
  `CREATE TABLE answered_request (
     key TEXT PRIMARY KEY,
     created_at INTEGER NOT NULL,
     fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
     answer TEXT NOT NULL
   ) STRICT`,
  `CREATE INDEX answered_request_created_at ON answered_request (created_at)`,
  `CREATE TABLE imported_file (
     sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
     imported_at INTEGER NOT NULL
   ) STRICT`,
  // A message has a row for each chat that gets it.
  `CREATE TABLE notification (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     created_at INTEGER NOT NULL,
     date TEXT,
     amount_cents INTEGER,
     announcement TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN (${states})),
     next_format TEXT NOT NULL CHECK (next_format IN (${formats})),
     upset INTEGER NOT NULL CHECK (upset IN (0, 1)),
     backoff INTEGER NOT NULL CHECK (backoff >= 0),
     next_attempt_at INTEGER NOT NULL,
     first_attempt_at INTEGER,
     delivered_at INTEGER,
     delivered_format TEXT CHECK (delivered_format IN (${formats})),
     failure TEXT,
     chat TEXT NOT NULL DEFAULT 'main'
   ) STRICT`,
  `CREATE INDEX notification_state ON notification (state, id)`,
  `CREATE INDEX notification_day ON notification (date, amount_cents)`,
  `CREATE INDEX notification_chat ON notification (chat, state, id)`,
  `CREATE INDEX notification_chat_delivered ON notification (chat, delivered_at)`,
  `CREATE TABLE notification_attempt (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     notification_id INTEGER NOT NULL REFERENCES notification (id),
     at INTEGER NOT NULL,
     format TEXT NOT NULL CHECK (format IN (${formats})),
     verdict TEXT NOT NULL CHECK (verdict IN ('delivered', 'accepted', 'format', 'upset', 'permanent', 'transient', 'unknown')),
     status INTEGER,
     code INTEGER,
     detail TEXT NOT NULL
   ) STRICT`,
  `CREATE INDEX notification_attempt_notification ON notification_attempt (notification_id)`,
  `CREATE INDEX notification_attempt_at ON notification_attempt (at)`,
  // Kept by triggers, so that no query has to read all messages.
  `CREATE TABLE notification_count (
     chat TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN (${states})),
     count INTEGER NOT NULL CHECK (count >= 0),
     PRIMARY KEY (chat, state)
   ) STRICT`,
  // Who may use the service. Only hashes of secrets are stored. An invited person has no token and so no hash.
  `CREATE TABLE token (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     role TEXT NOT NULL CHECK (role IN ('view', 'entry', 'manager', 'admin', 'feed')),
     hash TEXT UNIQUE CHECK (length(hash) = 64),
     created_at INTEGER NOT NULL,
     created_by TEXT NOT NULL,
     expires_at INTEGER,
     last_used_at INTEGER,
     revoked_at INTEGER,
     ends_at INTEGER
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
   ) STRICT`
]

/** Adds a message to the number of its chat and state, which begins with the first. */
export const countAdded = "ON CONFLICT (chat, state) DO UPDATE SET count = notification_count.count"

/** Triggers cannot be translated. */
export const sqliteTriggers: ReadonlyArray<string> = [
  `CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
   BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
  // INSERT OR REPLACE deletes without the trigger for DELETE.
  `CREATE TRIGGER audit_no_replace BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
   BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
  `CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
   BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
  `CREATE TRIGGER notification_added AFTER INSERT ON notification
   BEGIN INSERT INTO notification_count VALUES (NEW.chat, NEW.state, 1) ${countAdded} + 1; END`,
  `CREATE TRIGGER notification_moved AFTER UPDATE OF state, chat ON notification WHEN NEW.state <> OLD.state OR NEW.chat <> OLD.chat
   BEGIN
     UPDATE notification_count SET count = count - 1 WHERE chat = OLD.chat AND state = OLD.state;
     INSERT INTO notification_count VALUES (NEW.chat, NEW.state, 1) ${countAdded} + 1;
   END`,
  `CREATE TRIGGER notification_removed AFTER DELETE ON notification
   BEGIN UPDATE notification_count SET count = count - 1 WHERE chat = OLD.chat AND state = OLD.state; END`
]
