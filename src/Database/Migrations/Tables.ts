/**
 * Each chat has its own line of messages: a message is stored as one row for each chat that receives it. Older messages belong to
 * the only chat of that time.
 */

const states = "'pending', 'delivered', 'accepted', 'failed'"

const columnAndIndexes: ReadonlyArray<string> = [
  `ALTER TABLE notification ADD COLUMN chat TEXT NOT NULL DEFAULT 'main'`,
  `CREATE INDEX notification_chat ON notification (chat, state, id)`,
  `DROP INDEX notification_delivered_at`,
  `CREATE INDEX notification_chat_delivered ON notification (chat, delivered_at)`
]

const count = "INSERT INTO notification_count SELECT 'main', state, count(*) FROM notification GROUP BY state"

const added = "ON CONFLICT (chat, state) DO UPDATE SET count = notification_count.count"

export const linesOnSqlite: ReadonlyArray<string> = [
  ...columnAndIndexes,
  "DROP TRIGGER notification_added",
  "DROP TRIGGER notification_moved",
  "DROP TRIGGER notification_removed",
  "DROP TABLE notification_count",
  `CREATE TABLE notification_count (
     chat TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN (${states})),
     count INTEGER NOT NULL CHECK (count >= 0),
     PRIMARY KEY (chat, state)
   ) STRICT`,
  count,
  `CREATE TRIGGER notification_added AFTER INSERT ON notification
   BEGIN INSERT INTO notification_count VALUES (NEW.chat, NEW.state, 1) ${added} + 1; END`,
  `CREATE TRIGGER notification_moved AFTER UPDATE OF state, chat ON notification WHEN NEW.state <> OLD.state OR NEW.chat <> OLD.chat
   BEGIN
     UPDATE notification_count SET count = count - 1 WHERE chat = OLD.chat AND state = OLD.state;
     INSERT INTO notification_count VALUES (NEW.chat, NEW.state, 1) ${added} + 1;
   END`,
  `CREATE TRIGGER notification_removed AFTER DELETE ON notification
   BEGIN UPDATE notification_count SET count = count - 1 WHERE chat = OLD.chat AND state = OLD.state; END`
]

export const linesOnPostgres: ReadonlyArray<string> = [
  ...columnAndIndexes,
  "DROP TABLE notification_count",
  `CREATE TABLE notification_count (
     chat TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN (${states})),
     count BIGINT NOT NULL CHECK (count >= 0),
     PRIMARY KEY (chat, state)
   )`,
  count,
  `CREATE OR REPLACE FUNCTION count_added_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO notification_count SELECT chat, state, count(*) FROM inserted GROUP BY chat, state
     ${added} + EXCLUDED.count;
     RETURN NULL;
   END $$`,
  `CREATE OR REPLACE FUNCTION count_changed_notification() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     UPDATE notification_count SET count = count - 1 WHERE chat = OLD.chat AND state = OLD.state;
     IF TG_OP = 'UPDATE' THEN
       INSERT INTO notification_count VALUES (NEW.chat, NEW.state, 1) ${added} + 1;
     END IF;
     RETURN NULL;
   END $$`,
  `DROP TRIGGER notification_changed ON notification`,
  `CREATE TRIGGER notification_changed AFTER UPDATE OF state, chat OR DELETE ON notification
   FOR EACH ROW EXECUTE FUNCTION count_changed_notification()`
]

/** Who may use the service. Only hashes of secrets are stored. An invited person has no token and so no hash. */
export const people: ReadonlyArray<string> = [
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

/** Earlier schemas had one clock, so the stored ends become ends by the steady clock. */
export const steadyEnds: ReadonlyArray<string> = [
  `ALTER TABLE token ADD COLUMN ends_at INTEGER`,
  `UPDATE token SET ends_at = expires_at`
]
