import { rebuilt } from "./Audit.ts"

/** `accepted` is a state of messages and a verdict of attempts: the product has accepted the message, but has not confirmed that it is in the chat. */

const states = "'pending', 'delivered', 'accepted', 'failed'"
const verdicts = "'delivered', 'accepted', 'format', 'upset', 'permanent', 'transient', 'unknown'"

const columns = `id, created_at, date, amount_cents, announcement, state, next_format, upset, backoff, next_attempt_at, first_attempt_at,
  delivered_at, delivered_format, failure, claim`

const notification = (name: string): string =>
  `CREATE TABLE ${name} (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     created_at INTEGER NOT NULL,
     date TEXT,
     amount_cents INTEGER,
     announcement TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN (${states})),
     next_format TEXT NOT NULL CHECK (next_format IN ('card', 'post', 'text')),
     upset INTEGER NOT NULL CHECK (upset IN (0, 1)),
     backoff INTEGER NOT NULL CHECK (backoff >= 0),
     next_attempt_at INTEGER NOT NULL,
     first_attempt_at INTEGER,
     delivered_at INTEGER,
     delivered_format TEXT CHECK (delivered_format IN ('card', 'post', 'text')),
     failure TEXT,
     claim INTEGER
   ) STRICT`

/**
 * SQLite cannot change a CHECK, so the tables are rebuilt. The attempts are moved away first, because they refer to the
 * messages. The ids of removed messages are not used again.
 */
export const acceptedOnSqlite: ReadonlyArray<string> = [
  `CREATE TABLE attempt_aside AS SELECT * FROM notification_attempt`,
  `CREATE TABLE sequence_aside AS SELECT name, seq FROM sqlite_sequence WHERE name IN ('notification', 'notification_attempt')`,
  `DROP TABLE notification_attempt`,
  ...rebuilt("notification", columns, notification, [
    `CREATE INDEX notification_state ON notification (state, id)`,
    `CREATE INDEX notification_day ON notification (date, amount_cents)`,
    `CREATE INDEX notification_delivered_at ON notification (delivered_at)`
  ]),
  `CREATE TABLE notification_attempt (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     notification_id INTEGER NOT NULL REFERENCES notification (id),
     at INTEGER NOT NULL,
     format TEXT NOT NULL CHECK (format IN ('card', 'post', 'text')),
     verdict TEXT NOT NULL CHECK (verdict IN (${verdicts})),
     status INTEGER,
     code INTEGER,
     detail TEXT NOT NULL
   ) STRICT`,
  `INSERT INTO notification_attempt SELECT id, notification_id, at, format, verdict, status, code, detail FROM attempt_aside ORDER BY id`,
  `DROP TABLE attempt_aside`,
  `DELETE FROM sqlite_sequence WHERE name IN ('notification', 'notification_attempt')`,
  `INSERT INTO sqlite_sequence (name, seq) SELECT name, seq FROM sequence_aside`,
  `DROP TABLE sequence_aside`,
  `CREATE INDEX notification_attempt_notification ON notification_attempt (notification_id)`,
  `CREATE INDEX notification_attempt_at ON notification_attempt (at)`,
  `CREATE TABLE notification_count_next (
     state TEXT PRIMARY KEY CHECK (state IN (${states})),
     count INTEGER NOT NULL CHECK (count >= 0)
   ) STRICT`,
  `INSERT INTO notification_count_next SELECT state, count FROM notification_count UNION ALL SELECT 'accepted', 0`,
  `DROP TABLE notification_count`,
  `ALTER TABLE notification_count_next RENAME TO notification_count`,
  `CREATE TRIGGER notification_added AFTER INSERT ON notification
   BEGIN UPDATE notification_count SET count = count + 1 WHERE state = NEW.state; END`,
  `CREATE TRIGGER notification_moved AFTER UPDATE OF state ON notification WHEN NEW.state <> OLD.state
   BEGIN
     UPDATE notification_count SET count = count - 1 WHERE state = OLD.state;
     UPDATE notification_count SET count = count + 1 WHERE state = NEW.state;
   END`,
  `CREATE TRIGGER notification_removed AFTER DELETE ON notification
   BEGIN UPDATE notification_count SET count = count - 1 WHERE state = OLD.state; END`
]

/** The checks have the names that PostgreSQL has given them. */
export const acceptedOnPostgres: ReadonlyArray<string> = [
  `ALTER TABLE notification DROP CONSTRAINT notification_state_check, ADD CHECK (state IN (${states}))`,
  `ALTER TABLE notification_attempt DROP CONSTRAINT notification_attempt_verdict_check, ADD CHECK (verdict IN (${verdicts}))`,
  `ALTER TABLE notification_count DROP CONSTRAINT notification_count_state_check, ADD CHECK (state IN (${states}))`,
  `INSERT INTO notification_count VALUES ('accepted', 0)`
]
