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

export const sqlite: ReadonlyArray<string> = [
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

export const postgres: ReadonlyArray<string> = [
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
